// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Tells a tap from a hold, and repeats held arrows. A control is down from its press to its release, whatever a keyboard repeats.
struct PressRecognizer: Hashable, Sendable {
    enum Gesture: Hashable, Sendable {
        /// It came up before it was held.
        case tap(Control)
        /// It has been down for a second.
        case held(Control)
        /// It came up after it was held.
        case released(Control)
        /// It came up after it was taken for held, and the release's own time says that it was a tap: the news of it came late.
        case misheld(Control)
        /// It is still down, and an arrow.
        case repeated(Control)
    }

    static let holdTime: Duration = .seconds(1)
    static let repeatDelay: Duration = .milliseconds(400)
    static let repeatInterval: Duration = .milliseconds(120)

    private struct Press: Hashable {
        let start: Timestamp
        var hold: HoldDeadline
        var isHeld = false
        var nextRepeat: Timestamp

        init(at start: Timestamp) {
            self.start = start
            hold = HoldDeadline(start + PressRecognizer.holdTime)
            nextRepeat = start + PressRecognizer.repeatDelay
        }
    }

    private var presses: [Control: Press] = [:]

    func isDown(_ control: Control) -> Bool { presses[control] != nil }

    /// - Returns: whether it went down by this; one that is down already doesn't.
    mutating func press(_ control: Control, at instant: Timestamp) -> Bool {
        guard presses[control] == nil else { return false }
        presses[control] = Press(at: instant)
        return true
    }

    mutating func release(_ control: Control, at instant: Timestamp) -> [Gesture] {
        guard let press = presses.removeValue(forKey: control) else { return [] }
        let wasLong = press.start + Self.holdTime <= instant
        if press.isHeld { return [wasLong ? .released(control) : .misheld(control)] }
        return wasLong ? [.held(control), .released(control)] : [.tap(control)]
    }

    /// What became so by the passing of time alone.
    mutating func advance(to now: Timestamp) -> [Gesture] {
        var gestures: [Gesture] = []
        for control in Control.allCases {
            guard var press = presses[control] else { continue }
            if !press.isHeld, press.hold.isReached(at: now) {
                press.isHeld = true
                gestures.append(.held(control))
            }
            if control.isArrow, press.nextRepeat <= now {
                // However late the tick comes, it is one repeat: a stall mustn't run away with a setting.
                gestures.append(.repeated(control))
                press.nextRepeat = now + Self.repeatInterval
            }
            presses[control] = press
        }
        return gestures
    }

    /// When `advance` will next have something to say.
    var deadlines: [Timestamp] {
        presses.flatMap { control, press in
            (press.isHeld ? [] : [press.hold.instant]) + (control.isArrow ? [press.nextRepeat] : [])
        }
    }
}

extension Control {
    var isArrow: Bool {
        switch self {
        case .left, .right, .up, .down: true
        case .mark, .stop, .knob: false
        }
    }
}

/// A quick turn of the knob goes further: an event that follows the last one, in the same direction, by less than 60 ms.
struct KnobAcceleration: Hashable, Sendable {
    static let quickInterval: Duration = .milliseconds(60)
    static let quickStep = 5
    /// One detent after a rest as long as this is a careful one.
    static let restTime: Duration = .milliseconds(250)

    private var lastTurn: Timestamp?
    private var lastDirection = 0

    /// How fast this turn is.
    mutating func speed(of detents: Int, at instant: Timestamp) -> KnobSpeed {
        let since = lastTurn.map { $0.duration(to: instant) }
        let direction = detents.signum()
        defer { (lastTurn, lastDirection) = (instant, direction) }
        if direction == lastDirection, let since, since < Self.quickInterval { return .quick }
        return (detents == 1 || detents == -1) && (since ?? Self.restTime) >= Self.restTime ? .slow : .steady
    }
}
