// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A list of which a part is seen.
struct ScrolledList {
    /// Where its lines are seen.
    let viewport: Rect
    /// How far the first line that is drawn begins above the viewport; less than 0: the list is dragged below its beginning, and the line
    /// leaves room above it.
    let above: Double

    /// Its lines while it moves: a drawing of their own that only moves until another line comes into sight.
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

/// The bar beside a long list: how much of it is seen, and where.
struct ScrollBar {
    private let track: Rect
    private let height: Double
    /// How far the thumb is below the track's upper end.
    private let offset: Double

    /// `nil` where the whole list is seen.
    /// - Parameters:
    ///   - track: the whole bar.
    ///   - share: how much of the list is seen, 0…1.
    ///   - progress: how far the list is scrolled, 0…1; beyond its ends the thumb stays on the track.
    init?(_ track: Rect, share: Double, progress: Double) {
        guard share < 1 else { return nil }
        self.track = track
        height = max(24, track.height * share)
        offset = (track.height - height) * progress.clamped(to: 0...1)
    }

    /// - Parameter isMoving: the thumb is drawn elsewhere.
    func draw(isMoving: Bool, on sketch: inout Sketch) {
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
