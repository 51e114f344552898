// SPDX-License-Identifier: GPL-3.0-or-later

/// What no card has yet and a switched-off box would forget.
package struct UnsavedWork: Hashable, Sendable {
    package var clips: Int
    /// Arrows that were placed aren't in the journal.
    package var hasArrows: Bool

    package init(clips: Int, hasArrows: Bool) {
        self.clips = clips
        self.hasArrows = hasArrows
    }

    package var isNone: Bool { clips == 0 && !hasArrows }
}
