// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A row of clips on its way out, above the screen that comes up: the row as it was drawn last, moved. The screen below is dark at first
/// and brightens as the row goes, so no layer lies between the two.
struct ScreenExit: Hashable, Sendable {
    let exit: CarouselExit
    /// The row before it moves out.
    let row: [RowPiece]
    let hasBlur: Bool

    var span: TimeSpan { exit.span }

    func layers(at now: Timestamp) -> [Layer] {
        let look = hasBlur ? exit.look(at: now) : exit.look(at: now).sharp
        return row.map { $0.placed(look) }
    }

    /// Returns the share by which the screen that comes up is darkened, 0…1.
    func shade(at now: Timestamp) -> Double { exit.cover(at: now) }
}

/// A clip of the row, or its shadow, before it moves out.
struct RowPiece: Hashable, Sendable {
    var layer: Layer
    /// True for the pieces of the clip in the middle, which turns and shrinks on the way. The others only move along.
    var isMiddle: Bool
    /// True if the piece blurs on the way. Only one picture of the clip in the middle does, since it takes as many quads as all the others
    /// together.
    var blurs = true

    func placed(_ look: CarouselExit.Appearance) -> Layer {
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
