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
        /// It came up after it counted as held, but the release's own timestamp says that it was a tap: the news of it came late.
        case misheld(Control)
        /// It was down too long for a tap, and came up before its ring was full: nothing happened.
        case abandoned(Control)
        /// It is an arrow, and still down.
        case repeated(Control)
    }

    static let holdTime: Duration = .seconds(1)
    /// If a hold takes a second or more, a press that is released between this and the full hold is a cancelled hold.
    static let longestTap: Duration = .milliseconds(600)
    /// A ring isn't drawn before a press has lasted this long, so a tap has no ring.
    static let ringDelay: Duration = .milliseconds(120)
    static let repeatDelay: Duration = .milliseconds(400)
    static let repeatInterval: Duration = .milliseconds(120)

    private struct Press: Hashable {
        let start: Timestamp
        /// The time that its hold takes; `nil` if it has no hold, and is a tap however long it is down.
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

    /// - Parameter holdTime: the time after which the hold counts; `nil` if a hold does nothing.
    /// - Returns: true if the control went down now; false if it was down already.
    mutating func press(_ control: Control, at instant: Timestamp, holdTime: Duration? = PressRecognizer.holdTime) -> Bool {
        guard presses[control] == nil else { return false }
        presses[control] = Press(at: instant, holdTime: holdTime)
        return true
    }

    /// Forgets a press. The knob was turned while it was down, so that was no push; or two controls are held together.
    mutating func forget(_ control: Control) { presses[control] = nil }

    /// The holds in progress, each from its press to the instant at which it counts.
    var holds: [Control: TimeSpan] {
        presses.compactMapValues { press in press.isHeld ? nil : press.holdTime.map { TimeSpan(press.start, for: $0) } }
    }

    mutating func release(_ control: Control, at instant: Timestamp) -> [Gesture] {
        guard let press = presses.removeValue(forKey: control) else { return [] }
        let wasLong = press.isLong(at: instant)
        if press.isHeld { return [wasLong ? .released(control) : .misheld(control)] }
        if wasLong { return [.held(control), .released(control)] }
        return [press.isAbandoned(at: instant) ? .abandoned(control) : .tap(control)]
    }

    /// Returns the gestures that have come by time alone.
    mutating func advance(to now: Timestamp) -> [Gesture] {
        var gestures: [Gesture] = []
        for control in Control.allCases {
            guard var press = presses[control] else { continue }
            if !press.isHeld, press.hold?.isReached(at: now) == true {
                press.isHeld = true
                gestures.append(.held(control))
            }
            if control.isArrow, press.nextRepeat <= now {
                // A late tick gives one repeat only: a stall mustn't run away with a setting.
                gestures.append(.repeated(control))
                press.nextRepeat = now + Self.repeatInterval
            }
            presses[control] = press
        }
        return gestures
    }

    /// The times at which `advance` next returns something.
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

/// Makes quick turns of the knob go further: an event is quick if it follows the last one, in the same direction, by less than 60 ms.
struct KnobAcceleration: Hashable, Sendable {
    static let quickInterval: Duration = .milliseconds(60)
    static let quickStep = 5
    /// One detent after a rest of this length counts as careful.
    static let restTime: Duration = .milliseconds(250)

    private var lastTurn: Timestamp?
    private var lastDirection = 0

    /// Returns the speed of this turn.
    mutating func speed(of detents: Int, at instant: Timestamp) -> KnobSpeed {
        let since = lastTurn.map { $0.duration(to: instant) }
        let direction = detents.signum()
        defer { (lastTurn, lastDirection) = (instant, direction) }
        if direction == lastDirection, let since, since < Self.quickInterval { return .quick }
        return (detents == 1 || detents == -1) && (since ?? Self.restTime) >= Self.restTime ? .slow : .steady
    }
}
