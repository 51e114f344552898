// SPDX-License-Identifier: GPL-3.0-or-later

/// A layer whose picture is at hand: what a display's planes take and what the compositor composes.
public struct PlacedPicture: Sendable {
    /// A turn of the picture and its place together.
    public struct Tilt: Hashable, Sendable {
        /// Clockwise.
        public var degrees: Double
        /// The point that stays where it is, in canvas units.
        public var pivot: Point

        public init(degrees: Double, about pivot: Point) {
            self.degrees = degrees
            self.pivot = pivot
        }
    }

    public var buffer: PixelBuffer
    /// Where it lies, in canvas units; it is scaled to fill it.
    public var place: Rect
    /// The part that fills the place, of the picture as it is seen; the whole is 0…1 both ways.
    public var crop: Rect
    public var placement: Placement
    /// `nil` if it lies in its place as `placement` has it.
    public var tilt: Tilt?
    /// The parts of the buffer with anything to see in them, in its own pixels, none overlapping another; the rest is
    /// transparent. `nil`: all of it.
    public var used: [PixelRect]?

    public init(
        buffer: PixelBuffer, place: Rect = Canvas.bounds, crop: Rect = .unit, placement: Placement = Placement(),
        tilt: Tilt? = nil, used: [PixelRect]? = nil
    ) {
        self.buffer = buffer
        self.place = place
        self.crop = crop
        self.placement = placement
        self.tilt = tilt
        self.used = used
    }

    /// The picture of a video or still layer, fitted into its place with the aspect of what is shown of it.
    /// - Parameter orientation: how the picture itself is to be looked at, before the layer turns it.
    public init?(_ buffer: PixelBuffer, of layer: Layer, orientation: PictureOrientation = .upright) {
        guard layer.isVisible, let crop = layer.crop.intersection(.unit) else { return nil }
        var aspect = Double(buffer.size.width) / Double(buffer.size.height)
        let placement = layer.placement.placing(orientation)
        if placement.isOnItsSide { aspect = 1 / aspect }
        let place = layer.place.fitted(aspect: aspect * (crop.width / crop.height))
        self.init(buffer: buffer, place: place, crop: crop, placement: placement)
        apply(layer.transform, in: layer.place)
    }

    /// The picture of a drawing layer.
    /// - Parameters:
    ///   - area: where the drawing has the buffer, in the drawing's own coordinates.
    ///   - used: as the buffer's property.
    public init?(_ buffer: PixelBuffer, of layer: Layer, area: Rect, used: [PixelRect]? = nil) {
        guard layer.isVisible, let unit = layer.crop.intersection(.unit) else { return nil }
        let whole = Canvas.bounds.part(unit)
        // What a drawing has beyond the canvas is seen once it is moved.
        guard let seen = unit == .unit ? area : area.intersection(whole) else { return nil }
        let place = layer.place.part(seen.inUnits(of: whole))
        self.init(
            buffer: buffer, place: place, crop: seen.inUnits(of: area),
            placement: Placement(opacity: layer.placement.opacity, blur: layer.placement.blur), used: used)
        apply(layer.transform, in: layer.place)
    }

    /// Whether it asks nothing of a display's plane but to crop and scale.
    public var isPlaneLike: Bool { placement.isPlaneLike && tilt == nil }

    /// Whether it is the same picture, shown in the same way.
    public func isSame(as other: PlacedPicture) -> Bool {
        buffer === other.buffer && place == other.place && crop == other.crop && placement == other.placement && tilt == other.tilt
    }

    private mutating func apply(_ transform: Transform, in layerPlace: Rect) {
        guard !transform.isIdentity else { return }
        let pivot = transform.anchor ?? layerPlace.center
        place = Rect(
            x: pivot.x + (place.x - pivot.x) * transform.scale, y: pivot.y + (place.y - pivot.y) * transform.scale,
            width: place.width * transform.scale, height: place.height * transform.scale)
        if transform.rotation != 0 { tilt = Tilt(degrees: transform.rotation, about: pivot) }
    }
}
