// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of a review, in canvas units.
enum ReviewLayout {
    /// The number of clips of the stack that are visible.
    static let depth = 4
    /// The rectangle of the top clip, if it has the proportions of a film.
    static let clip = Rect(x: 256, y: 72, width: 1408, height: 792)
    static let cornerRadius = 20.0
    /// Each clip lies 10 pt lower than the one above it, and is a twentieth smaller.
    static let step = 10 * SwipeRule.point
    static let shrink = 0.05
    static let shade = 0.22
    /// The share of a finger's downward travel that the clip follows.
    static let downward = 0.2
    /// The share of its way that a clip being pulled back has gone at the threshold.
    static let pull = 0.6

    static let left = Rect(x: Areas.left, y: Areas.top, width: 144, height: 810)
    /// The gap between a column and the clip at rest.
    static let columnGap = 16.0
    /// The width for the top clip's number in the stack: three figures fit in full size, and the clip begins to their right.
    static let placeWidth = 152.0
    static let right = Rect(x: 1680, y: Areas.top, width: 144, height: 700)
    /// The line that shows the clip's progress.
    static let line = Rect(x: clip.x + 20, y: 53, width: clip.width - 40, height: 6)
    /// The centres of the signs that show what a swipe does.
    static let leftSign = Point(176, 812)
    static let rightSign = Point(1744, 812)
    static let signRadius = 72.0
    static let ringRadius = 58.0
    static let ringWidth = 8.0

    /// Returns the rectangle of the top clip, with the clip's own proportions.
    static func place(aspect: Double) -> Rect { clip.fitted(aspect: aspect) }

    /// Returns the lower edge of the clip at a depth in the stack; 0 is the top.
    static func bottom(ofDepth depth: Double) -> Double { clip.maxY + step * depth }
}
