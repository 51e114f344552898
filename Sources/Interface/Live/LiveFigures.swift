// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// What is so on Live at an instant: what its screen shows, and what lies over it keeps clear of.
extension Context {
    /// The delayed picture is on the screen: its first frame is due.
    func isDelayedUp(at now: Timestamp) -> Bool {
        !DelayRule(delay: .seconds(settings.delaySeconds)).isFilling(oldest: line?.oldest, at: now)
    }

    /// When the oldest footage held is due.
    var delayedDue: Timestamp? {
        line?.oldest.map { $0.timestamp + .seconds(settings.delaySeconds) }
    }

    func countdownChange(after seen: Timestamp) -> Timestamp? {
        guard let due = delayedDue, due > seen else { return nil }
        return nextSecondOfCountdown(after: seen, to: due)
    }

    /// How much of the hints is there, 0…1.
    func hintOpacity(at now: Timestamp) -> Double {
        1 - Stretch(lastActivity + Motion.idle, for: Motion.fade).progress(at: now)
    }

    var hints: HintLayout { HintLayout(Look(settings), count: sessions.session.marks.count) }

    func hud(at now: Timestamp) -> HUDContent {
        let session = sessions.session
        return HUDContent(
            delay: Strings.seconds(settings.delaySeconds), isLive: !isDelayedUp(at: now),
            isRecording: stalledSince == nil, marks: session.marks.count, written: session.writtenMarkCount,
            isAcknowledged: session.newestMark?.isJournalled ?? false,
            buffer: Strings.span(line?.capacitySeconds ?? settings.bufferMinutes * 60),
            used: line?.usedFraction ?? 0, pinned: line?.pinnedFraction ?? 0)
    }

    /// Where what lies in the middle may begin.
    func belowHUD(at now: Timestamp) -> Double { HUDLayout(Look(settings), hud(at: now)).delay.maxY + Look.margin }
}
