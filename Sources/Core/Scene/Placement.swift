// SPDX-License-Identifier: GPL-3.0-or-later

/// How a picture is turned in its place and mixed with what lies below. The defaults are what any display plane can do.
public struct Placement: Hashable, Sendable {
    /// Clockwise, in degrees, about the middle of its place. For 90 and 270 the picture is turned inside the place.
    public var rotation: Double
    /// Mirrored left to right, before it is turned.
    public var isMirrored: Bool
    /// 0 (not there) … 1.
    public var opacity: Double
    /// Radius of the blur in canvas units; 0 is sharp.
    public var blur: Double
    /// How much darker it is than its picture: 0 not at all, 1 black.
    public var shade: Double
    /// Its rounded edge; `nil`: it is a plain rectangle.
    public var border: Border?

    /// The edge of a picture that lies on the TV like a sheet of paper. It is painted on the picture, and made larger and turned with it.
    public struct Border: Hashable, Sendable {
        /// In canvas units: what lies outside of the rounded corners isn't there.
        public var cornerRadius: Double
        /// In canvas units; 0: no line.
        public var width: Double
        public var color: Color

        public init(cornerRadius: Double, width: Double, _ color: Color) {
            self.cornerRadius = cornerRadius
            self.width = width
            self.color = color
        }
    }

    public init(
        rotation: Double = 0, isMirrored: Bool = false, opacity: Double = 1, blur: Double = 0, shade: Double = 0, border: Border? = nil
    ) {
        self.shade = shade
        self.border = border
        self.rotation = rotation
        self.isMirrored = isMirrored
        self.opacity = opacity
        self.blur = blur
    }

    /// Only what a display's plane does for nothing: upright or upside down, mirrored, opaque, sharp, as bright as it is, and with
    /// plain edges.
    public var isPlaneLike: Bool {
        (rotation == 0 || rotation == 180) && opacity == 1 && blur == 0 && shade == 0 && border == nil
    }

    /// Where a picture that is to be looked at like this comes to lie, if it is placed like this besides.
    public func placing(_ orientation: PictureOrientation) -> Placement {
        guard orientation != .upright else { return self }
        var placement = self
        // A mirror turns what was turned before it the other way round.
        placement.rotation += Double(orientation.turn.rawValue) * (isMirrored ? -1 : 1)
        placement.rotation = placement.rotation.truncatingRemainder(dividingBy: 360)
        if placement.rotation < 0 { placement.rotation += 360 }
        placement.isMirrored = isMirrored != orientation.isMirrored
        return placement
    }

    /// Whether what was its width is its height in the place.
    public var isOnItsSide: Bool { abs(rotation.truncatingRemainder(dividingBy: 180)) == 90 }

    /// A part of the picture as it is seen, as that part lies before the picture is turned, still mirrored. Only quarter
    /// turns move a part elsewhere: any other angle turns the picture with its crop.
    public func unturned(_ crop: Rect) -> Rect {
        var degrees = rotation.truncatingRemainder(dividingBy: 360)
        if degrees < 0 { degrees += 360 }
        return switch degrees {
        case 90: Rect(x: crop.y, y: 1 - crop.maxX, width: crop.height, height: crop.width)
        case 180: Rect(x: 1 - crop.maxX, y: 1 - crop.maxY, width: crop.width, height: crop.height)
        case 270: Rect(x: 1 - crop.maxY, y: crop.x, width: crop.height, height: crop.width)
        default: crop
        }
    }

    /// A part of the picture as it is seen, as that part lies in the picture's own memory.
    public func inMemory(_ crop: Rect) -> Rect {
        var crop = unturned(crop)
        if isMirrored { crop.x = 1 - crop.maxX }
        return crop
    }
}

/// How a layer as a whole is made larger or smaller and turned, about a point. The default leaves it where it is.
public struct Transform: Hashable, Sendable {
    /// Clockwise, in degrees.
    public var rotation: Double
    public var scale: Double
    /// The point that stays where it is, in canvas units; `nil`: the middle of the layer's place.
    public var anchor: Point?

    public init(rotation: Double = 0, scale: Double = 1, about anchor: Point? = nil) {
        self.rotation = rotation
        self.scale = scale
        self.anchor = anchor
    }

    public var isIdentity: Bool { rotation == 0 && scale == 1 }
}
