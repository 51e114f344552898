// SPDX-License-Identifier: GPL-3.0-or-later

/// Where pictures are on their way to the TV: waiting (pending), handed to the hardware (queued), on the TV (active).
///
/// The hardware takes one commit a vblank: while one is queued the newest other waits, and older ones that waited are
/// dropped. A picture may be given back only when it is none of the three.
struct Scanout<Picture> {
    private(set) var pending: Picture?
    private(set) var queued: Picture?
    private(set) var active: Picture?

    /// The next to be shown; it replaces one that still waits.
    mutating func submit(_ picture: Picture) {
        pending = picture
    }

    /// What to commit now: `nil` while one is queued, or when nothing waits.
    func beginCommit() -> Picture? {
        queued == nil ? pending : nil
    }

    /// The hardware took what `beginCommit` gave.
    /// - Precondition: it gave something.
    mutating func committed() {
        precondition(queued == nil && pending != nil, "a commit begins with beginCommit")
        queued = pending
        pending = nil
    }

    /// The hardware didn't take it. What is on the TV stays.
    /// - Parameter keep: it was only busy: the picture goes with the next vblank, unless a newer one comes.
    mutating func commitRefused(keep: Bool) {
        if !keep { pending = nil }
    }

    /// What was queued is on the TV. A flip that nobody waits for changes nothing.
    mutating func flipped() {
        guard let queued else { return }
        active = queued
        self.queued = nil
    }

    /// The TV is gone, or somebody else has it: nothing is on its way or on the TV, and what waited is too old.
    mutating func lost() {
        pending = nil
        queued = nil
        active = nil
    }
}
