import Core

/// A drawing as it lies in the overlay.
struct PaintedLayer: Hashable {
    var drawing: Drawing
    var opacity: Double
    var offset: Point

    /// `nil` for a layer that paints nothing.
    /// - Precondition: a drawing layer.
    init?(_ layer: Layer) {
        guard case .drawing(let drawing) = layer.content else {
            preconditionFailure("only drawings lie in the overlay")
        }
        guard !drawing.commands.isEmpty, layer.placement.opacity > 0 else { return nil }
        self.drawing = drawing
        opacity = layer.placement.opacity
        offset = Point(layer.place.x - Canvas.bounds.x, layer.place.y - Canvas.bounds.y)
    }
}
