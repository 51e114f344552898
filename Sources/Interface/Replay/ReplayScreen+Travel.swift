// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Anywhere in what is looked at: by the knob, a held arrow or a finger.
extension ReplayScreen {
    mutating func turn(_ detents: Int, _ context: Context, at now: Timestamp) {
        guard !transport.isPaused else {
            leaveRound(
                for: transport.position(at: now) + transport.interval * detents.clamped(to: -10_000...10_000) * JogLaw.quick.pictures, context,
                at: now)
            return transport.jog(detents, at: now)
        }
        // The first detent shows the bar.
        guard context.footer.opacity(at: now) >= 0.5 else { return }
        leaveRound(for: transport.position(at: now) + .milliseconds(500) * detents.clamped(to: -10_000...10_000), context, at: now)
        transport.skip(detents, at: now)
    }

    mutating func shuttle(_ direction: Double, _ context: Context, at now: Timestamp) {
        leaveRound(for: nil, context, at: now)
        grasped = transport.position(at: now)
        transport.beginShuttle(direction, at: now)
    }

    /// In the line it may go anywhere: from where its loop would end the whole line is there.
    /// - Parameter place: where it goes; `nil`: that isn't known yet.
    private mutating func leaveRound(for place: Duration?, _ context: Context, at now: Timestamp) {
        guard case .line(var look) = subject, let line = context.lineBounds else { return }
        if look.isRound {
            let bounds = transport.bounds
            guard place.map({ $0 < bounds.lowerBound || $0 + transport.interval > bounds.upperBound }) ?? true else { return }
            look.isRound = false
            subject = .line(look)
        }
        // What is evicted by now and looked at all the same is kept.
        let from = min(line.lowerBound, transport.position(at: now))
        transport.set(bounds: from...max(from, line.upperBound), loops: false, at: now)
    }

    // MARK: Fingers

    mutating func touchDown(_ point: Point, _ context: Context, at now: Timestamp) {
        let bar = ReplayBar(self, context, at: now)
        let target: Target = bar.reach.contains(point) ? .bar : .picture
        touch = Touch(target, at: point, slop: target == .bar ? 0 : Drag.slop, at: now)
        if coasting != nil { coasting = nil }
        grasped = transport.position(at: now)
        if target == .bar { jump(to: bar.place(at: point.x), context, at: now) }
    }

    mutating func touchMoved(_ point: Point, _ context: Context, at now: Timestamp) {
        touch?.move(to: point, at: now)
        guard let touch else { return }
        switch touch.target {
        case .bar: jump(to: ReplayBar(self, context, at: now).place(at: point.x), context, at: now)
        case .picture:
            guard touch.drag.hasStrayed else { return }
            if !transport.isPaused { transport.togglePause(at: now) }
            jump(to: grasped + pictures(touch.drag.offset.x), context, at: now)
        }
    }

    mutating func touchUp(_ context: Context, at now: Timestamp) {
        guard let touch = touch.lift(), touch.target == .picture else { return }
        if touch.tapped != nil { return transport.togglePause(at: now) }
        let velocity = touch.drag.velocity(at: now).x
        guard touch.drag.isFlick(at: now), transport.isPaused else { return }
        coasting = Coasting(start: now, from: transport.position(at: now), velocity: velocity / Coasting.unitsPerPicture)
    }

    private mutating func jump(to place: Duration, _ context: Context, at now: Timestamp) {
        leaveRound(for: place, context, at: now)
        transport.jump(to: place, at: now)
    }

    /// What a way of a finger is worth.
    private func pictures(_ way: Double) -> Duration { transport.interval * (way / Coasting.unitsPerPicture) }

    mutating func coast(to now: Timestamp) {
        guard let coasting else { return }
        transport.jump(to: coasting.from + transport.interval * coasting.pictures(at: now), at: now)
        if coasting.end <= now { self.coasting = nil }
    }
}

/// The picture was thrown, and runs out like a wheel.
struct Coasting: Hashable, Sendable {
    /// So far is a finger's way for each picture, in canvas units (docs/decisions.md: 6 of 1080).
    static let unitsPerPicture = 10.67
    private static let law = Deceleration(rate: 0.998)

    let start: Timestamp
    let from: Duration
    /// Pictures a second.
    let velocity: Double

    func pictures(at now: Timestamp) -> Double { Self.law.distance(after: start.duration(to: min(now, end)).inSeconds, velocity: velocity) }

    /// Less than half a picture is left then.
    var end: Timestamp { start + .seconds(Self.law.seconds(untilLeft: 0.5, velocity: velocity)) }
}
