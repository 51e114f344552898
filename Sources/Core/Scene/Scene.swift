/// What the TV shall show at one instant: layers from back to front.
public struct Scene: Hashable, Sendable {
    public var layers: [Layer]

    public init(layers: [Layer] = []) {
        self.layers = layers
    }
}

/// A picture or a drawing with its place on the TV.
public struct Layer: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case video(VideoSource)
        case drawing(Drawing)
    }

    public var content: Content
    /// Where it lies, in canvas units. A drawing's own coordinates are canvas units too: its place is where it is
    /// painted, and moving it moves the drawing by the difference from `Canvas.bounds`.
    public var place: Rect
    public var placement: Placement

    public init(_ content: Content, place: Rect = Canvas.bounds, placement: Placement = Placement()) {
        self.content = content
        self.place = place
        self.placement = placement
    }
}

/// Where a layer's moving picture comes from.
public enum VideoSource: Hashable, Sendable {
    /// The camera, `delay` ago.
    case delayed
    /// The camera, now: for aiming, and beside the delayed picture.
    case live
    /// The clip that `Effect.play` started.
    case clip
}

/// How a picture is turned and mixed when it is put on the TV. The defaults are what any display plane can do.
public struct Placement: Hashable, Sendable {
    /// Clockwise, in degrees, about the middle of its place. For 90 and 270 the picture is turned inside the place.
    public var rotation: Double
    /// Mirrored left to right, before it is turned.
    public var isMirrored: Bool
    /// 0 (not there) … 1.
    public var opacity: Double
    /// Radius of the blur in canvas units; 0 is sharp.
    public var blur: Double

    public init(rotation: Double = 0, isMirrored: Bool = false, opacity: Double = 1, blur: Double = 0) {
        self.rotation = rotation
        self.isMirrored = isMirrored
        self.opacity = opacity
        self.blur = blur
    }

    /// Only what a display's plane does for nothing: upright or upside down, mirrored, opaque and sharp.
    public var isPlaneLike: Bool {
        (rotation == 0 || rotation == 180) && opacity == 1 && blur == 0
    }
}

/// A layer whose picture is at hand: what a display's planes take and what the compositor composes.
public struct PlacedPicture: Sendable {
    public var buffer: PixelBuffer
    /// Where it lies, in canvas units; it is scaled to fill it.
    public var place: Rect
    public var placement: Placement
    /// The parts of the buffer with anything to see in them, in its own pixels, none overlapping another; the rest is
    /// transparent. `nil`: all of it.
    public var used: [PixelRect]?

    public init(buffer: PixelBuffer, place: Rect = Canvas.bounds, placement: Placement = Placement(), used: [PixelRect]? = nil) {
        self.buffer = buffer
        self.place = place
        self.placement = placement
        self.used = used
    }
}
