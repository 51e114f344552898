// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A list of which only a part is visible.
struct ScrolledList {
    /// The rectangle in which its lines are visible.
    let viewport: Rect
    /// The distance by which the first drawn line begins above the viewport. If it is below 0, the list is dragged below its beginning, and
    /// there is room above the line.
    let above: Double

    /// Returns the lines while the list moves: a drawing of their own, which only moves until another line becomes visible.
    /// - Parameter lines: the lines, the first one at the top of the canvas.
    func layer(_ lines: Drawing) -> Layer {
        var seen = viewport
        seen.y -= min(0, above)
        seen.height += min(0, above)
        let canvas = Canvas.bounds
        let part = Rect(
            x: seen.x / canvas.width, y: max(0, above) / canvas.height, width: seen.width / canvas.width, height: seen.height / canvas.height)
        return Layer(.drawing(lines), place: seen, crop: part)
    }
}

/// The bar beside a long list, which shows the visible part and its position.
struct ScrollBar {
    private let track: Rect
    private let height: Double
    /// The distance from the track's upper end to the thumb.
    private let offset: Double

    /// Returns `nil` if the whole list is visible.
    /// - Parameters:
    ///   - track: the whole bar.
    ///   - share: the visible share of the list, 0…1.
    ///   - progress: the scrolled share, 0…1; beyond the list's ends the thumb stays on the track.
    init?(_ track: Rect, share: Double, progress: Double) {
        guard share < 1 else { return nil }
        self.track = track
        height = max(24, track.height * share)
        offset = (track.height - height) * progress.clamped(to: 0...1)
    }

    /// Returns the bar of a page's list: always at the list's right, in the margin.
    static func beside(_ list: Rect, share: Double, progress: Double) -> ScrollBar? {
        ScrollBar(Rect(x: list.maxX + 16, y: list.y, width: 8, height: list.height), share: share, progress: progress)
    }

    /// - Parameter isMoving: true if the thumb is drawn elsewhere.
    func draw(isMoving: Bool, on sketch: inout DrawingBuilder) {
        sketch.add([.fill(track, cornerRadius: track.width / 2, Palette.text.opacity(0.15))])
        if !isMoving { sketch.add([thumb(at: offset)]) }
    }

    /// The thumb while the list moves: a drawing that only moves.
    var layer: Layer {
        var place = Canvas.bounds
        place.y = offset
        return Layer(.drawing(Drawing([thumb(at: 0)])), place: place)
    }

    private func thumb(at offset: Double) -> DrawingCommand {
        .fill(
            Rect(x: track.x, y: track.y + offset, width: track.width, height: height), cornerRadius: track.width / 2, Palette.text.opacity(0.7))
    }
}
