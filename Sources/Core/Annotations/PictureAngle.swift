// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// Computes angles on a picture, in degrees. They are true only in a plane that is parallel to the camera's picture.
public enum PictureAngle {
    /// Returns the angle between the arms from a vertex to two other points, 0…180; 0 if an arm has no length.
    public static func between(_ first: Point, vertex: Point, _ second: Point) -> Double {
        let (a, b) = (first - vertex, second - vertex)
        guard a.length > 0, b.length > 0 else { return 0 }
        // The arc tangent is exact for small angles too; the arc cosine isn't.
        return abs(Double.atan2(y: a.x * b.y - a.y * b.x, x: a.x * b.x + a.y * b.y)) * 180 / .pi
    }

    /// Returns the angle between the line through two points and the upright, 0…90.
    public static func fromUpright(_ first: Point, _ second: Point) -> Double {
        let way = second - first
        return Double.atan2(y: abs(way.x), x: abs(way.y)) * 180 / .pi
    }

    /// Returns the angle between the line through two points and the level, 0…90.
    public static func fromLevel(_ first: Point, _ second: Point) -> Double {
        let way = second - first
        return Double.atan2(y: abs(way.y), x: abs(way.x)) * 180 / .pi
    }

    /// Moves a point exactly above, below or beside another one if it lies nearly there; returns any other point unchanged.
    /// - Parameter degrees: the largest angle to the upright or the level at which the point snaps.
    public static func snapped(_ point: Point, from origin: Point, within degrees: Double = 3) -> (point: Point, snap: Snap?) {
        let way = point - origin
        guard way.length > 0 else { return (point, nil) }
        if fromUpright(origin, point) <= degrees { return (Point(origin.x, point.y), .upright) }
        if fromLevel(origin, point) <= degrees { return (Point(point.x, origin.y), .level) }
        return (point, nil)
    }

    /// The direction to which a drawn line is snapped.
    public enum Snap: Hashable, Sendable { case upright, level }
}
