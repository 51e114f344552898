// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Translates the fingers on a touch panel: one finger touches and drags, two fingers that move apart or together zoom, and a tap of two is
/// STOP. A pure value, which a touch panel and the window share.
///
/// When a second finger comes down, the first finger's touch is no tap any more, and its drag is taken back.
struct Fingers {
    /// The factor by which two fingers move apart or together for one zoom step; four steps lead from 1× to about 4×.
    static let stepRatio = 1.4
    /// The longest tap: two fingers that are up again within this time, and stayed where they were, have tapped.
    static let tapTime: Duration = .milliseconds(400)
    /// The least distance that counts: two fingers nearer to each other are told apart badly. A finger that moves farther is no tap.
    private static let leastDistance = 40.0

    private struct Finger {
        var start: Point
        var point: Point
    }

    private struct Pair {
        /// The distance between the two fingers at the last step.
        var distance: Double
        var begin: Timestamp
        /// True if the pair zoomed or one of its fingers strayed: then it is no tap.
        var isUsed = false
    }

    private var down: [Int64: Finger] = [:]
    /// The finger that touches and drags.
    private var followed: Int64?
    private var pair: Pair?

    mutating func down(_ id: Int64, at point: Point, at now: Timestamp) -> [PanelEvent.Action] {
        let isFirst = down.isEmpty
        down[id] = Finger(start: point, point: point)
        if isFirst {
            followed = id
            return [.touchDown(point)]
        }
        // A third finger, or a second one after a pair, means nothing.
        guard let first = followed.flatMap({ down[$0] }), down.count == 2 else { return [] }
        followed = nil
        pair = Pair(distance: distance, begin: now)
        // The point moves away and back again, so that no receiver takes it for a tap and the drag leaves nothing behind.
        let side = first.start.x > CanvasShape.upright.width / 2 ? -1.0 : 1
        return [.touchMoved(Point(first.start.x + side * 100, first.start.y)), .touchMoved(first.start), .touchUp]
    }

    mutating func moved(_ id: Int64, to point: Point) -> [PanelEvent.Action] {
        guard point.x.isFinite, point.y.isFinite, let start = down[id]?.start else { return [] }
        down[id]?.point = point
        if followed == id { return [.touchMoved(point)] }
        guard var pair, down.count == 2 else { return [] }
        defer { self.pair = pair }
        if Self.distance(start, point) > Self.leastDistance { pair.isUsed = true }
        let ratio = distance / pair.distance
        guard ratio >= Self.stepRatio || ratio <= 1 / Self.stepRatio else { return [] }
        pair.isUsed = true
        pair.distance *= ratio > 1 ? Self.stepRatio : 1 / Self.stepRatio
        return [.zoomed(ratio > 1 ? 1 : -1)]
    }

    mutating func up(_ id: Int64, at now: Timestamp) -> [PanelEvent.Action] {
        guard down.removeValue(forKey: id) != nil else { return [] }
        if followed == id {
            followed = nil
            return [.touchUp]
        }
        guard down.isEmpty, let pair = self.pair else { return [] }
        self.pair = nil
        let isTap = !pair.isUsed && pair.begin.duration(to: now) <= Self.tapTime
        return isTap ? [.pressed(.stop), .released(.stop)] : []
    }

    /// The distance between the two fingers that are down.
    private var distance: Double {
        let points = down.values.map(\.point)
        return points.count == 2 ? max(Self.leastDistance, Self.distance(points[0], points[1])) : Self.leastDistance
    }

    private static func distance(_ a: Point, _ b: Point) -> Double {
        let (x, y) = (a.x - b.x, a.y - b.y)
        return (x * x + y * y).squareRoot()
    }
}
