// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension HeldArrow.Axis {
    /// What a turn of the knob does.
    var deed: Deed {
        switch self {
        case .ring: .ring
        case .hour: .hour
        case .fine: .fine
        }
    }

    /// What the knob's push does, which goes on to the next axis.
    var deedOfPush: Deed {
        switch self {
        case .ring: .nextHour
        case .hour: .nextFine
        case .fine: .nextRing
        }
    }
}
