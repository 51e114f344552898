// SPDX-License-Identifier: GPL-3.0-or-later

/// How often somebody swiped since the box started, while the next clip peeks in and while it doesn't (the setting `peek`). Nothing leaves
/// the box: the diagnostics show it.
struct SwipeCounts: Hashable, Sendable {
    private(set) var peeking = 0
    private(set) var blind = 0

    mutating func note(peeks: Bool) { if peeks { peeking += 1 } else { blind += 1 } }
}
