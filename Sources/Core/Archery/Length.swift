// SPDX-License-Identifier: GPL-3.0-or-later

/// A length on a target face, in whole micrometres: what two arrows score is never a matter of rounding.
public struct Length: Hashable, Sendable, Comparable {
    public var micrometres: Int64

    public init(micrometres: Int64) {
        self.micrometres = micrometres
    }

    /// The nearest whole micrometre.
    /// - Precondition: a number, within a kilometre.
    public init(millimetres: Double) {
        precondition(abs(millimetres) < 1e6, "\(millimetres) mm lies on no target face")
        micrometres = Int64((millimetres * 1000).rounded())
    }

    public var millimetres: Double { Double(micrometres) / 1000 }

    public static func < (one: Length, other: Length) -> Bool { one.micrometres < other.micrometres }
}

/// A place on a target face, from a centre: x to the right, y up.
public struct FacePoint: Hashable, Sendable {
    public var x: Length
    public var y: Length

    public init(x: Length, y: Length) {
        self.x = x
        self.y = y
    }

    /// In millimetres.
    public init(_ x: Double, _ y: Double) {
        self.init(x: Length(millimetres: x), y: Length(millimetres: y))
    }

    public static let centre = FacePoint(0, 0)

    /// The square of the distance from the centre, in square micrometres.
    var distanceSquared: Int64 { x.micrometres * x.micrometres + y.micrometres * y.micrometres }

    /// The same place as seen from another point.
    public func relative(to other: FacePoint) -> FacePoint {
        FacePoint(
            x: Length(micrometres: x.micrometres - other.x.micrometres),
            y: Length(micrometres: y.micrometres - other.y.micrometres))
    }
}
