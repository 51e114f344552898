// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Interface

extension MenuRow {
    /// A push takes the value up, and the knob changes it then.
    var isTurned: Bool {
        if case .setting(let row) = self { row.hasValue && !row.isSwitch && !row.opens } else { false }
    }
}
