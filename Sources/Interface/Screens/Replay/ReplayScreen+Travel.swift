// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Moving through the footage, in the delay line beyond the loop too, and by a finger on the picture.
extension ReplayScreen {
    mutating func shuttle(_ direction: Double, in context: Context, at now: Timestamp) {
        leaveRound(for: nil, context, at: now)
        grasped = transport.position(at: now)
        transport.beginShuttle(direction, at: now)
    }

    /// In the delay line, leaves the loop for a position outside it. From then on the whole line can be reached.
    /// - Parameter position: the target; `nil`: that isn't known yet.
    private mutating func leaveRound(for position: Duration?, _ context: Context, at now: Timestamp) {
        guard case .line(var look) = subject, let line = context.lineBounds else { return }
        if look.isRound {
            let bounds = transport.bounds
            guard position.map({ $0 < bounds.lowerBound || $0 + transport.interval > bounds.upperBound }) ?? true else { return }
            look.isRound = false
            subject = .line(look)
        }
        openLine(line, at: now)
    }

    /// Makes all of the line reachable from now on. What the line would have evicted by now was kept for this screen.
    mutating func openLine(_ line: ClosedRange<Duration>, at now: Timestamp) {
        let from = min(line.lowerBound, transport.position(at: now))
        transport.set(bounds: from...max(from, line.upperBound), loops: false, at: now)
    }

    // MARK: Touch

    /// Moves by the travel of a finger on the picture.
    mutating func touchMoved(_ point: Point, _ context: Context, at now: Timestamp) {
        touch?.move(to: point, at: now)
        guard let touch, touch.drag.hasStrayed else { return }
        if !transport.isPaused { transport.togglePause(at: now) }
        jump(to: grasped + pictures(touch.drag.offset.x), in: context, at: now)
    }

    mutating func touchUp(at now: Timestamp) {
        guard let touch = touch.lift() else { return }
        if touch.tapped != nil { return transport.togglePause(at: now) }
        let velocity = touch.drag.velocity(at: now).x
        guard touch.drag.isFlick(at: now), transport.isPaused else { return }
        coasting = Coasting(start: now, from: transport.position(at: now), velocity: velocity / Coasting.unitsPerPicture)
    }

    mutating func jump(to position: Duration, in context: Context, at now: Timestamp) {
        leaveRound(for: position, context, at: now)
        transport.jump(to: position, at: now)
    }

    /// Returns the time that corresponds to a finger's travel.
    private func pictures(_ way: Double) -> Duration { transport.interval * (way / Coasting.unitsPerPicture) }

    mutating func coast(to now: Timestamp, _ context: Context) {
        guard let coasting else { return }
        jump(to: coasting.from + transport.interval * coasting.pictures(at: now), in: context, at: now)
        if coasting.end <= now { self.coasting = nil }
    }
}

/// The run of a picture that was flicked: it slows down like a wheel.
struct Coasting: Hashable, Sendable {
    /// The travel of a finger for each picture, in canvas units (docs/decisions.md: 6 of 1080).
    static var unitsPerPicture: Double { 6 * Canvas.bounds.width / 1080 }
    private static let law = Deceleration(rate: 0.998)

    let start: Timestamp
    let from: Duration
    /// The velocity in pictures a second.
    let velocity: Double

    func pictures(at now: Timestamp) -> Double { Self.law.distance(after: start.duration(to: min(now, end)).inSeconds, velocity: velocity) }

    /// The instant from which less than half a picture is left.
    var end: Timestamp { start + .seconds(Self.law.seconds(untilLeft: 0.5, velocity: velocity)) }
}
