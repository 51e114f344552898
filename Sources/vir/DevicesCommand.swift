import ArgumentParser
import Runtime

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List what this machine offers: cameras, encoders, decoders, displays, inputs, sound."
    )

    func run() throws {
        print(DeviceSurvey.text())
    }
}
