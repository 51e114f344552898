// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Marks that the box sets by itself, on every screen.
extension Context {
    /// Marks a live picture because the box found something in it. Nobody can undo the mark in Live: it counts only once it is confirmed.
    /// - Parameter stamp: the camera's picture at the moment that was found.
    mutating func markDetected(_ stamp: FrameStamp, source: Mark.Source, at now: Timestamp) -> [Effect] {
        let set = sessions.markDetected(stamp, at: now, source: source, settings: settings, oldest: line?.oldest?.timestamp)
        markSign = MarkSign(number: set.number, instant: now)
        return set.effects
    }
}

extension Sessions {
    /// Sets an automatic mark and plans its clip, in the session that goes on or begins with it.
    fileprivate mutating func markDetected(
        _ stamp: FrameStamp, at now: Timestamp, source: Mark.Source, settings: Settings, oldest: Timestamp?
    ) -> (number: Int, effects: [Effect]) {
        let begun = begin(settings, at: now)
        // While somebody looks at the end that STOP closed, a noise says nothing about that end.
        let decided = stopped?.isBack == false ? [] : decideStoppedEnds(stamp, pressed: nil, settings, at: now)
        let set = plan(stamp, pressed: nil, source: source, settings: settings, oldest: oldest)
        return (set.number, begun + decided + set.effects)
    }
}
