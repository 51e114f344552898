// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A finger that is down on a screen, or the mouse with its button down, with the target that it went down on.
///
/// Each screen that is tapped or dragged keeps one of these from `touchDown` to `touchUp`. `drag` says how far and how fast the finger
/// went.
struct Touch<Target: Hashable & Sendable>: Hashable, Sendable {
    /// The target under the finger as it went down: the screen may have changed by the time it comes up.
    let target: Target
    private(set) var drag: Drag

    /// - Parameter slop: the distance within which a finger has tapped, in canvas units.
    /// - Returns: `nil` if the point's coordinates aren't finite.
    init?(_ target: Target, at point: Point, slop: Double = Drag.slop, at instant: Timestamp) {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        self.target = target
        drag = Drag(at: point, slop: slop, at: instant)
    }

    mutating func move(to point: Point, at instant: Timestamp) { drag.move(to: point, at: instant) }

    /// The target that is tapped if the finger comes up now; `nil` once it has strayed.
    var tapped: Target? { drag.hasStrayed ? nil : target }
}

extension Optional {
    /// Lifts the finger.
    /// - Returns: the touch that ends.
    mutating func lift<Target>() -> Touch<Target>? where Wrapped == Touch<Target> {
        defer { self = nil }
        return self
    }
}

/// Recognizes two quick taps in one place. The second may be on another screen than the first, which may have closed a screen.
struct DoubleTap: Hashable, Sendable {
    static let time: Duration = .milliseconds(350)
    /// Taps further apart than this, in canvas units, are two single taps.
    static let distance = 120.0

    private var point = Point(0, 0)
    /// The time of the first tap; `nil` if the next tap is the first.
    private var instant: Timestamp?

    /// Notes that a finger went down.
    /// - Parameter isOnPicture: false for everything else, which can't be tapped twice; a tap there separates two taps on the picture.
    /// - Returns: true if this is the second of two taps.
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
