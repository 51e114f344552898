// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A row of clips on its way out, above the screen that comes up: as it was drawn last, moved.
struct ScreenExit: Hashable, Sendable {
    let exit: CarouselExit
    /// The row in its place.
    let row: [RowPiece]
    /// What stands beside it; it goes at once.
    let words: [Layer]
    let hasBlur: Bool

    var span: Stretch { exit.span }

    func layers(at now: Timestamp) -> [Layer] {
        let look = hasBlur ? exit.look(at: now) : exit.look(at: now).sharp
        let ground = Layer(.drawing(CarouselDrawing.ground), placement: Placement(opacity: exit.cover(at: now)))
        let leaving = words.map { layer in
            var layer = layer
            layer.placement.opacity *= (1 - 4 * exit.share(at: now)).clamped(to: 0...1)
            return layer
        }
        return [ground] + row.map { $0.placed(look) } + leaving
    }
}

/// A clip of the row, or its shadow, as it lies while nothing drags it out.
struct RowPiece: Hashable, Sendable {
    var layer: Layer
    /// It turns, shrinks and blurs on the way; the others only go along, and keep their places to it.
    var isMiddle: Bool

    func placed(_ look: CarouselExit.Look) -> Layer {
        var layer = layer
        layer.place.x += look.way
        layer.place.y += look.way
        layer.placement.opacity *= look.opacity
        if let anchor = layer.transform.anchor { layer.transform.anchor = Point(anchor.x + look.way, anchor.y + look.way) }
        guard isMiddle else { return layer }
        layer.transform.scale *= look.scale
        layer.transform.rotation += look.tilt
        layer.placement.blur = look.blur
        return layer
    }
}
