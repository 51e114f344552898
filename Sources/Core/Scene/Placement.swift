// SPDX-License-Identifier: GPL-3.0-or-later

/// The turn of a picture inside its rectangle, and its blending with the layers below. Any display plane can show the defaults.
public struct Placement: Hashable, Sendable {
    /// The rotation clockwise, in degrees, about the middle of the rectangle. At 90 and 270 the picture is turned inside its rectangle.
    public var rotation: Double
    /// True if the picture is mirrored left to right, before it is turned.
    public var isMirrored: Bool
    /// 0 (invisible) … 1 (opaque).
    public var opacity: Double
    /// The radius of the blur in canvas units; 0 is sharp.
    public var blur: Double
    /// The darkening of the picture, 0…1; 1 is black.
    public var shade: Double
    /// The rounded edge; `nil`: a plain rectangle.
    public var border: Border?

    /// The edge of a picture that lies on the TV like a sheet of paper. It is painted on the picture, and scales and turns with it.
    public struct Border: Hashable, Sendable {
        /// The radius of the rounded corners, in canvas units. The picture is transparent outside them.
        public var cornerRadius: Double
        /// The width of the line, in canvas units; 0: no line.
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

    /// True if a display's plane can show it at no cost: upright or upside down, mirrored or not, opaque, sharp, undarkened, and with plain
    /// edges.
    public var isPlaneLike: Bool {
        (rotation == 0 || rotation == 180) && opacity == 1 && blur == 0 && shade == 0 && border == nil
    }

    /// Returns this placement combined with a picture's own orientation, which applies first.
    public func placing(_ orientation: PictureOrientation) -> Placement {
        guard orientation != .upright else { return self }
        var placement = self
        // A mirror reverses the direction of a turn that was made before it.
        placement.rotation += Double(orientation.turn.rawValue) * (isMirrored ? -1 : 1)
        placement.rotation = placement.rotation.truncatingRemainder(dividingBy: 360)
        if placement.rotation < 0 { placement.rotation += 360 }
        placement.isMirrored = isMirrored != orientation.isMirrored
        return placement
    }

    /// True if the picture's width runs along the height of its rectangle.
    public var isOnItsSide: Bool { abs(rotation.truncatingRemainder(dividingBy: 180)) == 90 }

    /// Converts a part of the picture as it is seen to the picture before its turn, still mirrored. Only quarter turns change the part: any
    /// other angle turns the picture with its crop.
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

    /// Converts a part of the picture as it is seen to the picture's own memory.
    public func inMemory(_ crop: Rect) -> Rect {
        var crop = unturned(crop)
        if isMirrored { crop.x = 1 - crop.maxX }
        return crop
    }
}

/// The scaling and rotation of a whole layer about a point. The default changes nothing.
public struct Transform: Hashable, Sendable {
    /// The rotation clockwise, in degrees.
    public var rotation: Double
    public var scale: Double
    /// The fixed point, in canvas units; `nil`: the middle of the layer's rectangle.
    public var anchor: Point?

    public init(rotation: Double = 0, scale: Double = 1, about anchor: Point? = nil) {
        self.rotation = rotation
        self.scale = scale
        self.anchor = anchor
    }

    public var isIdentity: Bool { rotation == 0 && scale == 1 }
}
