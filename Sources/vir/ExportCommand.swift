// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export clips of a card as files that any player takes.",
        discussion: """
            Nothing is encoded again, and the card stays as it is. A file that is there already is skipped; one that can't be finished \
            isn't left half-written.

              vir export CARD --to DIR                     all sessions, with everything in their folders
              vir export CARD S07 2 3 --as anybody --to .  two clips for somebody's phone
              vir export CARD S07 --as best-of --to .      a session's clips in one film
            """
    )

    enum Form: String, ExpressibleByArgument, CaseIterable {
        case file, anybody, slow
        case bestOf = "best-of"
    }

    @Argument(help: "The card's folder.")
    var card: String
    @Argument(help: "A session's folder, or its number: S07. Without it, all sessions.")
    var session: String?
    @Argument(help: "Clips of the session, by number. Without them, all that aren't deleted.")
    var clips: [Int] = []
    @Option(help: "The folder to export to.")
    var to: String
    @Option(
        name: .customLong("as"), help: "file: as it is; anybody: begins at a keyframe, no edit list; slow: slow motion; best-of: all in one file.")
    var form: Form = .file
    @Option(help: "How many times as long slow motion lasts: 2, 4 or 8.")
    var slowness = 2

    func run() throws {
        try CardFolder.check(card)
        guard [2, 4, 8].contains(slowness) else { throw Failure(.usage, "--slowness: \(slowness) isn't one of 2, 4, 8") }
        let forms: [Form: Exporter.Form] = [.file: .file, .anybody: .anybody, .slow: .slow(slowness), .bestOf: .bestOf]
        let exporter = try Exporter(card, session: session, clips: clips, as: forms[form] ?? .file, to: to)
        let progress = ProgressLine("exported")
        defer { progress.end() }
        let outcome = try exporter.run { progress.show($0, of: $1) }
        progress.end()
        try StandardStreams.print(outcome.lines.joined(separator: "\n"))
        for problem in outcome.problems { StandardStreams.complain(problem) }
        if !outcome.problems.isEmpty { throw ExitCode(1) }
    }
}
