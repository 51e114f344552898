// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a file can't be taken for a whole clip.
enum MP4Fault: Error, Hashable, CustomStringConvertible {
    /// What is wrong with it, as a sentence about it.
    case broken(String)
    /// The card wouldn't say.
    case unread(CardError)

    init(_ reason: String) {
        self = .broken(reason)
    }

    var description: String {
        switch self {
        case .broken(let reason): reason
        case .unread(let error): "\(error)"
        }
    }
}
