// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The reason that a clip can't be written or read, in one line.
public enum ClipError: Error, Hashable, CustomStringConvertible {
    /// Nothing of the clip's footage is held any more.
    case noFootage
    /// The card refused bytes, in its own words.
    case output(String)
    /// The container couldn't be made: the step and libav's reason.
    case container(operation: String, reason: Message)
    /// A clip can't be read back: its name, the step and the reason.
    case unreadable(clip: String, operation: String, reason: Message)
    /// A picture can't be made into a still: the step and the reason.
    case picture(operation: String, reason: Message)

    public var description: String {
        switch self {
        case .noFootage: "the clip's footage is no longer held"
        case .output(let reason): "writing the clip: \(reason)"
        case .container(let operation, let reason): "making the clip: \(operation): \(reason)"
        case .unreadable(let clip, let operation, let reason): "\(clip): \(operation): \(reason)"
        case .picture(let operation, let reason): "making the still: \(operation): \(reason)"
        }
    }

    /// The message for a person at the TV.
    public var message: Message {
        switch self {
        case .noFootage: .footageGone
        case .output(let reason): .clipNotWritten(Message(reason))
        case .container(_, let reason): .clipNotMade(reason)
        case .unreadable(let clip, _, let reason): .of(clip: clip, reason)
        case .picture(_, let reason): .stillNotMade(reason)
        }
    }
}
