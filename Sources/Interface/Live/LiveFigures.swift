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

    /// What is on the screen, as the sign says it.
    func when(at now: Timestamp) -> WhenSign.Content {
        let isLive = !isDelayedUp(at: now)
        if let delayTurn, now < delayTurn.end { return .turning(settings.delaySeconds, isLive: isLive) }
        return isLive ? .live : .ago(settings.delaySeconds)
    }

    func hud(at now: Timestamp) -> HUDContent {
        HUDContent(
            // Two pictures have a sign each, on themselves.
            when: settings.isSplit ? nil : when(at: now), note: bufferNote(at: now), status: hasRoomForStatus ? liveStatus(at: now) : nil,
            chips: chipContent(at: now))
    }

    /// In large text the menu needs the room.
    private var hasRoomForStatus: Bool {
        cover.place != .menu || settings.textScalePercent == 100 || cover.right < Areas.right && settings.textScalePercent < 200
    }

    /// Of the footage that is kept, where it matters: it is short, it doesn't grow, or somebody turns the delay and asks how far it goes.
    private func bufferNote(at now: Timestamp) -> String? {
        // The menu says it itself, and leaves no room for it.
        guard let line, cover.place != .menu else { return nil }
        if stalledSince != nil { return Strings.pausedBuffer(line.contentSeconds) }
        let isAskedFor = delayTurn.map { now < $0.end } ?? false
        return isAskedFor || line.capacitySeconds < Self.shortBuffer ? Strings.buffer(line.capacitySeconds) : nil
    }

    private static let shortBuffer = 120.0

    func hudLayout(at now: Timestamp) -> HUDLayout {
        let pictures = LivePictures(self, at: now)
        return HUDLayout(Look(settings), hud(at: now), within: pictures.hudSpan(Look(settings), right: cover.right))
    }

    /// Where what lies in the middle may begin.
    func belowHUD(at now: Timestamp) -> Double {
        let layout = hudLayout(at: now)
        return max(layout.bottom, layout.chip.map { $0.bottom + Look.margin } ?? 0)
    }
}
