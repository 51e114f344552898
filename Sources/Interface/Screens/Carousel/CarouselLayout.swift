// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the clips and their words. The clip in the middle is 1152 × 648 at the usual text size, and smaller with larger words.
struct CarouselLayout {
    let look: Theme
    /// The clip in the middle.
    let middle: Rect
    /// The distance from one clip to the next.
    let pitch: Double
    /// The middle of the title's line.
    let titleMiddle: Double
    let dotsMiddle: Double
    /// The middle of the line with score, heart and length.
    let factsMiddle: Double
    let factsHeight: Double

    static let radius = 20.0
    private static let aspect = 16.0 / 9
    private static let gap = 40.0
    /// The shares by which a neighbour is smaller and darker.
    private static let shrinkage = 0.15
    private static let shade = 0.45
    /// The extent of a shadow beyond its clip at the sides, above and below, and the radius of its corners.
    private static let shadow = (side: 12.0, above: 2.0, below: 26.0, radius: 32.0)

    init(_ look: Theme) {
        self.look = look
        // The figures below the row grow less than the words: they are large already.
        factsHeight = 64 * min(look.scale, 1.25)
        let bottom = FooterLayout(look).rect.y - 30
        let titleHeight = look.lineHeight(Self.titleSize(look))
        titleMiddle = Areas.top + titleHeight / 2
        let first = max(120, Areas.top + titleHeight + 8)
        let below = 44 + 32 + factsHeight
        let height = min(648, bottom - below - first, Canvas.bounds.width * 0.8 / Self.aspect)
        let width = (height * Self.aspect).rounded()
        // On a higher canvas everything lies in the middle.
        let spare = max(0, bottom - below - first - height)
        let top = first + (Canvas.shape == .wide ? 0 : spare / 2)
        let foot = Canvas.shape == .wide ? bottom : top + height + below
        factsMiddle = foot - factsHeight / 2
        dotsMiddle = foot - factsHeight - 32
        middle = Rect(x: Canvas.bounds.center.x - width / 2, y: top, width: width, height: height)
        pitch = width / 2 + Self.gap + width / 2 * (1 - Self.shrinkage)
    }

    /// The rubber band beyond an end of the row.
    var band: RubberBand { RubberBand(reach: 0.3 * middle.width) }

    static func titleSize(_ look: Theme) -> Double { look.scale > 1.5 ? 72 : look.title }

    /// Returns a clip's distance from the middle, in clips.
    func distance(_ index: Int, from middle: Int, offset x: Double) -> Double { Double(index - middle) + x / pitch }

    /// Returns true if any part of a clip at this distance lies on the canvas.
    func isSeen(_ distance: Double) -> Bool { abs(distance) * pitch - middle.width / 2 < Canvas.bounds.width / 2 }

    func scale(_ distance: Double, hasDepth: Bool) -> Double {
        hasDepth ? 1 - Self.shrinkage * min(1, abs(distance)) : 1 - Self.shrinkage * (abs(distance) > 0.5 ? 1 : 0)
    }

    func shade(_ distance: Double, hasDepth: Bool) -> Double { hasDepth ? Self.shade * min(1, abs(distance)) : 0 }

    /// Returns the rectangle of a clip of this aspect, before it is scaled about its centre.
    func place(_ distance: Double, aspect: Double) -> Rect {
        var rect = middle.fitted(aspect: aspect)
        rect.x += distance * pitch
        return rect
    }

    /// Returns the shadow of a clip in the middle.
    func shadow(aspect: Double) -> Drawing {
        let rect = middle.fitted(aspect: aspect)
        let around = Rect(
            x: rect.x - Self.shadow.side, y: rect.y - Self.shadow.above, width: rect.width + 2 * Self.shadow.side,
            height: rect.height + Self.shadow.above + Self.shadow.below)
        return Drawing([.fill(around, cornerRadius: Self.shadow.radius, Palette.ink.opacity(0.3))])
    }
}
