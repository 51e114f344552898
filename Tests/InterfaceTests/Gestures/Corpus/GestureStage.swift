// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport

@testable import Core
@testable import Interface

/// A screen with only a clip to swipe: it gives a gesture's outcomes as Review and the carousel would.
struct GestureStage {
    let rule: SwipeRule
    private(set) var outcomes: [SwipeOutcome] = []
    private var finger: SwipeFinger?
    private var motion: SwipeMotion?

    init(_ rule: SwipeRule) {
        self.rule = rule
    }

    /// Plays the reports of a gesture, each when it arrives, and ticks at every vblank of a TV at 60 Hz.
    static func outcomes(of reports: [Hand.Report], _ rule: SwipeRule) -> [SwipeOutcome] {
        var stage = GestureStage(rule)
        var left = reports.map { (arrival: $0.seconds + $0.lateness, report: $0) }.sorted { $0.arrival < $1.arrival }[...]
        let end = (left.last?.arrival ?? 0) + 2
        for vblank in 0...Int(end * 60) {
            let now = Double(vblank) / 60
            while let (arrival, report) = left.first, arrival <= now {
                left.removeFirst()
                // Outcomes by passing time come first, as in the appliance.
                stage.pass(to: Timestamp(seconds: arrival))
                stage.take(report.deed, at: Timestamp(seconds: report.seconds))
            }
            stage.pass(to: Timestamp(seconds: now))
        }
        return stage.outcomes
    }

    private mutating func pass(to now: Timestamp) {
        if let outcome = finger?.advance(to: now) { end(outcome, at: now) }
    }

    private mutating func take(_ deed: Hand.Report.Deed, at now: Timestamp) {
        switch deed {
        case .down(let point):
            interrupt(by: nil, at: now)
            finger = SwipeFinger(touching: point, rule, from: momentum(at: now), at: now)
        case .move(let point): finger?.move(to: point, at: now)
        case .up: if let finger, finger.isTouch { end(finger.letGo(at: now), at: now) }
        case .press(let direction):
            interrupt(by: direction, at: now)
            finger = SwipeFinger(holding: direction, rule, from: momentum(at: now), at: now)
        case .release(let direction): if let finger, finger.arrow == direction { end(finger.letGo(at: now), at: now) }
        case .turn(let detents):
            if finger?.isKnob != true {
                interrupt(by: detents > 0 ? .right : .left, at: now)
                finger = SwipeFinger(turning: rule, from: momentum(at: now), at: now)
            }
            if let outcome = finger?.turn(detents, at: now) { end(outcome, at: now) }
        }
    }

    private mutating func interrupt(by direction: SwipeDirection?, at now: Timestamp) {
        if let finger { end(finger.interrupt(by: direction, at: now), at: now) }
    }

    /// Returns the momentum of the visible clip; after a commit the next one lies still.
    private func momentum(at now: Timestamp) -> Momentum { motion?.momentum(at: now) ?? .none }

    private mutating func end(_ outcome: SwipeOutcome, at now: Timestamp) {
        guard let ended = finger else { return }
        let momentum = ended.momentum(at: now)
        switch outcome {
        case .commit:
            finger = ended.successor(at: now)
            motion = nil
        case .tap, .springBack:
            finger = nil
            motion = .springBack(from: momentum, at: now)
        }
        // Detents beyond a commit move the next clip a little, and don't count.
        if outcome == .springBack, ended.isKnob, case .commit? = outcomes.last { return }
        outcomes.append(outcome)
    }
}
