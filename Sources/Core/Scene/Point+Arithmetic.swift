// SPDX-License-Identifier: GPL-3.0-or-later

extension Point {
    /// The middle of a picture whose points are 0…1 both ways.
    package static let middle = Point(0.5, 0.5)

    /// The distance from the origin.
    package var length: Double { (x * x + y * y).squareRoot() }

    package static func + (one: Point, other: Point) -> Point { Point(one.x + other.x, one.y + other.y) }
    package static func - (one: Point, other: Point) -> Point { Point(one.x - other.x, one.y - other.y) }
    package static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }

    /// Returns a vector in the same direction, no longer than this.
    package func limited(to length: Double) -> Point { self.length > length ? self * (length / self.length) : self }
}
