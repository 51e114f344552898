// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A finger on the screen, or the mouse with its button down: a tap as long as it stays near the point where it went down, a drag once it
/// strays.
struct Drag: Hashable, Sendable {
    /// A finger that strays further than this doesn't mean what is under it, in canvas units.
    static let slop = 48.0
    /// A finger that is lifted faster than this is a flick, in canvas units a second.
    static let flickVelocity = 900.0
    /// The time over which the velocity is measured: a finger that rested before it was lifted has none.
    private static let memory: Duration = .milliseconds(80)

    private struct Sample: Hashable {
        var point: Point
        var instant: Timestamp
    }

    /// The point at which the finger went down.
    let start: Point
    let slop: Double
    /// The point at which the finger is.
    private(set) var point: Point
    /// True if the finger has strayed: it drags, and is no tap any more wherever it goes.
    private(set) var hasStrayed = false
    /// The last few points, the newest last; two at most are older than `memory`.
    private var samples: [Sample]

    init(at point: Point, slop: Double = Drag.slop, at instant: Timestamp) {
        start = point
        self.point = point
        self.slop = slop
        samples = [Sample(point: point, instant: instant)]
    }

    /// Moves the finger. A point whose coordinates aren't finite is ignored.
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

    /// The offset of the finger from where it went down; zero as long as it may still be a tap.
    var offset: Point { hasStrayed ? Point(point.x - start.x, point.y - start.y) : Point(0, 0) }

    /// Returns the velocity of the finger over the last 80 ms, in canvas units a second.
    func velocity(at now: Timestamp) -> Point {
        let oldest = now + (.zero - Self.memory)
        guard hasStrayed, let newest = samples.last, newest.instant > oldest,
            let first = samples.first(where: { $0.instant >= oldest }) ?? samples.first, first.instant < newest.instant
        else { return Point(0, 0) }
        let seconds = first.instant.duration(to: newest.instant).inSeconds
        return Point((newest.point.x - first.point.x) / seconds, (newest.point.y - first.point.y) / seconds)
    }

    /// Returns true if lifting the finger now is a flick.
    func isFlick(at now: Timestamp) -> Bool {
        let velocity = velocity(at: now)
        return velocity.x * velocity.x + velocity.y * velocity.y > Self.flickVelocity * Self.flickVelocity
    }
}
