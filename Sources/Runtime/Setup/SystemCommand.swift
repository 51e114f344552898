// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Runs a program of the system by its full path, with an environment of its own. Thread-bound: it waits for the program's end.
enum SystemCommand {
    /// The whole environment of each program: nothing of the caller's gets there.
    static let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"]

    /// Runs a program whose output is the caller's.
    /// - Returns: its exit status; `nil` if it can't be started or was killed.
    static func status(_ path: String, _ arguments: [String]) -> Int32? {
        run(path, arguments, output: nil, errors: nil)
    }

    /// Runs a program silently, and returns true if it succeeds.
    static func succeeds(_ path: String, _ arguments: [String]) -> Bool {
        run(path, arguments, output: FileHandle.nullDevice, errors: FileHandle.nullDevice) == 0
    }

    /// Returns the text that a program prints; `nil` if it fails or prints no UTF-8.
    static func output(_ path: String, _ arguments: [String]) -> String? {
        bytes(path, arguments, atMost: 1 << 16, errors: FileHandle.nullDevice).flatMap { String(data: $0, encoding: .utf8) }
    }

    /// Returns the bytes that a program prints; `nil` if it fails or prints more than `most`.
    /// - Parameter errors: where its errors go; `nil` for the caller's standard error.
    static func bytes(_ path: String, _ arguments: [String], atMost most: Int, errors: FileHandle? = nil) -> Data? {
        let process = make(path, arguments)
        let pipe = Pipe()
        process.standardOutput = pipe
        if let errors { process.standardError = errors }
        guard (try? process.run()) != nil else { return nil }
        var bytes = Data()
        while let more = try? pipe.fileHandleForReading.read(upToCount: 1 << 16), !more.isEmpty {
            bytes.append(more)
            if bytes.count > most {
                process.terminate()
                break
            }
        }
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0, bytes.count <= most else { return nil }
        return bytes
    }

    private static func run(_ path: String, _ arguments: [String], output: FileHandle?, errors: FileHandle?) -> Int32? {
        let process = make(path, arguments)
        if let output { process.standardOutput = output }
        if let errors { process.standardError = errors }
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    private static func make(_ path: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
