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
            STOP ends the session, and the clips lie on the card. Try it with nothing attached:

              vir run --camera synthetic --delay 3

            Exit status: 0 done, 64 bad usage, 66 no such input, 69 a device that was asked for isn't there, \
            74 the card or a file can't be written.
            """,
        subcommands: [RunCommand.self, DevicesCommand.self, FacesCommand.self, ScoreCommand.self, CardCommand.self,
                      BenchCommand.self],
        defaultSubcommand: RunCommand.self
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as Failure {
            end(failure.status, saying: "\(failure)")
        } catch where exitCode(for: error) == .validationFailure {
            // One line, where the library would add the whole usage.
            end(.usage, saying: "\(message(for: error)); 'vir --help' says more")
        } catch {
            exit(withError: error)
        }
    }

    private static func end(_ status: Failure.Status, saying line: String) -> Never {
        let bytes = Array("vir: \(line)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
        Glibc.exit(status.rawValue)
    }
}
