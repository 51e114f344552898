// SPDX-License-Identifier: GPL-3.0-or-later

/// A rectangle of whole pixels on the TV.
public struct PixelRect: Hashable, Sendable {
    public var left: Int
    public var top: Int
    public var right: Int
    public var bottom: Int

    public init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// Covers a whole picture.
    public init(_ size: VideoSize) {
        self.init(left: 0, top: 0, right: size.width, bottom: size.height)
    }

    /// Covers a part of a picture, rounded to whole pixels, at least one in each direction.
    /// - Parameter crop: the part; the whole picture is 0…1 in both directions.
    public init(crop: Rect, of size: VideoSize) {
        func span(_ low: Double, _ high: Double, _ count: Int) -> (Int, Int) {
            func edge(_ value: Double) -> Int { Int((min(max(value, 0), 1) * Double(count)).rounded()) }
            let first = min(edge(low), count - 1)
            return (first, max(first + 1, edge(high)))
        }
        let (left, right) = span(crop.x, crop.maxX, size.width)
        let (top, bottom) = span(crop.y, crop.maxY, size.height)
        self.init(left: left, top: top, right: right, bottom: bottom)
    }

    /// Covers every pixel that a rectangle of the canvas touches.
    public init(_ rect: Rect, in mapping: CanvasMapping) {
        let pixels = mapping.pixels(rect)
        // The slack ignores rounding errors at a pixel's edge. The limit keeps values far outside within an `Int`.
        let slack = 1e-6
        func whole(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
        self.init(
            left: whole((pixels.x + slack).rounded(.down)), top: whole((pixels.y + slack).rounded(.down)),
            right: whole((pixels.maxX - slack).rounded(.up)), bottom: whole((pixels.maxY - slack).rounded(.up)))
    }

    public var isEmpty: Bool { left >= right || top >= bottom }

    public var size: VideoSize { VideoSize(width: max(0, right - left), height: max(0, bottom - top)) }

    /// The rectangle enlarged by one pixel on each side.
    public var grown: PixelRect { PixelRect(left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1) }

    public func moved(x: Int, y: Int) -> PixelRect {
        PixelRect(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }

    /// Returns where this part of a picture lies after the whole picture is turned.
    /// - Parameter size: the picture's size before the turn.
    public func turned(_ turn: PictureOrientation.Turn, in size: VideoSize) -> PixelRect {
        switch turn {
        case .none: self
        case .right: PixelRect(left: size.height - bottom, top: left, right: size.height - top, bottom: right)
        case .over: PixelRect(left: size.width - right, top: size.height - bottom, right: size.width - left, bottom: size.height - top)
        case .left: PixelRect(left: top, top: size.width - right, right: bottom, bottom: size.width - left)
        }
    }

    public func intersects(_ other: PixelRect) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    public func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }

    public func union(_ other: PixelRect) -> PixelRect {
        PixelRect(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }
}
