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

    /// The part of the picture that is seen of it, clockwise from 12 o'clock about a point.
    public struct Sweep: Hashable, Sendable {
        /// 0…1; from 1 on it is all there.
        public var share: Double
        /// In canvas units, before the tilt turns it.
        public var center: Point

        public init(_ share: Double, about center: Point) {
            self.share = share
            self.center = center
        }
    }

    public var buffer: PixelBuffer
    /// Where it lies, in canvas units; it is scaled to fill it.
    public var place: Rect
    /// The part that fills the place, of the picture as it is seen; the whole is 0…1 both ways.
    public var crop: Rect
    /// Its border is as large as it lies there, whatever the layer's transform has made of it.
    public var placement: Placement
    /// `nil` if it lies in its place as `placement` has it.
    public var tilt: Tilt?
    /// The parts of the buffer with anything to see in them, in its own pixels, none overlapping another; the rest is
    /// transparent. `nil`: all of it.
    public var used: [PixelRect]?
    /// Nothing outside is seen: in canvas units, as it lies on the TV in the end. `nil`: all of it is seen.
    public var window: Rect?
    /// `nil` if it is all there.
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

    /// The picture of a video or still layer, fitted into its place with the aspect of what is shown of it.
    /// - Parameter orientation: how the picture itself is to be looked at, before the layer turns it.
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

    /// The picture of a drawing layer.
    /// - Parameters:
    ///   - area: where the drawing has the buffer, in the drawing's own coordinates.
    ///   - middle: of what is drawn, there too; `nil`: the area's own.
    ///   - used: as the buffer's property.
    public init?(_ buffer: PixelBuffer, of layer: Layer, area: Rect, middle: Point? = nil, used: [PixelRect]? = nil) {
        guard layer.isVisible, let unit = layer.crop.intersection(.unit) else { return nil }
        let whole = Canvas.bounds.part(unit)
        // What a drawing has beyond the canvas is seen once it is moved.
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

    /// Whether it asks nothing of a display's plane but to crop and scale.
    public var isPlaneLike: Bool { placement.isPlaneLike && tilt == nil && window == nil && sweep == nil }

    /// Whether it is the same picture, shown in the same way.
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
    /// `nil` if all of it is there.
    fileprivate var partialSweep: Double? { sweep.flatMap { $0 < 1 ? $0 : nil } }
}
