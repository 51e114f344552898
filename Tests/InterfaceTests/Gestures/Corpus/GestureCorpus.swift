// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport

@testable import Core
@testable import Interface

/// A gesture as people make it, with its meaning. Kind, tool, direction and seed determine it, so a failure names it.
struct DrawnGesture: CustomStringConvertible {
    enum Kind: String, CaseIterable {
        case slow, quick, hesitating, twoStage, diagonal, double, looking, turningBack, tapping, resting
    }

    let kind: Kind
    let tool: Hand.Tool
    let direction: SwipeDirection
    let seed: UInt64
    let reports: [Hand.Report]
    /// The expected outcomes, in order.
    let meant: [SwipeOutcome]

    var description: String { "\(kind) \(direction) by \(tool), seed \(seed)" }

    /// - Returns: `nil` if the tool has no such gesture.
    init?(_ kind: Kind, _ tool: Hand.Tool, _ direction: SwipeDirection, _ rule: SwipeRule, seed: UInt64) {
        (self.kind, self.tool, self.direction, self.seed) = (kind, tool, direction, seed)
        var hand = Hand(tool, seed: seed)
        let outcomes: [SwipeOutcome]?
        switch tool {
        case .finger, .mouse: outcomes = Self.drag(kind, direction, rule.threshold, &hand)
        case .arrow: outcomes = Self.hold(kind, direction, &hand)
        case .knob: outcomes = direction == .left || direction == .right ? Self.turn(kind, direction, &hand) : nil
        }
        guard let outcomes else { return nil }
        reports = hand.reports.sorted { $0.seconds < $1.seconds }
        meant = outcomes
    }

    // MARK: A finger, a mouse

    private static func drag(_ kind: Kind, _ direction: SwipeDirection, _ threshold: Double, _ hand: inout Hand) -> [SwipeOutcome]? {
        hand.down()
        defer { hand.up() }
        switch kind {
        case .slow:
            hand.go(hand.aim(direction, threshold * hand.within(1.12...1.7)), in: hand.within(0.5...1.6))
            hand.rest(hand.within(0.05...0.6))
        case .quick:
            throwIt(direction, &hand)
        case .hesitating:
            hand.go(hand.aim(direction, threshold * hand.within(0.3...0.7)), in: hand.within(0.2...0.6))
            hand.rest(hand.within(0.15...0.9))
            hand.go(hand.aim(direction, threshold * hand.within(0.85...1.2)), in: hand.within(0.25...0.8))
            hand.rest(hand.within(0.03...0.3))
        case .twoStage:
            // Out, a little back, and then all the way.
            hand.go(hand.aim(direction, threshold * hand.within(0.5...0.9)), in: hand.within(0.2...0.5))
            hand.go(hand.aim(direction, -threshold * hand.within(0.1...0.3)), in: hand.within(0.15...0.3))
            hand.go(hand.aim(direction, threshold * hand.within(0.9...1.3)), in: hand.within(0.3...0.7))
            hand.rest(hand.within(0.03...0.2))
        case .diagonal:
            let astray = hand.within(15.0...33) * (hand.random.chance(0.5) ? 1 : -1)
            hand.go(hand.aim(direction, threshold * hand.within(1.15...1.8), astray: astray), in: hand.within(0.3...1))
            hand.rest(hand.within(0.03...0.3))
        case .double:
            throwIt(direction, &hand)
            hand.up()
            hand.wait(0.06...0.25)
            hand.down()
            throwIt(direction, &hand)
            return [.commit(direction), .commit(direction)]
        case .looking:
            hand.go(hand.aim(direction, threshold * hand.within(0.35...0.85)), in: hand.within(0.25...0.8))
            hand.rest(hand.within(0.35...1.5))
            return [.springBack]
        case .turningBack:
            let out = threshold * hand.within(0.6...1.6)
            hand.go(hand.aim(direction, out), in: hand.within(0.15...0.8))
            if hand.random.chance(0.5) { hand.rest(hand.within(0.05...0.5)) }
            hand.go(hand.aim(direction, -out * hand.within(0.2...0.95)), in: hand.within(0.12...0.6))
            if hand.random.chance(0.5) { hand.rest(hand.within(0.02...0.2)) }
            return [.springBack]
        case .tapping:
            hand.rest(hand.within(0.04...0.2))
            return [.tap]
        case .resting:
            // A hand that leans on the screen, and slides.
            hand.go(hand.aim(direction, threshold * hand.within(0...0.2)), in: hand.within(0.5...1.2))
            hand.rest(hand.within(0.2...1))
            return [.springBack]
        }
        return [.commit(direction)]
    }

