// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Glibc
import Runtime

@main
struct VIR: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vir",
        abstract: "Delayed video replay: the TV shows you as you were five seconds ago.",
        discussion: """
            Without a command it runs the box: a camera's picture, delayed, on a display; MARK keeps a shot, \
            STOP brings up the end's clips, and they lie on the card. Try it with nothing attached:

              vir run --camera synthetic --delay 3

            Exit status: 0 done, 64 bad usage, 66 no such input, 69 a device that was asked for isn't there, \
            74 the card or a file can't be written, 130 or 143 stopped by Ctrl-C or SIGTERM.
            """,
        version: "VIR \(ProgramVersion.text)",
        subcommands: [
            RunSubcommand.self, DevicesSubcommand.self, FacesSubcommand.self, ScoreSubcommand.self, CardSubcommand.self,
            ExportSubcommand.self, BenchSubcommand.self, SetupSubcommand.self,
        ],
        defaultSubcommand: RunSubcommand.self
    )

    static func main() {
        ProcessMemory.prepare()
        StandardStreams.prepare()
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            if let objection = UsageWords.objection(to: words, commands: commandNames, inner: innerNames) { throw Failure(.usage, objection) }
            var command = try parseAsRoot(words)
            try command.run()
        } catch let failure as Failure {
            end(failure)
        } catch let code as ExitCode {
            Glibc.exit(code.rawValue)
        } catch  where exitCode(for: error) == .success {
            // Help was asked for: it goes to standard output, which may be full.
            do { try StandardStreams.print(fullMessage(for: error)) } catch { end(error) }
        } catch  where exitCode(for: error) == .validationFailure {
            // One line, where the library would add the whole usage.
            end(Failure(.usage, UsageWords.sentence(message(for: error), words: words, commands: commandNames, inner: innerNames)))
        } catch {
            StandardStreams.complain("\(error)")
            Glibc.exit(EXIT_FAILURE)
        }
    }

    private static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

    private static var innerNames: [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: configuration.subcommands.compactMap { command in
                let inner = command.configuration.subcommands.map { $0._commandName }
                return command.configuration.commandName.flatMap { inner.isEmpty ? nil : ($0, inner) }
            })
    }

    private static func end(_ failure: Failure) -> Never {
        StandardStreams.complain(failure.description)
        Glibc.exit(failure.status.rawValue)
    }
}
