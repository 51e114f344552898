// SPDX-License-Identifier: GPL-3.0-or-later

/// The size of the canvas in canvas units. It follows the TV, so that the screens use the whole of it; a unit is about as large on each.
///
/// | TV | canvas |
/// | --- | --- |
/// | 16:9, and wider | 1920×1080 |
/// | 16:10, 4:3, 5:4 | 1920×1200, 1920×1440, 1920×1536 |
/// | 16:9, on its side | 1080×1920 |
/// | 16:10, 4:3, 5:4, on its side | 1080×1728, 1080×1440, 1080×1344 |
public struct CanvasShape: Hashable, Sendable {
    public let width: Double
    public let height: Double

    private init(width: Double, height: Double) {
        (self.width, self.height) = (width, height)
    }

    /// The canvas of a 16:9 TV, and of every film.
    public static let wide = CanvasShape(width: 1920, height: 1080)
    /// The canvas of a 16:9 TV that hangs on its side.
    public static let upright = CanvasShape(width: 1080, height: 1920)

    /// Returns the canvas for a TV, or another picture, of this size as a person sees it. The height is a multiple of 8, so up to 8 units
    /// stay black. A TV that is wider than 16:9, narrower than 5:4 or higher than 16:9 has black bars.
    /// - Precondition: a positive size.
    public init(fitting size: VideoSize) {
        precondition(size.width > 0 && size.height > 0, "a TV has a size")
        let isUpright = size.height > size.width
        let width = isUpright ? Self.upright.width : Self.wide.width
        let height = width * Double(size.height) / Double(size.width)
        let heights = isUpright ? 1344.0...1920 : 1080...1536
        let usual = isUpright ? heights.upperBound : heights.lowerBound
        // Some TVs have a mode that is 16:9 but for a few pixels, such as 1366×768.
        let isUsual = abs(height / usual - 1) < 0.02
        self.init(width: width, height: isUsual ? usual : (height.clamped(to: heights) / 8).rounded(.down) * 8)
    }

    /// True if it is higher than wide.
    public var isUpright: Bool { height > width }

    /// The height of the room above a wide picture on an upright canvas, for the picture's age, the status and other words.
    private static let head = 352.0
    /// The least height of the room below such a picture.
    private static let foot = 300.0

    /// Returns the area into which a picture is fitted that has the TV for itself. On an upright canvas a wide picture is as wide as the
    /// TV: the words about it stand in the bars above and below, and not on it.
    /// - Parameter aspect: the width of the picture over its height, as it is displayed.
    public func place(ofPicture aspect: Double) -> Rect {
        guard isUpright, aspect > 1, Self.head + width / aspect <= height - Self.foot else { return bounds }
        return Rect(x: 0, y: Self.head, width: width, height: width / aspect)
    }

    /// Returns the areas of two pictures that are compared, or of the live and the delayed picture: side by side, or on an upright canvas
    /// one below the other, with room for words above and below.
    /// - Parameter gap: the distance between them.
    package func halves(gap: Double) -> (Rect, Rect) {
        guard isUpright else {
            let side = (width - gap) / 2
            return (Rect(x: 0, y: 0, width: side, height: height), Rect(x: width - side, y: 0, width: side, height: height))
        }
        let (top, bottom) = (height * 0.104, height * 0.854)
        let side = (bottom - top - gap) / 2
        return (Rect(x: 0, y: top, width: width, height: side), Rect(x: 0, y: bottom - side, width: width, height: side))
    }

    /// The whole canvas.
    public var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }

    /// The area for everything that must be readable: TVs cut up to 5 % off each edge.
    public var safeArea: Rect { Rect(x: width / 20, y: height / 20, width: width * 9 / 10, height: height * 9 / 10) }

    /// The size of a picture that has a pixel for each unit.
    public var size: VideoSize { VideoSize(width: Int(width), height: Int(height)) }
}

/// The canvas on which a screen is laid out.
public enum Canvas {
    /// The shape of the canvas: wide, unless the box has another TV. The interface sets it round each of its steps. Films and the display's
    /// thread don't depend on it.
    @TaskLocal public static var shape = CanvasShape.wide

    public static var bounds: Rect { shape.bounds }
    public static var safeArea: Rect { shape.safeArea }
    /// The shorter side, 1080 on a 16:9 TV.
    public static var shortSide: Double { min(shape.width, shape.height) }
}
