// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of a review, in canvas units. The columns beside the clip lie above it on an upright canvas.
enum ReviewLayout {
    /// The number of clips of the stack that are visible.
    static let depth = 4
    /// The rectangle of the top clip, if it has the proportions of a film.
    static var clip: Rect {
        guard Areas.isUpright else { return Rect(x: 256, y: 72 + spare, width: 1408, height: 792) }
        let width = Areas.right - Areas.left
        return Rect(x: Areas.left, y: Areas.top + 384, width: width, height: width * 9 / 16)
    }
    /// Half of what a wide canvas is higher than 1080.
    private static var spare: Double { (Canvas.bounds.height - 1080) / 2 }
    static let cornerRadius = 20.0
    /// Each clip lies 10 pt lower than the one above it, and is a twentieth smaller.
    static var step: Double { 10 * SwipeRule.point }
    static let shrink = 0.05
    static let shade = 0.22
    /// The share of a finger's downward travel that the clip follows.
    static let downward = 0.2
    /// The share of its way that a clip being pulled back has gone at the threshold.
    static let pull = 0.6

    static var left: Rect { Rect(x: Areas.left, y: Areas.top, width: sideWidth, height: Areas.isUpright ? 340 : 810) }
    private static var sideWidth: Double { Areas.isUpright ? 480 : 144 }
    /// The gap between a column and the clip at rest.
    static let columnGap = 16.0
    /// The width for the top clip's number in the stack: three figures fit in full size, and the clip begins to their right.
    static let placeWidth = 152.0
    static var right: Rect { Rect(x: Areas.right - sideWidth, y: Areas.top, width: sideWidth, height: Areas.isUpright ? 340 : 700) }
    /// The line that shows the clip's progress.
    static var line: Rect { Rect(x: clip.x + 20, y: clip.y - 19, width: clip.width - 40, height: 6) }
    /// The centres of the signs that show what a swipe does.
    static var leftSign: Point { Point(Areas.left + 80, signMiddle) }
    static var rightSign: Point { Point(Areas.right - 80, signMiddle) }
    private static var signMiddle: Double { Areas.isUpright ? clip.maxY + 272 : 812 + spare }
    static let signRadius = 72.0
    static let ringRadius = 58.0
    static let ringWidth = 8.0

    /// Returns the rectangle of the top clip, with the clip's own proportions.
    static func place(aspect: Double) -> Rect { clip.fitted(aspect: aspect) }

    /// Returns the lower edge of the clip at a depth in the stack; 0 is the top.
    static func bottom(ofDepth depth: Double) -> Double { clip.maxY + step * depth }
}
