// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Moving through the footage, by the knob, an arrow or a finger on the bar: in the same way on each playback, and with each tool.
extension Playback {
    /// Moves by pictures.
    mutating func step(_ pictures: Int, in context: Context, at now: Timestamp) {
        move(pictures, of: transport.interval, in: context, at: now)
    }

    /// Moves by the knob's detents: a picture each, and more if the knob is turned quickly.
    mutating func step(byDetents detents: Int, in context: Context, at now: Timestamp) {
        step(jog.pictures(of: detents, at: now), in: context, at: now)
    }

    /// Moves by the knob's detents: as a step while it is paused, and by half a second each while it plays.
    mutating func turn(_ detents: Int, in context: Context, at now: Timestamp) {
        guard !transport.isPaused else { return step(byDetents: detents, in: context, at: now) }
        move(jog.pictures(of: detents, at: now), of: .milliseconds(500), in: context, at: now)
    }

    private mutating func move(_ steps: Int, of step: Duration, in context: Context, at now: Timestamp) {
        jump(to: transport.position(at: now) + step * steps.clamped(to: -100_000...100_000), in: context, at: now)
    }

    /// Goes to the position under a finger on the bar. The finger needn't stay on the bar.
    /// - Returns: false if the input isn't about a finger that went down on the bar.
    mutating func drag(on input: ScreenInput, in context: Context, at now: Timestamp) -> Bool {
        switch input {
        case .touchDown(let point):
            let bar = bar(in: context, at: now)
            guard bar.reach.contains(point) else { return false }
            touch = Touch(.bar, at: point, slop: 0, at: now)
            jump(to: bar.position(at: point.x), in: context, at: now)
        case .touchMoved(let point) where touch?.target == .bar:
            touch?.move(to: point, at: now)
            jump(to: bar(in: context, at: now).position(at: point.x), in: context, at: now)
        case .touchUp where touch?.target == .bar: touch = nil
        default: return false
        }
        return true
    }
}
