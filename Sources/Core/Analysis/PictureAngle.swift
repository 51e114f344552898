// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// Angles on a picture, in degrees. They are true only in the plane of the camera's own picture.
public enum PictureAngle {
    /// Between the arms from a vertex to two other points, 0…180; 0 if an arm has no length.
    public static func between(_ first: Point, vertex: Point, _ second: Point) -> Double {
        let (a, b) = (first - vertex, second - vertex)
        guard a.length > 0, b.length > 0 else { return 0 }
        // The arc tangent is exact for small angles too, where the arc cosine isn't.
        return abs(Double.atan2(y: a.x * b.y - a.y * b.x, x: a.x * b.x + a.y * b.y)) * 180 / .pi
    }

    /// Between the line through two points and the upright, 0…90.
    public static func fromUpright(_ first: Point, _ second: Point) -> Double {
        let way = second - first
        return Double.atan2(y: abs(way.x), x: abs(way.y)) * 180 / .pi
    }

    /// Between the line through two points and the level, 0…90.
    public static func fromLevel(_ first: Point, _ second: Point) -> Double {
        let way = second - first
        return Double.atan2(y: abs(way.y), x: abs(way.x)) * 180 / .pi
    }

    /// A point so near to straight above, below or beside another one that it is meant to lie there does; anything else stays.
    /// - Parameter degrees: within so many it snaps.
    public static func snapped(_ point: Point, from origin: Point, within degrees: Double = 3) -> (point: Point, snap: Snap?) {
        let way = point - origin
        guard way.length > 0 else { return (point, nil) }
        if fromUpright(origin, point) <= degrees { return (Point(origin.x, point.y), .upright) }
        if fromLevel(origin, point) <= degrees { return (Point(point.x, origin.y), .level) }
        return (point, nil)
    }

    public enum Snap: Hashable, Sendable { case upright, level }
}
