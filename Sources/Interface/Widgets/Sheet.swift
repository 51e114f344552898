// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The one kind of sheet: at the right, from the safe area's top down to the footer. The menu's pages, the notes, the filter and an export
/// lie on such a sheet. On an upright canvas a list lies below the picture, as wide as the safe area.
struct Sheet {
    enum Width: Double {
        /// 640 at the usual text size: a list beside the picture.
        case narrow = 640
        /// 928: rows that explain themselves, or two columns.
        case wide = 928
    }

    static let radius = 24.0
    /// The distance from an edge to the words.
    static let padding = 32.0

    let rect: Rect
    private let look: Theme

    /// - Parameters:
    ///   - width: at the usual text size; larger text gets more room.
    ///   - bottom: the lower edge; `nil` for the edge above the footer.
    init(_ look: Theme, _ width: Width, bottom: Double? = nil) {
        self.look = look
        let left = Self.left(look, width)
        let foot = Areas.pageBottom(look)
        let lower = min(foot, bottom ?? foot)
        let upper = Areas.isUpright && width == .narrow ? min(Areas.belowFilm, lower - Self.leastHeight * look.scale) : Areas.top
        rect = Rect(x: left, y: upper, width: Areas.right - left, height: lower - upper)
    }

    /// The least height of a list below the picture, at the usual text size.
    private static let leastHeight = 600.0

    /// Returns the left edge.
    static func left(_ look: Theme, _ width: Width) -> Double {
        Areas.isUpright ? Areas.left : Areas.right - width.rawValue - 416 * (look.scale - 1)
    }

    /// The area of the title.
    var title: Rect { Rect(x: rect.x + Self.padding, y: rect.y + 20, width: rect.width - 2 * Self.padding, height: look.lineHeight(look.title)) }
    /// The upper edge of what is below the title.
    var contentTop: Double { title.maxY + 20 }

    /// Returns the scroll bar of a list: always at the right edge.
    /// - Parameters:
    ///   - list: the visible part of the list.
    ///   - share: the visible share, 0…1.
    ///   - progress: the scrolled share, 0…1.
    func scrollBar(of list: Rect, share: Double, progress: Double) -> ScrollBar? {
        ScrollBar(Rect(x: rect.maxX - 22, y: list.y, width: 6, height: list.height), share: share, progress: progress)
    }

    /// Draws the ground.
    func draw(on sketch: inout DrawingBuilder) { Self.ground(rect, on: &sketch) }

    /// Draws the ground of a sheet: nearly opaque, so that no words under the sheet can be read through it.
    static func ground(_ rect: Rect, on sketch: inout DrawingBuilder) {
        let look = sketch.look
        sketch.add([.fill(rect, cornerRadius: radius, look.hasHighContrast ? Palette.ink : Palette.page.opacity(0.96))])
        sketch.edge(rect, radius: radius, width: look.edgeWidth, look.edge)
    }
}
