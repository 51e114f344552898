// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Tells a tap from a hold, and repeats held arrows. A control is down from its press to its release, whatever a keyboard repeats.
struct PressRecognizer: Hashable, Sendable {
    enum Gesture: Hashable, Sendable {
        /// It came up before it was held.
        case tap(Control)
        /// It has been down for as long as its hold takes.
        case held(Control)
        /// It came up after it was held.
        case released(Control)
        /// It came up after it was taken for held, and the release's own time says that it was a tap: the news of it came late.
        case misheld(Control)
        /// It came up after it had been down too long for a tap, and before its ring was full: nothing happened.
        case abandoned(Control)
        /// It is still down, and an arrow.
        case repeated(Control)
    }

    static let holdTime: Duration = .seconds(1)
    /// Of a hold that takes a second, a press that is let go after this wants to be none.
    static let longestTap: Duration = .milliseconds(600)
    /// A ring isn't drawn before a press has lasted this long: a tap has none.
    static let ringDelay: Duration = .milliseconds(120)
    static let repeatDelay: Duration = .milliseconds(400)
    static let repeatInterval: Duration = .milliseconds(120)

    private struct Press: Hashable {
        let start: Timestamp
        /// How long its hold takes; `nil`: it can be down for any time, and is a tap.
        let holdTime: Duration?
        var hold: HoldDeadline?
        var isHeld = false
        var nextRepeat: Timestamp

        init(at start: Timestamp, holdTime: Duration?) {
            self.start = start
            self.holdTime = holdTime
            hold = holdTime.map { HoldDeadline(start + $0) }
            nextRepeat = start + PressRecognizer.repeatDelay
        }

        func isAbandoned(at instant: Timestamp) -> Bool {
            holdTime.map { $0 >= PressRecognizer.holdTime && start + PressRecognizer.longestTap <= instant } ?? false
        }

        func isLong(at instant: Timestamp) -> Bool { holdTime.map { start + $0 <= instant } ?? false }
    }

    private var presses: [Control: Press] = [:]

    func isDown(_ control: Control) -> Bool { presses[control] != nil }

    /// - Parameter holdTime: how long it is held until the hold counts; `nil` where a hold does nothing.
    /// - Returns: whether it went down by this; one that is down already doesn't.
    mutating func press(_ control: Control, at instant: Timestamp, holdTime: Duration? = PressRecognizer.holdTime) -> Bool {
        guard presses[control] == nil else { return false }
        presses[control] = Press(at: instant, holdTime: holdTime)
        return true
    }

    /// The knob was turned while it was down: that was no push.
    mutating func forget(_ control: Control) { presses[control] = nil }

    /// The holds that are under way, each from its press to the instant at which it counts.
    var holds: [Control: Stretch] {
        presses.compactMapValues { press in press.isHeld ? nil : press.holdTime.map { Stretch(press.start, for: $0) } }
    }

    mutating func release(_ control: Control, at instant: Timestamp) -> [Gesture] {
        guard let press = presses.removeValue(forKey: control) else { return [] }
        let wasLong = press.isLong(at: instant)
        if press.isHeld { return [wasLong ? .released(control) : .misheld(control)] }
        if wasLong { return [.held(control), .released(control)] }
        return [press.isAbandoned(at: instant) ? .abandoned(control) : .tap(control)]
    }

    /// What became so by the passing of time alone.
    mutating func advance(to now: Timestamp) -> [Gesture] {
        var gestures: [Gesture] = []
        for control in Control.allCases {
            guard var press = presses[control] else { continue }
            if !press.isHeld, press.hold?.isReached(at: now) == true {
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
            (press.isHeld ? [] : [press.hold?.instant].compactMap { $0 }) + (control.isArrow ? [press.nextRepeat] : [])
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
