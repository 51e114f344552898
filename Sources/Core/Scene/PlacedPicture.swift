// SPDX-License-Identifier: GPL-3.0-or-later

/// A layer's picture with its position on the TV, ready for a display's planes or for the compositor.
public struct PlacedPicture: Sendable {
    /// A rotation of the picture together with its rectangle.
    public struct Tilt: Hashable, Sendable {
        /// The angle, clockwise.
        public var degrees: Double
        /// The fixed point of the rotation, in canvas units.
        public var pivot: Point

        public init(degrees: Double, about pivot: Point) {
            self.degrees = degrees
            self.pivot = pivot
        }
    }

    /// The visible sector of a picture, clockwise from 12 o'clock about a point.
    public struct Sweep: Hashable, Sendable {
        /// The visible share, 0…1; from 1 on the whole picture is visible.
        public var share: Double
        /// The sector's centre in canvas units, before the tilt is applied.
        public var center: Point

        public init(_ share: Double, about center: Point) {
            self.share = share
            self.center = center
        }
    }

    public var buffer: PixelBuffer
    /// The rectangle that the picture is scaled to fill, in canvas units.
    public var place: Rect
    /// The part of the picture that fills `place`, measured on the picture as it is seen; the whole picture is 0…1 in both directions.
    public var crop: Rect
    /// The turn and the blending. The border's sizes already include the scale of the layer's transform.
    public var placement: Placement
    /// The rotation by the layer's transform, in addition to `placement`; `nil`: none.
    public var tilt: Tilt?
    /// The parts of the buffer that show anything, in the buffer's own pixels and without overlaps; the rest is transparent. `nil`: the
    /// whole buffer.
    public var used: [PixelRect]?
    /// The rectangle outside which the picture is hidden, in canvas units on the TV, after the tilt. `nil`: nothing is hidden.
    public var window: Rect?
    /// The visible sector; `nil`: the whole picture.
    public var sweep: Sweep?

    public init(
        buffer: PixelBuffer, place: Rect = Canvas.bounds, crop: Rect = .unit, placement: Placement = Placement(),
        tilt: Tilt? = nil, used: [PixelRect]? = nil, window: Rect? = nil, sweep: Sweep? = nil
    ) {
        self.window = window
        self.sweep = sweep
        self.buffer = buffer
        self.place = place
        self.crop = crop
        self.placement = placement
        self.tilt = tilt
        self.used = used
    }

    /// Fits the picture of a video or still layer into the layer's rectangle, with the aspect of the part that is shown.
    /// - Parameter orientation: the picture's own turn and mirroring, before the layer's.
    public init?(_ buffer: PixelBuffer, of layer: Layer, orientation: PictureOrientation = .upright) {
        guard layer.isVisible, let crop = layer.crop.intersection(.unit) else { return nil }
        var aspect = Double(buffer.size.width) / Double(buffer.size.height)
        let placement = layer.placement.placing(orientation)
        if placement.isOnItsSide { aspect = 1 / aspect }
        let place = layer.place.fitted(aspect: aspect * (crop.width / crop.height))
        self.init(
            buffer: buffer, place: place, crop: crop, placement: placement, window: layer.window,
            sweep: layer.partialSweep.map { Sweep($0, about: place.center) })
        apply(layer.transform, in: layer.place)
    }

    /// Places the picture of a drawing layer.
    /// - Parameters:
    ///   - area: the rectangle of the drawing that the buffer holds, in the drawing's own coordinates.
    ///   - middle: the middle of everything drawn, in the same coordinates; `nil`: the area's middle.
    ///   - used: the value of the property `used`.
    public init?(_ buffer: PixelBuffer, of layer: Layer, area: Rect, middle: Point? = nil, used: [PixelRect]? = nil) {
        guard layer.isVisible, let unit = layer.crop.intersection(.unit) else { return nil }
        let whole = Canvas.bounds.part(unit)
        // An uncropped drawing keeps its parts beyond the canvas: they come into view when the layer moves.
        guard let seen = unit == .unit ? area : area.intersection(whole) else { return nil }
        let place = layer.place.part(seen.inUnits(of: whole))
        let (placement, middle) = (layer.placement, middle ?? area.center)
        let center = layer.place.part(Rect(x: middle.x, y: middle.y, width: 0, height: 0).inUnits(of: whole))
        self.init(
            buffer: buffer, place: place, crop: seen.inUnits(of: area),
            placement: Placement(opacity: placement.opacity, blur: placement.blur, shade: placement.shade), used: used, window: layer.window,
            sweep: layer.partialSweep.map { Sweep($0, about: Point(center.x, center.y)) })
        apply(layer.transform, in: layer.place)
    }

    /// True if a display's plane can show it: it has no tilt, window or sweep, and its placement is plane-like.
    public var isPlaneLike: Bool { placement.isPlaneLike && tilt == nil && window == nil && sweep == nil }

    /// Returns true if both show the same buffer in the same way.
    public func isSame(as other: PlacedPicture) -> Bool {
        buffer === other.buffer && place == other.place && crop == other.crop && placement == other.placement && tilt == other.tilt
            && window == other.window && sweep == other.sweep
    }

    private mutating func apply(_ transform: Transform, in layerPlace: Rect) {
        guard !transform.isIdentity else { return }
        let pivot = transform.anchor ?? layerPlace.center
        func scaled(x: Double, y: Double) -> Point {
            Point(pivot.x + (x - pivot.x) * transform.scale, pivot.y + (y - pivot.y) * transform.scale)
        }
        let corner = scaled(x: place.x, y: place.y)
        place = Rect(x: corner.x, y: corner.y, width: place.width * transform.scale, height: place.height * transform.scale)
        placement.border?.cornerRadius *= transform.scale
        placement.border?.width *= transform.scale
        if let center = sweep?.center { sweep?.center = scaled(x: center.x, y: center.y) }
        if transform.rotation != 0 { tilt = Tilt(degrees: transform.rotation, about: pivot) }
    }
}

extension Layer {
    /// The visible share, or `nil` if the whole layer is visible.
    fileprivate var partialSweep: Double? { sweep.flatMap { $0 < 1 ? $0 : nil } }
}
