// SPDX-License-Identifier: GPL-3.0-or-later

/// A length on a target face, in whole micrometres, so that no score depends on rounding.
public struct Length: Hashable, Sendable, Comparable {
    public var micrometres: Int64

    public init(micrometres: Int64) {
        self.micrometres = micrometres
    }

    /// Rounds to the nearest micrometre.
    /// - Precondition: the length is a number and less than a kilometre.
    public init(millimetres: Double) {
        precondition(abs(millimetres) < 1e6, "\(millimetres) mm lies on no target face")
        micrometres = Int64((millimetres * 1000).rounded())
    }

    public var millimetres: Double { Double(micrometres) / 1000 }

    public static func < (one: Length, other: Length) -> Bool { one.micrometres < other.micrometres }
}

/// A position on a target face, relative to a centre: x to the right, y up.
public struct FacePoint: Hashable, Sendable {
    public var x: Length
    public var y: Length

    public init(x: Length, y: Length) {
        self.x = x
        self.y = y
    }

    /// Creates a point from coordinates in millimetres.
    public init(_ x: Double, _ y: Double) {
        self.init(x: Length(millimetres: x), y: Length(millimetres: y))
    }

    public static let centre = FacePoint(0, 0)

    /// The square of the distance from the centre, in square micrometres.
    var distanceSquared: Int64 { x.micrometres * x.micrometres + y.micrometres * y.micrometres }

    /// Returns the same point relative to another one.
    public func relative(to other: FacePoint) -> FacePoint {
        FacePoint(
            x: Length(micrometres: x.micrometres - other.x.micrometres),
            y: Length(micrometres: y.micrometres - other.y.micrometres))
    }
}
