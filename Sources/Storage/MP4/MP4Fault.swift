// SPDX-License-Identifier: GPL-3.0-or-later

/// The reason that a file can't be taken for a whole clip.
enum MP4Fault: Error, Hashable, CustomStringConvertible {
    /// The file is broken. The reason is a sentence about it.
    case broken(String)
    /// The card refused to read the file.
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
