// SPDX-License-Identifier: GPL-3.0-or-later

/// The numbers of swipes since the box started: with the next clip peeking in, and without (the setting `peek`). They stay on the box; the
/// diagnostics show them.
struct SwipeCounts: Hashable, Sendable {
    private(set) var peeking = 0
    private(set) var blind = 0

    mutating func note(peeks: Bool) { if peeks { peeking += 1 } else { blind += 1 } }
}
