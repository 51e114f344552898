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
            when: settings.isSplit ? nil : when(at: now), note: pauseNote, isRecording: hasRoomForStatus && isRecording, buffer: bufferBar(at: now),
            status: hasRoomForStatus ? liveStatus(at: now) : nil, chips: chipContent(at: now))
    }

    /// In large text the menu needs the room.
    private var hasRoomForStatus: Bool {
        cover.place != .menu || settings.textScalePercent == 100 || cover.right < Areas.right && settings.textScalePercent < 200
    }

    /// The footage that is kept doesn't grow. The menu has no room for it.
    private var pauseNote: String? {
        guard let line, cover.place != .menu, stalledSince != nil else { return nil }
        return Strings.pausedBuffer(line.contentSeconds)
    }

    /// How much footage fits: while the footer is there, and as long as it is short. Menu and diagnostics say it themselves.
    private func bufferBar(at now: Timestamp) -> BufferBar.Content? {
        guard let line, cover.place == .live, !settings.showsDiagnostics, stalledSince == nil, bufferOpacity(at: now) > 0 else { return nil }
        let filled = line.capacitySeconds > 0 ? line.contentSeconds / line.capacitySeconds : 1
        // In steps, so that it isn't painted anew all the time.
        return BufferBar.Content(
            seconds: line.capacitySeconds, filled: (filled.clamped(to: 0...1) * 50).rounded() / 50,
            isShort: line.capacitySeconds < Self.shortBuffer)
    }

    func bufferOpacity(at now: Timestamp) -> Double {
        line.map { $0.capacitySeconds < Self.shortBuffer } ?? false ? 1 : footer.opacity(at: now)
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
