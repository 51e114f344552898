// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

/// The result of a long piece of work on several files. Those that were finished before it failed or was stopped are printed too.
struct WorkResult {
    /// One line for each file that was made.
    var lines: [String]
    /// One line for each file that couldn't be made.
    var problems: [String]
    /// The signal that stopped the work; `nil` if none came.
    var signal: Int32?
    /// The line to print if a signal stopped the work.
    var stopped: String
    /// The failure that ended the work, if one did.
    var end: Result<Void, Failure>

    /// Prints the result, and ends with its exit status: 128 and the signal's number, the failure's own, or 1 if there were problems.
    /// - Parameter json: the JSON to print in place of the lines; `nil` prints the lines.
    func report(json: String?) throws {
        if let json {
            try StandardStreams.print(json)
        } else if !lines.isEmpty {
            try StandardStreams.print(lines.joined(separator: "\n"))
        }
        for problem in problems { StandardStreams.complain(problem) }
        if let signal {
            StandardStreams.complain(stopped)
            throw ExitCode(128 + signal)
        }
        try end.get()
        if !problems.isEmpty { throw ExitCode(1) }
    }
}
