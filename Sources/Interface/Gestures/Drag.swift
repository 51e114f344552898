// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A finger on the screen, or the mouse with its button down: a tap as long as it stays near the place where it went down, a drag from
/// the moment it strays.
struct Drag: Hashable, Sendable {
    /// A finger that strays further than this wants something else than what is under it, in canvas units.
    static let slop = 48.0
    /// A finger that is let go faster than this is a flick, in canvas units a second.
    static let flickVelocity = 900.0
    /// The velocity is that of this last stretch of time: a finger that rested before it was let go has none.
    private static let memory: Duration = .milliseconds(80)

    private struct Sample: Hashable {
        var point: Point
        var instant: Timestamp
    }

    /// Where the finger went down.
    let start: Point
    let slop: Double
    /// Where the finger is.
    private(set) var point: Point
    /// The finger has strayed: it drags, and is no tap any more wherever it goes.
    private(set) var hasStrayed = false
    /// The last few places, the newest last; two at most are older than `memory`.
    private var samples: [Sample]

    init(at point: Point, slop: Double = Drag.slop, at instant: Timestamp) {
        start = point
        self.point = point
        self.slop = slop
        samples = [Sample(point: point, instant: instant)]
    }

    /// A place that is no number is left out.
    mutating func move(to point: Point, at instant: Timestamp) {
        guard point.x.isFinite, point.y.isFinite else { return }
        self.point = point
        let x = point.x - start.x
        let y = point.y - start.y
        if x * x + y * y > slop * slop { hasStrayed = true }
        let oldest = instant + (.zero - Self.memory)
        if let first = samples.lastIndex(where: { $0.instant <= oldest }), first > 0 { samples.removeFirst(first) }
        samples.append(Sample(point: point, instant: instant))
    }

    /// How far the finger is from where it went down; nothing as long as it may still be a tap.
    var offset: Point { hasStrayed ? Point(point.x - start.x, point.y - start.y) : Point(0, 0) }

    /// How fast the finger is, in canvas units a second each way, over the last 80 ms.
    func velocity(at now: Timestamp) -> Point {
        let oldest = now + (.zero - Self.memory)
        guard hasStrayed, let newest = samples.last, newest.instant > oldest,
            let first = samples.first(where: { $0.instant >= oldest }) ?? samples.first, first.instant < newest.instant
        else { return Point(0, 0) }
        let seconds = first.instant.duration(to: newest.instant).inSeconds
        return Point((newest.point.x - first.point.x) / seconds, (newest.point.y - first.point.y) / seconds)
    }

    /// Let go now, is it thrown?
    func isFlick(at now: Timestamp) -> Bool {
        let velocity = velocity(at: now)
        return velocity.x * velocity.x + velocity.y * velocity.y > Self.flickVelocity * Self.flickVelocity
    }
}
