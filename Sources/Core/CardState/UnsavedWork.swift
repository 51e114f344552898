// SPDX-License-Identifier: GPL-3.0-or-later

/// The work that no card has yet and that is lost if the box is switched off.
package struct UnsavedWork: Hashable, Sendable {
    package var clips: Int
    /// True if placed arrows aren't in the journal.
    package var hasArrows: Bool
    /// True if pictures that somebody wanted to keep aren't saved.
    package var hasPictures: Bool
    /// True if decisions about clips, or notes, aren't in the journal.
    package var hasDecisions: Bool
    /// The number of changes that wait for a card that isn't in, while another card is.
    package var changes: Int

    package init(clips: Int = 0, hasArrows: Bool = false, hasPictures: Bool = false, hasDecisions: Bool = false, changes: Int = 0) {
        self.changes = changes
        self.clips = clips
        self.hasArrows = hasArrows
        self.hasPictures = hasPictures
        self.hasDecisions = hasDecisions
    }

    package var isNone: Bool { self == UnsavedWork() }
}
