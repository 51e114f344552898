// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A row of clips on its way out, above the screen that comes up: as it was drawn last, moved. That screen is dark at first, and gets its light back as
/// the row goes; so nothing lies between the two.
struct ScreenExit: Hashable, Sendable {
    let exit: CarouselExit
    /// The row in its place.
    let row: [RowPiece]
    let hasBlur: Bool

    var span: Stretch { exit.span }

    func layers(at now: Timestamp) -> [Layer] {
        let look = hasBlur ? exit.look(at: now) : exit.look(at: now).sharp
        return row.map { $0.placed(look) }
    }

    /// How much darker the screen is that comes up, 0…1.
    func shade(at now: Timestamp) -> Double { exit.cover(at: now) }
}

/// A clip of the row, or its shadow, as it lies while nothing drags it out.
struct RowPiece: Hashable, Sendable {
    var layer: Layer
    /// It turns and shrinks on the way; the others only go along, and keep their places to it.
    var isMiddle: Bool
    /// The middle one's blurs too: a picture, and no more than one, since each takes as many quads as all of the others together.
    var blurs = true

    func placed(_ look: CarouselExit.Look) -> Layer {
        var layer = layer
        layer.place.x += look.way
        layer.place.y += look.way
        layer.placement.opacity *= look.opacity
        if let anchor = layer.transform.anchor { layer.transform.anchor = Point(anchor.x + look.way, anchor.y + look.way) }
        guard isMiddle else { return layer }
        layer.transform.scale *= look.scale
        layer.transform.rotation += look.tilt
        if blurs { layer.placement.blur = look.blur }
        return layer
    }
}
