// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Event {
    /// True if a person caused it.
    var isInput: Bool {
        switch self {
        case .panel, .key: true
        default: false
        }
    }

    /// The event's own timestamp, or `nil` if it has none.
    var instant: Timestamp? {
        switch self {
        case .panel(let event, _, _): event.timestamp
        case .key(let press, _, _): press.timestamp
        default: nil
        }
    }
}
