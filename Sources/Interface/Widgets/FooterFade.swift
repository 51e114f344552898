// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The opacity of Live's footer: it comes with a key or a turn, and goes 5 s after the last one.
struct FooterFade: Hashable, Sendable {
    static let comes: Duration = .milliseconds(150)
    static let goes: Duration = .milliseconds(250)

    private var woken: Timestamp
    /// The opacity when it was woken.
    private var from = 1.0

    init(at now: Timestamp) {
        woken = now
    }

    private var end: Timestamp { woken + Motion.idle }

    mutating func wake(at now: Timestamp) {
        guard now > woken else { return }
        from = opacity(at: now)
        woken = now
    }

    /// The time without a touch after which it counts as idle.
    private static let rest: Duration = .seconds(2)

    /// Returns true if nobody has touched anything for a moment.
    func isIdle(at now: Timestamp) -> Bool { woken + Self.rest <= now }

    /// Returns the opacity, 0…1.
    func opacity(at now: Timestamp) -> Double {
        if now < woken { return from }
        if now < end { return from + (1 - from) * TimeSpan(woken, for: Self.comes).progress(at: now) }
        return 1 - TimeSpan(end, for: Self.goes).progress(at: now)
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        let comes = from < 1 ? TimeSpan(woken, for: Self.comes).nextChange(after: seen) : nil
        let changes = [comes, woken + Self.rest, TimeSpan(end, for: Self.goes).nextChange(after: seen)]
        return changes.compactMap { $0 }.filter { $0 > seen }.min()
    }
}
