// SPDX-License-Identifier: GPL-3.0-or-later

/// The pictures on their way to the TV: waiting (pending), handed to the hardware (queued), on the TV (active).
///
/// The hardware takes one commit a vblank. While a commit is queued, the newest other picture waits, and older waiting pictures are
/// dropped. A picture may be given back only when it is in none of the three states.
struct Scanout<Picture> {
    private(set) var pending: Picture?
    private(set) var queued: Picture?
    private(set) var active: Picture?

    /// Submits the next picture to be shown; it replaces one still waiting.
    mutating func submit(_ picture: Picture) {
        pending = picture
    }

    /// Returns the picture to commit now; `nil` while one is queued, or if nothing waits.
    func beginCommit() -> Picture? {
        queued == nil ? pending : nil
    }

    /// Notes that the hardware took the picture that `beginCommit` returned.
    /// - Precondition: it returned a picture.
    mutating func committed() {
        precondition(queued == nil && pending != nil, "a commit begins with beginCommit")
        queued = pending
        pending = nil
    }

    /// Notes that the hardware didn't take the picture. The picture on the TV stays.
    /// - Parameter keep: true if the hardware was only busy: the picture goes with the next vblank, unless a newer one comes.
    mutating func commitRefused(keep: Bool) {
        if !keep { pending = nil }
    }

    /// Notes that the queued picture is on the TV. A flip that nobody waits for changes nothing.
    mutating func flipped() {
        guard let queued else { return }
        active = queued
        self.queued = nil
    }

    /// Drops all pictures, because the TV is gone or another program has it. The waiting picture would be too old.
    mutating func lost() {
        pending = nil
        queued = nil
        active = nil
    }
}
