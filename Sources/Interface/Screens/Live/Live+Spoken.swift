// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Live {
    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let status = context.liveStatus(at: now)
        let settings = context.settings
        return Spoken(
            Strings.word(of: ActionLabel.live), Strings.title(of: SettingRow.delay),
            state: [Strings.value(of: SettingRow.delay, in: settings), context.asked?.wordings.first, status?.archer, status?.words],
            guide: context.asked == nil ? [] : [.press(.knob), .press(.stop)])
    }
}
