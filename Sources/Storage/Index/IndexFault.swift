// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import GRDB

/// The reason that the index can't be used.
enum IndexFault: Error {
    /// The file's content isn't what was written: it must be put aside and made anew.
    case damaged(String)
    /// The card refused; a new file wouldn't fare better.
    case refused(CardError)

    init(_ error: any Error) {
        switch error {
        case let fault as IndexFault: self = fault
        case let refusal as CardError: self = .refused(refusal)
        case let damage as IndexDamage: self = .damaged(damage.reason)
        case let error as DatabaseError: self = Self.of(error)
        // An error that is neither the card's nor SQLite's is a value that couldn't be decoded.
        default: self = .damaged("a value in it is of the wrong kind")
        }
    }

    private static func of(_ error: DatabaseError) -> IndexFault {
        switch error.resultCode {
        case .SQLITE_FULL: .refused(.full)
        case .SQLITE_READONLY: .refused(.readOnly)
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_NOMEM, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_INTERRUPT:
            .refused(.failed(operation: "use", subject: CardLayout.index, reason: Message(words(error))))
        default: .damaged(words(error))
        }
    }

    /// SQLite's own sentence, without the statement.
    private static func words(_ error: DatabaseError) -> String { error.message ?? "SQLite's error \(error.resultCode.rawValue)" }

    var refusal: CardError {
        switch self {
        case .damaged(let reason): .failed(operation: "read", subject: CardLayout.index, reason: Message(reason))
        case .refused(let refusal): refusal
        }
    }
}

/// Something in the index that can't be true.
struct IndexDamage: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