    /// A thumb's throw; some are weak.
    private static func throwIt(_ direction: SwipeDirection, _ hand: inout Hand) {
        hand.go(hand.aim(direction, hand.within(110...420)), in: hand.within(0.06...0.19), isThrown: true)
    }

    // MARK: An arrow

    private static func hold(_ kind: Kind, _ direction: SwipeDirection, _ hand: inout Hand) -> [SwipeOutcome]? {
        switch kind {
        case .quick, .tapping: hand.press(direction, for: hand.within(0.03...0.29))
        case .slow: hand.press(direction, for: hand.within(0.84...1.6))
        case .hesitating: hand.press(direction, for: hand.within(0.8...0.9))
        case .double:
            let (first, second) = (hand.within(0.03...0.12), hand.within(0.03...0.2))
            hand.press(direction, for: first)
            hand.wait((first + 0.04)...(first + 0.2))
            hand.press(direction, for: second)
            return [.commit(direction), .commit(direction)]
        case .twoStage:
            // First a peek, then the whole hold.
            let look = hand.within(0.36...0.65)
            hand.press(direction, for: look)
            hand.wait((look + 0.1)...(look + 0.6))
            hand.press(direction, for: hand.within(0.03...0.2))
            return [.springBack, .commit(direction)]
        case .looking, .resting:
            hand.press(direction, for: hand.within(0.36...0.7))
            return [.springBack]
        case .turningBack:
            // The wrong arrow, then the right one before the wrong one is released.
            let wrong = hand.within(0.08...0.25)
            hand.press(direction.opposite, for: wrong)
            hand.wait(0.03...0.07)
            hand.press(direction, for: hand.within(0.03...0.2))
            return [.springBack, .commit(direction)]
        case .diagonal: return nil
        }
        return [.commit(direction)]
    }

    // MARK: The knob

    private static func turn(_ kind: Kind, _ direction: SwipeDirection, _ hand: inout Hand) -> [SwipeOutcome]? {
        switch kind {
        case .slow: hand.turn(direction, hand.within(5...7), every: 0.1...0.24)
        case .quick: hand.turn(direction, hand.within(3...4), every: 0.02...0.11)
        case .hesitating:
            hand.turn(direction, 2, every: 0.1...0.2)
            hand.turn(direction, hand.within(3...4), every: 0.05...0.15)
        case .twoStage:
            hand.turn(direction, 2, every: 0.05...0.12)
            hand.turn(direction.opposite, 1, every: 0.1...0.2)
            hand.turn(direction, hand.within(4...6), every: 0.05...0.15)
        case .double:
            hand.turn(direction, hand.within(5...6), every: 0.03...0.1)
            hand.wait(0.35...0.6)
            hand.turn(direction, hand.within(5...6), every: 0.03...0.1)
            return [.commit(direction), .commit(direction)]
        case .looking:
            hand.turn(direction, hand.within(1...4), every: 0.135...0.23)
            return [.springBack]
        case .turningBack:
            let out = hand.within(2...4)
            hand.turn(direction, out, every: 0.03...0.2)
            hand.turn(direction.opposite, hand.within(1...out), every: 0.03...0.2)
            return [.springBack]
        case .tapping, .resting:
            // A sleeve, or a knock on the box.
            hand.turn(direction, hand.within(1...2), every: 0.005...0.05)
            return [.springBack]
        case .diagonal: return nil
        }
        return [.commit(direction)]
    }
}
