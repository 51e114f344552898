// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A finger that is down on a screen, or the mouse with its button down, and what it went down on.
///
/// Each screen that is tapped or dragged keeps one of these from `touchDown` to `touchUp`. `drag` says how far the finger went and how fast.
struct Touch<Target: Hashable & Sendable>: Hashable, Sendable {
    /// What lay under the finger as it went down: the screen may look otherwise by the time it goes up.
    let target: Target
    private(set) var drag: Drag

    /// - Parameter slop: a finger that strays no further has tapped, in canvas units.
    /// - Returns: `nil` for a place that is no number.
    init?(_ target: Target, at point: Point, slop: Double = Drag.slop, at instant: Timestamp) {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        self.target = target
        drag = Drag(at: point, slop: slop, at: instant)
    }

    mutating func move(to point: Point, at instant: Timestamp) { drag.move(to: point, at: instant) }

    /// What is tapped if the finger goes up now; `nil` once it has strayed.
    var tapped: Target? { drag.hasStrayed ? nil : target }
}

extension Optional {
    /// The finger goes up.
    /// - Returns: what it was until now.
    mutating func lift<Target>() -> Touch<Target>? where Wrapped == Touch<Target> {
        defer { self = nil }
        return self
    }
}

/// Two quick taps in one place. The first may be on another screen than the second: it may have closed it.
struct DoubleTap: Hashable, Sendable {
    static let time: Duration = .milliseconds(350)
    /// Two taps further apart than this are two taps, in canvas units.
    static let distance = 120.0

    private var point = Point(0, 0)
    /// When the first one was; `nil`: the next tap is the first.
    private var instant: Timestamp?

    /// A finger went down.
    /// - Parameter isOnPicture: nothing else is tapped twice; a tap elsewhere in between makes two single ones of them.
    /// - Returns: whether this is the second of two.
    mutating func note(at point: Point, isOnPicture: Bool, at now: Timestamp) -> Bool {
        guard isOnPicture else {
            instant = nil
            return false
        }
        let (x, y) = (point.x - self.point.x, point.y - self.point.y)
        if let instant, instant.duration(to: now) <= Self.time, x * x + y * y <= Self.distance * Self.distance {
            self.instant = nil
            return true
        }
        (self.point, instant) = (point, now)
        return false
    }
}
