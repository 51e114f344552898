import ArgumentParser
import Runtime

struct RunCommand: ParsableCommand {
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

    @Option(help: ArgumentHelp("Where the picture comes from: auto, libcamera[:ID], synthetic or file:PATH.", valueName: "camera"))
    var camera: String?

    @Option(help: ArgumentHelp("Where it is shown: auto, kms[:CARD], window or headless[:WxH@HZ].", valueName: "display"))
    var display: String?

    @Option(help: ArgumentHelp("What it is worked with: auto, gpio, keys or script:PATH.", valueName: "panel"))
    var panel: String?

    @Option(help: ArgumentHelp("Picture size: 640x480, 1280x720, 1920x1080 or any even WxH the encoder takes.", valueName: "WxH"))
    var size: String?

    @Option(help: ArgumentHelp("Pictures a second: 30 or 60 (24, 25, 48 and 50 where the camera has them).", valueName: "fps"))
    var fps: String?

    @Option(help: ArgumentHelp("true: the target face comes up after STOP; false: it doesn't.", valueName: "true|false"))
    var scoring: String?

    @Option(help: ArgumentHelp("What is shot at; 'vir faces' lists the faces.", valueName: "id"))
    var face: String?

    @Option(help: ArgumentHelp("The shaft's diameter in millimetres, 3.1 to 9.9; to 10.7 where the face's rules allow it.", valueName: "mm"))
    var arrow: String?

    @Option(help: ArgumentHelp("The round that is shot, such as wa_70; none is free practice.", valueName: "id"))
    var round: String?

    @Option(help: ArgumentHelp("How far the TV lags life, in seconds, 1 to 60.", valueName: "seconds"))
    var delay: String?

    @Option(help: ArgumentHelp("The card: a folder for sessions, clips and settings.", valueName: "dir"))
    var card: String?

    @Option(help: ArgumentHelp("The settings file; otherwise settings.toml on the card.", valueName: "file"))
    var settings: String?

    @Option(help: ArgumentHelp("Lines such as camera = \"file:PATH\" that a card may not choose; wrong ones are named and left out.", valueName: "file"))
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

    func run() throws {
        try Runner.run(RunArguments(camera: camera, display: display, panel: panel, size: size, fps: fps, scoring: scoring,
                                    face: face, arrow: arrow, round: round, delay: delay, card: card, settings: settings, options: options,
                                    clock: clock, duration: duration, report: report, snapshots: snapshots,
                                    snapshotEvery: snapshotEvery))
    }
}
