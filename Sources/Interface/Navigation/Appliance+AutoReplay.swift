// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Appliance {
    /// Shows a moment again once that is due. If the TV doesn't show Live then, the moment is let go; a control that is down is waited for.
    mutating func replayByItself(at now: Timestamp) {
        guard let cue = context.dueReplay(at: now), !Control.allCases.contains(where: presses.isDown), footerTouch == nil else { return }
        context.autoReplay.letGo()
        let isOff = context.switchingOff.ending != nil || context.switchingOff.objectionEnd != nil
        guard path.place.marksAsLive, path.tools == nil, path.zooming == nil, context.asked == nil, !isOff,
            let screen = AutoReplayScreen(cue, ofEnd: context.shotsOfEnd(with: cue.shot ?? cue.stamp.timestamp), context, at: now)
        else { return }
        path.replace(from: [.autoReplay], by: screen)
    }
}
