// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Interface

extension MenuRow {
    /// True if a push opens the value and the knob then changes it.
    var isTurned: Bool {
        if case .setting(let row) = self { row.hasValue && !row.isSwitch && !row.opens } else { false }
    }
}
