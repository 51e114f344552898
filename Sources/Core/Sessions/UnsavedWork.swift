// SPDX-License-Identifier: GPL-3.0-or-later

/// What no card has yet and a switched-off box would forget.
package struct UnsavedWork: Hashable, Sendable {
    package var clips: Int
    /// Arrows that were placed aren't in the journal.
    package var hasArrows: Bool
    /// Pictures that were to be kept aren't.
    package var hasPictures: Bool
    /// What somebody decided about clips, or noted, isn't in the journal.
    package var hasDecisions: Bool
    /// Changes that wait for a card which isn't in, while another one is.
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
