// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a swipe was when it ended.
enum SwipeOutcome: Hashable, Sendable {
    /// Somebody touched what lies there.
    case tap
    /// It counts.
    case commit(SwipeDirection)
    /// Nothing was meant.
    case springBack
}

/// What drags a clip: a finger or the mouse, an arrow that is held, or the knob. A screen needn't know which.
///
/// A screen keeps one from the gesture's begin to its outcome, and a `SwipeMotion` from then on; each takes over from the other with
/// `momentum(at:)`, so nothing jumps. An outcome comes by `turn`, by `letGo`, by `interrupt`, or by time alone from `advance`.
struct SwipeFinger: Hashable, Sendable {
    private enum Source: Hashable {
        case touch(TouchFinger)
        case arrow(ArrowFinger)
        case knob(KnobFinger)
    }

    private var source: Source

    // MARK: Beginnings

    /// A finger goes down, or the mouse's button.
    /// - Returns: `nil` for a place that is no number.
    init?(touching point: Point, _ rule: SwipeRule, from momentum: Momentum = .none, at now: Timestamp) {
        guard let finger = TouchFinger(at: point, rule, from: momentum, at: now) else { return nil }
        source = .touch(finger)
    }

    /// An arrow goes down.
    init(holding direction: SwipeDirection, _ rule: SwipeRule, from momentum: Momentum = .none, at now: Timestamp) {
        source = .arrow(ArrowFinger(direction, rule, from: momentum, at: now))
    }

    /// The knob is about to be turned.
    init(turning rule: SwipeRule, from momentum: Momentum = .none, at now: Timestamp) {
        source = .knob(KnobFinger(rule, from: momentum, at: now))
    }

    private init(_ source: Source) {
        self.source = source
    }

    /// What goes on with the next clip once this one has committed: the knob while it is turned on. Of the others there is nothing.
    func successor(at now: Timestamp) -> SwipeFinger? {
        guard case .knob(let finger) = source else { return nil }
        return SwipeFinger(.knob(KnobFinger(finger.rule, from: .none, isContinued: true, at: now)))
    }

    // MARK: What it is

    var isTouch: Bool { if case .touch = source { true } else { false } }
    /// Where a finger went down.
    var touchStart: Point? { if case .touch(let finger) = source { finger.touched } else { nil } }
    var isKnob: Bool { if case .knob = source { true } else { false } }
    /// The direction of the arrow that is held.
    var arrow: SwipeDirection? { if case .arrow(let finger) = source { finger.direction } else { nil } }

    // MARK: What happens

    /// The finger moved; nothing else does.
    mutating func move(to point: Point, at now: Timestamp) {
        guard case .touch(var finger) = source else { return }
        finger.move(to: point, at: now)
        source = .touch(finger)
    }

    /// The knob was turned.
    mutating func turn(_ detents: Int, at now: Timestamp) -> SwipeOutcome? {
        guard case .knob(var finger) = source else { return nil }
        defer { source = .knob(finger) }
        return finger.turn(detents, at: now)
    }

    /// The finger went up, or the arrow came up: at this instant, whenever that is heard of. The knob isn't let go.
    func letGo(at instant: Timestamp) -> SwipeOutcome {
        switch source {
        case .touch(let finger): finger.outcome(at: instant)
        case .arrow(let finger): finger.outcome(releasedAt: instant)
        case .knob(let finger): finger.outcome
        }
    }

    /// Another gesture begins before this one has ended: so it ends now, as it is, and nothing of it is lost. What begins the other way, and
    /// what comes between a finger and the screen, calls it off.
    /// - Parameter direction: where the other one goes, if that is known.
    func interrupt(by direction: SwipeDirection?, at now: Timestamp) -> SwipeOutcome {
        if isTouch { return .springBack }
        let outcome = letGo(at: now)
        if case .commit(let own) = outcome, direction == own.opposite { return .springBack }
        return outcome
    }

    /// What became so by the passing of time alone.
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

    // MARK: What is seen

    /// Where the clip is seen, beside its place.
    func offset(at now: Timestamp) -> Point { momentum(at: now).offset }
    func velocity(at now: Timestamp) -> Point { momentum(at: now).velocity }

    func momentum(at now: Timestamp) -> Momentum {
        switch source {
        case .touch(let finger): finger.momentum(at: now)
        case .arrow(let finger): finger.momentum(at: now)
        case .knob(let finger): finger.momentum(at: now)
        }
    }

    /// Where it would go if it committed now.
    var direction: SwipeDirection? {
        switch source {
        case .touch(let finger): finger.direction
        case .arrow(let finger): finger.direction
        case .knob(let finger): finger.direction
        }
    }

    /// How full it is: 1 exactly where it commits.
    func progress(at now: Timestamp) -> Double {
        switch source {
        case .touch(let finger): finger.progress
        case .arrow(let finger): finger.progress(at: now)
        case .knob(let finger): finger.progress(at: now)
        }
    }

    /// The ring of an arrow that is held: 0…1; `nil` for a finger and the knob.
    func filling(at now: Timestamp) -> Double? { if case .arrow(let finger) = source { finger.held.filling(at: now) } else { nil } }

    /// The next instant after `seen` at which something is seen elsewhere, or there is an outcome, by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        switch source {
        case .touch(let finger): finger.nextChange(after: seen)
        case .arrow(let finger): finger.nextChange(after: seen)
        case .knob(let finger): finger.nextChange(after: seen)
        }
    }
}
