// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A drawing as it lies in the overlay.
struct PaintedLayer: Hashable {
    var drawing: Drawing
    var opacity: Double
    var offset: Point
    /// The serials of the stills that the drawing shows, by clip: a still that comes later changes the layer.
    var stills: [ClipKey: Int]

    /// Fails for a layer that paints nothing.
    /// - Precondition: a drawing layer.
    init?(_ layer: Layer, stills: StillPictures) {
        guard case .drawing(let drawing) = layer.content else {
            preconditionFailure("only drawings lie in the overlay")
        }
        guard !drawing.commands.isEmpty, layer.placement.opacity > 0 else { return nil }
        self.init(
            drawing, opacity: layer.placement.opacity,
            offset: Point(layer.place.x - Canvas.bounds.x, layer.place.y - Canvas.bounds.y), stills: stills)
    }

    init(_ drawing: Drawing, opacity: Double = 1, offset: Point = Point(0, 0), stills: StillPictures) {
        self.drawing = drawing
        self.opacity = opacity
        self.offset = offset
        self.stills = [:]
        for key in drawing.commands.flatMap(\.stillKeys) { self.stills[key] = stills.serial(of: key) }
    }

    /// Returns true if a command shows another still here than in the other layer.
    func showsAnotherStill(_ command: DrawingCommand, than other: PaintedLayer) -> Bool {
        stills != other.stills && command.stillKeys.contains { stills[$0] != other.stills[$0] }
    }
}
