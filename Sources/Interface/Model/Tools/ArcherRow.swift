// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The row of archers that replaces the status for a short time when another archer is chosen. Each press chooses at once, and the row only
/// shows the choice. It disappears by itself, because it covers the picture near the athlete.
struct ArcherRow: Hashable, Sendable {
    /// The time for which it stays after the last press.
    static let stays: Duration = .seconds(2)

    private var opening: Transition
    private var closing: TimeSpan

    /// Creates a closed row, and opens it.
    /// - Parameter hasReducedMotion: true if it fades and nothing moves.
    init(hasReducedMotion: Bool, at now: Timestamp) {
        opening = Transition(at: 0, since: now)
        closing = TimeSpan(now, for: .zero)
        open(hasReducedMotion: hasReducedMotion, at: now)
    }

    /// Opens the row, because an archer was chosen. It opens from where it is on its way, and its time begins anew.
    mutating func open(hasReducedMotion: Bool, at now: Timestamp) {
        let motion = hasReducedMotion ? Motion.crossFade : Motion.sheet
        opening = Transition(at: openness(at: now), since: now)
        opening.go(to: 1, at: now, within: motion)
        closing = TimeSpan(now + Self.stays, for: motion)
    }

    /// The time at which the row is gone, and the status is back.
    var end: Timestamp { closing.end }

    /// Returns the openness: 1 is the row, 0 the status; eased out both ways.
    func openness(at now: Timestamp) -> Double {
        let rest = 1 - closing.progress(at: now)
        return opening.value(at: now) * rest * rest * rest
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        opening.span.nextChange(after: seen) ?? closing.nextChange(after: seen)
    }
}

extension Context {
    /// Makes another archer the shooter, and opens the row of archers.
    mutating func turn(to archer: String, at now: Timestamp) -> [Effect] {
        let still = settings.hasReducedMotion
        archerRow == nil ? archerRow = ArcherRow(hasReducedMotion: still, at: now) : archerRow?.open(hasReducedMotion: still, at: now)
        return choose(archer: archer, at: now)
    }
}
