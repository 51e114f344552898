// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The outcome of a swipe.
enum SwipeOutcome: Hashable, Sendable {
    /// A tap on what lies there.
    case tap
    /// The swipe counts.
    case commit(SwipeDirection)
    /// The swipe doesn't count.
    case springBack
}

/// A finger or the mouse, a held arrow, or the knob, that drags a clip. A screen needn't know which of them it is.
///
/// A screen keeps one of these from the gesture's begin to its outcome, and a `SwipeMotion` from then on. Each takes over from the other
/// with `momentum(at:)`, so nothing jumps. An outcome comes from `turn`, `letGo` or `interrupt`, or by time alone from `advance`.
struct SwipeFinger: Hashable, Sendable {
    private enum Source: Hashable {
        case touch(TouchFinger)
        case arrow(ArrowFinger)
        case knob(KnobFinger)
    }

    private var source: Source

    // MARK: Creating

    /// Creates a finger that goes down, or the mouse with its button.
    /// - Returns: `nil` if the point's coordinates aren't finite.
    init?(touching point: Point, _ rule: SwipeRule, from momentum: Momentum = .none, at now: Timestamp) {
        guard let finger = TouchFinger(at: point, rule, from: momentum, at: now) else { return nil }
        source = .touch(finger)
    }

    /// Creates an arrow that goes down.
    init(holding direction: SwipeDirection, _ rule: SwipeRule, from momentum: Momentum = .none, at now: Timestamp) {
        source = .arrow(ArrowFinger(direction, rule, from: momentum, at: now))
    }

    /// Creates a knob that is about to be turned.
    init(turning rule: SwipeRule, from momentum: Momentum = .none, at now: Timestamp) {
        source = .knob(KnobFinger(rule, from: momentum, at: now))
    }

    private init(_ source: Source) {
        self.source = source
    }

    /// Returns what goes on with the next clip once this one has committed: the knob, if it is turned further. Fingers and arrows have no
    /// successor.
    func successor(at now: Timestamp) -> SwipeFinger? {
        guard case .knob(let finger) = source else { return nil }
        return SwipeFinger(.knob(KnobFinger(finger.rule, from: .none, isContinued: true, at: now)))
    }

    // MARK: State

    var isTouch: Bool { if case .touch = source { true } else { false } }
    /// The point at which a finger went down.
    var touchStart: Point? { if case .touch(let finger) = source { finger.touched } else { nil } }
    var isKnob: Bool { if case .knob = source { true } else { false } }
    /// The direction of the held arrow.
    var arrow: SwipeDirection? { if case .arrow(let finger) = source { finger.direction } else { nil } }

    // MARK: Input

    /// Moves the finger. An arrow and the knob ignore it.
    mutating func move(to point: Point, at now: Timestamp) {
        guard case .touch(var finger) = source else { return }
        finger.move(to: point, at: now)
        source = .touch(finger)
    }

    /// Turns the knob.
    mutating func turn(_ detents: Int, at now: Timestamp) -> SwipeOutcome? {
        guard case .knob(var finger) = source else { return nil }
        defer { source = .knob(finger) }
        return finger.turn(detents, at: now)
    }

    /// Returns the outcome if the finger or the arrow came up at this instant, however late that is known. The knob isn't let go: its
    /// outcome is that of resting now.
    func letGo(at instant: Timestamp) -> SwipeOutcome {
        switch source {
        case .touch(let finger): finger.outcome(at: instant)
        case .arrow(let finger): finger.outcome(releasedAt: instant)
        case .knob(let finger): finger.outcome
        }
    }

    /// Ends the gesture because another one begins, with the outcome of letting go now, so nothing of it is lost. A finger's gesture always
    /// springs back, and so does a gesture that its opposite interrupts.
    /// - Parameter direction: the direction of the other gesture, if that is known.
    func interrupt(by direction: SwipeDirection?, at now: Timestamp) -> SwipeOutcome {
        if isTouch { return .springBack }
        let outcome = letGo(at: now)
        if case .commit(let own) = outcome, direction == own.opposite { return .springBack }
        return outcome
    }

    /// Returns the outcome that has come by time alone.
    mutating func advance(to now: Timestamp) -> SwipeOutcome? {
        switch source {
        case .touch: return nil
        case .arrow(var finger):
            defer { source = .arrow(finger) }
            return finger.advance(to: now)
        case .knob(var finger):
            defer { source = .knob(finger) }
            return finger.advance(to: now)
        }
    }

    // MARK: Rendering

    /// Returns the clip's offset from its resting position, as it is shown.
    func offset(at now: Timestamp) -> Point { momentum(at: now).offset }
    func velocity(at now: Timestamp) -> Point { momentum(at: now).velocity }

    func momentum(at now: Timestamp) -> Momentum {
        switch source {
        case .touch(let finger): finger.momentum(at: now)
        case .arrow(let finger): finger.momentum(at: now)
        case .knob(let finger): finger.momentum(at: now)
        }
    }

    /// The direction in which it would go if it committed now.
    var direction: SwipeDirection? {
        switch source {
        case .touch(let finger): finger.direction
        case .arrow(let finger): finger.direction
        case .knob(let finger): finger.direction
        }
    }

    /// Returns the progress of the swipe: 1 exactly where it commits.
    func progress(at now: Timestamp) -> Double {
        switch source {
        case .touch(let finger): finger.progress
        case .arrow(let finger): finger.progress(at: now)
        case .knob(let finger): finger.progress(at: now)
        }
    }

    /// Returns the filled part of a held arrow's ring, 0…1; `nil` for a finger and the knob.
    func filling(at now: Timestamp) -> Double? { if case .arrow(let finger) = source { finger.held.filling(at: now) } else { nil } }

    /// Returns the next instant after `seen` at which the clip has moved, or there is an outcome, by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        switch source {
        case .touch(let finger): finger.nextChange(after: seen)
        case .arrow(let finger): finger.nextChange(after: seen)
        case .knob(let finger): finger.nextChange(after: seen)
        }
    }
}
