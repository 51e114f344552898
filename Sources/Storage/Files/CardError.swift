// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The reason why the card refused an operation. The first three are conditions of the whole card, which last until a person does something
/// about them; the last concerns one operation.
public enum CardError: Error, Hashable, Sendable, CustomStringConvertible {
    case absent
    case readOnly
    /// There was no room for what was to be written. Anything half-written was removed.
    case full
    /// The operation, the file and the system's reason.
    case failed(operation: String, subject: String, reason: Message)

    public var description: String {
        switch self {
        case .absent: "the card is not there"
        case .readOnly: "the card is read-only"
        case .full: "the card is full"
        case .failed(let operation, let subject, let reason): "can't \(operation) \(subject): \(reason)"
        }
    }

    /// The message for a person at the TV.
    public var message: Message {
        switch self {
        case .absent: .cardAbsent
        case .readOnly: .cardReadOnly
        case .full: .cardFull
        case .failed(let operation, let subject, let reason): .card(operation, subject, reason)
        }
    }
}
