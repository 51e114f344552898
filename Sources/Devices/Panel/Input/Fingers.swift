// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What the fingers on a touch panel mean: one touches and drags, two that move apart or together zoom, and a tap of two is STOP. A pure
/// value; a touch panel and the window's have the same.
///
/// When a second finger comes, what the first one began is no tap any more, and wherever it was dragged it is taken back.
struct Fingers {
    /// Two fingers so many times as far apart, or as near, are one step of the zoom: from once to four times in four.
    static let stepRatio = 1.4
    /// Two fingers that are up again within this, and stayed where they were, have tapped.
    static let tapTime: Duration = .milliseconds(400)
    /// Nearer than this to each other, two fingers are told apart badly: their distance counts as this.
    private static let leastDistance = 40.0

    private struct Finger {
        var start: Point
        var point: Point
    }

    private struct Pair {
        /// Of the two, at the last step.
        var distance: Double
        var begin: Timestamp
        /// It zoomed, or one of the two strayed: it is no tap.
        var isUsed = false
    }

    private var down: [Int64: Finger] = [:]
    /// The one that touches and drags.
    private var followed: Int64?
    private var pair: Pair?

    mutating func down(_ id: Int64, at point: Point, at now: Timestamp) -> [PanelEvent.Action] {
        let isFirst = down.isEmpty
        down[id] = Finger(start: point, point: point)
        if isFirst {
            followed = id
            return [.touchDown(point)]
        }
        // A third one, or one that came after a pair, means nothing.
        guard let first = followed.flatMap({ down[$0] }), down.count == 2 else { return [] }
        followed = nil
        pair = Pair(distance: distance, begin: now)
        // Away and back again: whatever hears of it takes it for no tap, and nothing is left of it.
        let side = first.start.x > Canvas.bounds.center.x ? -1.0 : 1
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

    /// Between the two that are down.
    private var distance: Double {
        let points = down.values.map(\.point)
        return points.count == 2 ? max(Self.leastDistance, Self.distance(points[0], points[1])) : Self.leastDistance
    }

    private static func distance(_ a: Point, _ b: Point) -> Double {
        let (x, y) = (a.x - b.x, a.y - b.y)
        return (x * x + y * y).squareRoot()
    }
}
