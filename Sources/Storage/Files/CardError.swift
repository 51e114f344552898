// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Why the card refused. The first three are conditions of the whole card, which last until a person does something
/// about them; the last is one operation's.
public enum CardError: Error, Hashable, Sendable, CustomStringConvertible {
    case absent
    case readOnly
    /// No room for what was to be written; what was half-written is gone again.
    case full
    /// What was being done, with which file, and what the system said.
    case failed(operation: String, subject: String, reason: Message)

    public var description: String {
        switch self {
        case .absent: "the card is not there"
        case .readOnly: "the card is read-only"
        case .full: "the card is full"
        case .failed(let operation, let subject, let reason): "can't \(operation) \(subject): \(reason)"
        }
    }

    /// For a person at the TV.
    public var message: Message {
        switch self {
        case .absent: .cardAbsent
        case .readOnly: .cardReadOnly
        case .full: .cardFull
        case .failed(let operation, let subject, let reason): .card(operation, subject, reason)
        }
    }
}
