// SPDX-License-Identifier: GPL-3.0-or-later

/// The reason why a command of `vir` can't go on: one clear line for standard error, and the exit status.
public struct Failure: Error, Hashable, CustomStringConvertible {
    /// The statuses of sysexits.h that VIR uses.
    public enum Status: Int32, Sendable {
        case usage = 64
        case noInput = 66
        case unavailable = 69
        case cannotWrite = 74
    }

    public var status: Status
    public var description: String

    public init(_ status: Status, _ description: String) {
        self.status = status
        self.description = description
    }
}
