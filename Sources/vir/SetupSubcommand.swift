// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Glibc
import Runtime

struct SetupSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Let VIR start with this machine, and make its part for libcamera if libcamera has changed.",
        discussion: """
            For a machine on which the Debian package is installed; the card's image needs none of it. It says what it will do \
            and asks before it does it. Compiling the part for libcamera takes g++ and libcamera-dev.

            Exit status: 0 done, or nothing to do; 64 it asks and nobody can answer (--yes); 69 something couldn't be done.
            """
    )

    @Flag(help: "Make only the part for libcamera, if it is needed.")
    var camera = false

    @Flag(help: "Undo it: VIR no longer starts with the machine, and the desktop does again.")
    var off = false

    @Flag(help: "Don't ask.")
    var yes = false

    func validate() throws {
        if camera, off { throw ValidationError("--camera and --off are two things") }
    }

    func run() throws {
        let setup = Setup(cameraOnly: camera, isOff: off)
        for line in setup.announcement { try StandardStreams.print(line) }
        guard setup.hasSteps else { return try setup.carryOut() }
        if !yes {
            guard isatty(STDIN_FILENO) == 1 else { throw Failure(.usage, "nothing is done: nobody can be asked here; --yes does it without asking") }
            try StandardStreams.print("Do this? [y/N]")
            guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else { return try StandardStreams.print("nothing is done") }
        }
        try setup.carryOut()
        try StandardStreams.print("done")
    }
}
