// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

struct RunSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the box (what `vir` does without a command).",
        discussion: """
            Every option has the same name in settings.toml where it makes sense there; what is given here \
            wins for this run.

            In the window: M marks, S stops, the arrow keys are the four arrows, the mouse wheel turns the \
            knob and Enter pushes it, Q quits.
            """
    )

    @OptionGroup var settingOptions: SettingOptions

    @Option(help: ArgumentHelp("The card: a folder for sessions, clips and settings.", valueName: "dir"))
    var card: String?

    @Option(help: ArgumentHelp("The settings file; otherwise settings.toml on the card.", valueName: "file"))
    var settings: String?

    @Option(
        help: ArgumentHelp("Lines such as camera = \"file:PATH\" that a card may not choose; wrong ones are named and left out.", valueName: "file"))
    var options: String?

    @Option(help: ArgumentHelp("real, or virtual: as fast as the processor allows, and the same every time.", valueName: "clock"))
    var clock: String = "real"

    @Option(name: .customLong("for"), help: ArgumentHelp("End after this many seconds; otherwise run until it is told to end.", valueName: "seconds"))
    var duration: String?

    @Option(help: ArgumentHelp("Write a report of the run as JSON.", valueName: "file"))
    var report: String?

    @Option(help: ArgumentHelp("Write pictures of the TV into this folder.", valueName: "dir"))
    var snapshots: String?

    @Option(name: .customLong("snapshot-every"), help: ArgumentHelp("Seconds from one picture of the TV to the next.", valueName: "seconds"))
    var snapshotEvery: String?

    @Option(
        name: .customLong("snapshot-at"),
        help: ArgumentHelp("Only pictures of the TV at these seconds of the run, and in these spans: 12.5,20-22.", valueName: "seconds"))
    var snapshotAt: String?

    @Option(help: ArgumentHelp("A folder that stands for a USB stick, to export clips to.", valueName: "dir"))
    var stick: String?

    @Option(name: .customLong("set"), help: ArgumentHelp("Any other setting of settings.toml, as often as you like.", valueName: "key=value"))
    var pairs: [String] = []

    func run() throws {
        let chosen = try RunArguments.chosen(settingOptions.chosen, and: pairs)
        try Runner.run(
            RunArguments(
                chosen, card: card, settings: settings, options: options, clock: clock, duration: duration,
                report: report, snapshots: snapshots, snapshotEvery: snapshotEvery, snapshotAt: snapshotAt, stick: stick))
    }
}
