// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

struct DevicesSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List what this machine offers, and what auto takes of it, with the reason.",
        discussion: "Cameras, encoders, decoders, displays, panel, sound, memory, and the card, which is tried with one file."
    )

    @Option(help: ArgumentHelp("The card to try; as for `vir run`.", valueName: "dir"))
    var card: String?

    @Flag(help: "JSON in place of the table.")
    var json = false

    func run() throws {
        if card?.isEmpty == true { throw Failure(.usage, "--card: its value is empty; name the card's folder") }
        let survey = Survey.take(cardFolder: card)
        try StandardStreams.print(json ? try survey.json() : survey.text)
    }
}
