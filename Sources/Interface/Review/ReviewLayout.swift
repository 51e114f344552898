// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Where things lie in a review, in canvas units.
enum ReviewLayout {
    /// So many clips are seen of the stack.
    static let depth = 4
    /// The top one, if it is as wide as a film.
    static let clip = Rect(x: 256, y: 72, width: 1408, height: 792)
    static let cornerRadius = 20.0
    /// Each clip lies 10 pt lower than the one above it, and is a twentieth smaller.
    static let step = 10 * SwipeRule.point
    static let shrink = 0.05
    static let shade = 0.22
    /// How much of a finger that goes down is followed.
    static let downward = 0.2
    /// How much of its way a clip that is pulled back has gone at the threshold.
    static let pull = 0.6

    static let left = Rect(x: Areas.left, y: Areas.top, width: 144, height: 810)
    /// Of the top clip's place among the others: three figures have room in their full size, and the clip begins behind them.
    static let placeWidth = 152.0
    static let right = Rect(x: 1680, y: Areas.top, width: 144, height: 700)
    /// How far the clip has come.
    static let line = Rect(x: clip.x + 20, y: 53, width: clip.width - 40, height: 6)
    /// The middles of the signs of what a swipe does.
    static let leftSign = Point(176, 812)
    static let rightSign = Point(1744, 812)
    static let signRadius = 72.0
    static let ringRadius = 58.0
    static let ringWidth = 8.0

    /// A clip's place on top, with its own proportions.
    static func place(aspect: Double) -> Rect { clip.fitted(aspect: aspect) }

    /// The lower edge of the clip so many places down.
    static func bottom(ofDepth depth: Double) -> Double { clip.maxY + step * depth }
}
