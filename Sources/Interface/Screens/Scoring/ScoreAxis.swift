// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension HeldArrow.Axis {
    /// The action of a turn of the knob.
    var deed: ActionLabel {
        switch self {
        case .ring: .ring
        case .hour: .hour
        case .fine: .fine
        }
    }

    /// The action of the knob's push, which goes on to the next axis.
    var deedOfPush: ActionLabel {
        switch self {
        case .ring: .nextHour
        case .hour: .nextFine
        case .fine: .nextRing
        }
    }
}
