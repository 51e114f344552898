// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Computes what Live shows at an instant, and what the screens over Live keep clear of.
extension Context {
    /// Returns true if the delayed picture is on the screen, because its first frame is due.
    func isDelayedUp(at now: Timestamp) -> Bool {
        !DelayRule(delay: .seconds(settings.delaySeconds)).isFilling(oldest: line?.oldest, at: now)
    }

    /// The time at which the oldest footage in the line is due.
    var delayedDue: Timestamp? {
        line?.oldest.map { $0.timestamp + .seconds(settings.delaySeconds) }
    }

    func countdownChange(after seen: Timestamp) -> Timestamp? {
        guard let due = delayedDue, due > seen else { return nil }
        return nextSecondOfCountdown(after: seen, to: due)
    }

    /// Returns the content of the sign that says which picture is on the screen.
    func when(at now: Timestamp) -> WhenSign.Content {
        let isLive = !isDelayedUp(at: now)
        if let delayTurn, now < delayTurn.end { return .turning(settings.delaySeconds, isLive: isLive) }
        return isLive ? liveWhen(at: now) : whenMissing(delay: .seconds(settings.delaySeconds), at: now) ?? .ago(settings.delaySeconds)
    }

    /// Returns the content of the sign of the camera's own picture.
    func liveWhen(at now: Timestamp) -> WhenSign.Content { whenMissing(delay: .zero, at: now) ?? .live }

    /// Returns the next instant after `seen` at which a sign changes because pictures are missing.
    func gapChange(after seen: Timestamp) -> Timestamp? {
        [Duration.zero, .seconds(settings.delaySeconds)].compactMap { gaps.nextChange(after: seen, delay: $0) }.min()
    }

    func hud(at now: Timestamp) -> HUDContent {
        HUDContent(
            // On a split screen each picture has a sign of its own.
            when: settings.isSplit ? nil : when(at: now), note: pauseNote, isRecording: hasRoomForStatus && isRecording,
            isSplit: settings.isSplit, buffer: bufferBar(at: now),
            status: hasRoomForStatus ? liveStatus(at: now) : nil, chips: chipContent(at: now))
    }

    /// True if there is room for the status: in large text the menu needs it.
    private var hasRoomForStatus: Bool {
        cover.place != .menu || settings.textScalePercent == 100 || cover.right < Areas.right && settings.textScalePercent < 200
    }

    /// The note that the footage in memory doesn't grow; `nil` if it does, or under the menu, which has no room for it.
    private var pauseNote: String? {
        guard let line, cover.place != .menu, stalledSince != nil else { return nil }
        return Strings.pausedBuffer(line.contentSeconds)
    }

    /// Returns how much footage fits, while the footer is up or the buffer is short. The menu and the diagnostics tell it themselves.
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
        return HUDLayout(Theme(settings), hud(at: now), within: pictures.hudSpan(Theme(settings), right: cover.right), bar: pictures.leftBar)
    }

    /// Returns the top of the area for what lies in the middle.
    func belowHUD(at now: Timestamp) -> Double {
        let layout = hudLayout(at: now)
        return max(layout.bottom, layout.chip.map { $0.bottom + Theme.margin } ?? 0)
    }
}
