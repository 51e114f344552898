// SPDX-License-Identifier: GPL-3.0-or-later

/// A point on the canvas, in canvas units: x to the right, y down. The canvas is 1920×1080 on most TVs (`CanvasShape`).
public struct Point: Hashable, Sendable, Codable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

/// An upright rectangle on the canvas, in canvas units.
public struct Rect: Hashable, Sendable, Codable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole of a picture, in units of the picture's own size.
    public static let unit = Rect(x: 0, y: 0, width: 1, height: 1)

    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    public var center: Point { Point(x + width / 2, y + height / 2) }

    public func inset(by distance: Double) -> Rect {
        Rect(x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
    }

    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
    }

    /// Returns true if the other rectangle lies inside this one, with a tolerance of 1e-6 units at each edge.
    public func encloses(_ other: Rect) -> Bool {
        other.x >= x - 1e-6 && other.y >= y - 1e-6 && other.maxX <= maxX + 1e-6 && other.maxY <= maxY + 1e-6
    }

    public func intersects(_ other: Rect) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    /// Returns the overlap of both rectangles, or `nil` if they don't overlap.
    public func intersection(_ other: Rect) -> Rect? {
        guard intersects(other) else { return nil }
        let left = max(x, other.x)
        let top = max(y, other.y)
        return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// Returns a part of this rectangle; `part` is in units of this rectangle's size.
    public func part(_ part: Rect) -> Rect {
        Rect(x: x + part.x * width, y: y + part.y * height, width: part.width * width, height: part.height * height)
    }

    /// Returns this rectangle in units of another: `other.part(_:)` of the result is this rectangle again.
    /// - Precondition: the other rectangle isn't empty.
    public func inUnits(of other: Rect) -> Rect {
        Rect(
            x: (x - other.x) / other.width, y: (y - other.y) / other.height, width: width / other.width,
            height: height / other.height)
    }

    /// Interpolates linearly towards another rectangle.
    /// - Parameter share: 0…1.
    public func moved(_ share: Double, to other: Rect) -> Rect {
        Rect(
            x: x.moved(share, to: other.x), y: y.moved(share, to: other.y), width: width.moved(share, to: other.width),
            height: height.moved(share, to: other.height))
    }

    /// Returns the smallest rectangle that holds both.
    public func union(_ other: Rect) -> Rect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// Returns the largest centred rectangle of this aspect (width over height) that fits: a letterbox.
    public func fitted(aspect: Double) -> Rect {
        let fittedWidth = min(width, height * aspect)
        let fittedHeight = fittedWidth / aspect
        return Rect(
            x: x + (width - fittedWidth) / 2, y: y + (height - fittedHeight) / 2, width: fittedWidth,
            height: fittedHeight)
    }
}

extension Double {
    /// Interpolates linearly towards another number.
    /// - Parameter share: 0…1.
    public func moved(_ share: Double, to other: Double) -> Double { self + (other - self) * share }
}

/// A colour, components 0…1, alpha not premultiplied, sRGB.
public struct Color: Hashable, Sendable, Codable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// 0xRRGGBB.
    public init(hex: UInt32, alpha: Double = 1) {
        self.init(
            red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
            blue: Double(hex & 0xFF) / 255, alpha: alpha)
    }

    public func opacity(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: self.alpha * alpha)
    }
}
