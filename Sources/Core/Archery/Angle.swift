// SPDX-License-Identifier: GPL-3.0-or-later

/// A direction on a face, as archers say it: 0° is 12 o'clock, and a quarter turn clockwise is 3 o'clock.
///
/// Core uses no C library, so it computes sine and cosine itself, to about 1e-15. On any face that is far below a micrometre.
public struct Angle: Hashable, Sendable {
    /// 0 ..< 360.
    public let degrees: Double

    /// Accepts any number of turns either way. Infinity and NaN become 12 o'clock.
    public init(degrees: Double) {
        let rest = degrees.isFinite ? degrees.truncatingRemainder(dividingBy: 360) : 0
        let turned = rest < 0 ? rest + 360 : rest
        self.degrees = turned < 360 ? turned : 0
    }

    /// Creates the direction of a point from the centre, x to the right, y up. The centre itself lies at 12 o'clock.
    public init(towardsX x: Double, y: Double) {
        let (dx, dy) = (abs(x), abs(y))
        guard dx > 0 || dy > 0 else {
            self.init(degrees: 0)
            return
        }
        // The angle from the vertical, in the first quarter.
        let steep = Self.arctangent(min(dx, dy) / max(dx, dy))
        let fromVertical = dx <= dy ? steep : 90 - steep
        switch (x >= 0, y >= 0) {
        case (true, true): self.init(degrees: fromVertical)
        case (true, false): self.init(degrees: 180 - fromVertical)
        case (false, false): self.init(degrees: 180 + fromVertical)
        case (false, true): self.init(degrees: 360 - fromVertical)
        }
    }

    public static let twelve = Angle(degrees: 0)

    /// The distance to the right of a point in this direction, at a distance of 1 from the centre.
    public var right: Double { Self.sine(degrees) }
    /// The distance upwards of the same point.
    public var up: Double { Self.sine(degrees + 90) }

    /// The nearest full hour, 1…12.
    public var hour: Int {
        let hour = Int((degrees / 30).rounded()) % 12
        return hour == 0 ? 12 : hour
    }

    public static func + (angle: Angle, degrees: Double) -> Angle { Angle(degrees: angle.degrees + degrees) }

    /// Returns the sine of 0 ..< 450 degrees.
    private static func sine(_ degrees: Double) -> Double {
        let turned = degrees.truncatingRemainder(dividingBy: 360)
        let half = turned >= 180 ? turned - 180 : turned
        let quarter = half > 90 ? 180 - half : half
        // The ends of the quarters are exact: 3 o'clock isn't a hair above the centre.
        let value = quarter == 90 ? 1 : quarter <= 45 ? odd(quarter * .pi / 180) : even((90 - quarter) * .pi / 180)
        return turned >= 180 ? -value : value
    }

    /// Returns the sine by its power series, for up to an eighth of a turn.
    private static func odd(_ x: Double) -> Double {
        series(first: x, square: x * x, from: 2)
    }

    /// Returns the cosine by its power series, for up to an eighth of a turn.
    private static func even(_ x: Double) -> Double {
        series(first: 1, square: x * x, from: 1)
    }

    private static func series(first: Double, square: Double, from start: Double) -> Double {
        var (sum, term, divisor) = (first, first, start)
        while divisor < 22 {
            term *= -square / (divisor * (divisor + 1))
            sum += term
            divisor += 2
        }
        return sum
    }

    /// Returns the arc tangent of 0…1 in degrees. The angle is halved twice by tan(x/2) = tan x / (1 + √(1 + tan² x)); then follows the
    /// power series.
    private static func arctangent(_ tangent: Double) -> Double {
        func half(_ value: Double) -> Double { value / (1 + (1 + value * value).squareRoot()) }
        let small = half(half(tangent))
        var (sum, power, divisor, sign) = (0.0, small, 1.0, 1.0)
        while divisor < 30 {
            sum += sign * power / divisor
            power *= small * small
            sign = -sign
            divisor += 2
        }
        return 4 * sum * 180 / .pi
    }
}

extension FacePoint {
    /// Creates the point at this distance from the centre, in this direction.
    public init(distance: Length, towards angle: Angle) {
        self.init(
            x: Length(micrometres: Int64((Double(distance.micrometres) * angle.right).rounded())),
            y: Length(micrometres: Int64((Double(distance.micrometres) * angle.up).rounded())))
    }

    /// The distance from the centre.
    public var distance: Length { Length(micrometres: Int64(Double(distanceSquared).squareRoot().rounded())) }
    /// The direction from the centre.
    public var direction: Angle { Angle(towardsX: Double(x.micrometres), y: Double(y.micrometres)) }

    /// Reverses `relative(to:)`: returns this point relative to the centre from which `other` is measured.
    public func absolute(from other: FacePoint) -> FacePoint {
        FacePoint(
            x: Length(micrometres: x.micrometres + other.x.micrometres),
            y: Length(micrometres: y.micrometres + other.y.micrometres))
    }
}
