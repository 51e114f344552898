// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Devices

@Suite struct GPIOQuadratureTests {
    private typealias Step = (contact: QuadratureDecoder.Contact, isClosed: Bool)

    /// The four edges of one detent.
    private static func detent(_ direction: Int) -> [Step] {
        let (first, second): (QuadratureDecoder.Contact, QuadratureDecoder.Contact) = direction > 0 ? (.a, .b) : (.b, .a)
        return [(first, true), (second, true), (first, false), (second, false)]
    }

    private static func counted(_ steps: [Step], _ decoder: inout QuadratureDecoder) -> [Int] {
        steps.map { decoder.contact($0.contact, isClosed: $0.isClosed) }.filter { $0 != 0 }
    }

    private static var atRest: QuadratureDecoder { QuadratureDecoder(isAClosed: false, isBClosed: false) }

    @Test func fourEdgesAreADetentAndTheLastOneSaysIt() {
        var decoder = Self.atRest
        #expect(Self.detent(1).map { decoder.contact($0.contact, isClosed: $0.isClosed) } == [0, 0, 0, 1])
        #expect(Self.detent(-1).map { decoder.contact($0.contact, isClosed: $0.isClosed) } == [0, 0, 0, -1])
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func anyWayOfDetentsIsCountedDetentForDetent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var decoder = Self.atRest
        let way = (0..<200).map { _ in random.chance(0.5) ? 1 : -1 }
        #expect(Self.counted(way.flatMap(Self.detent), &decoder) == way)
    }

    /// Each contact bounces when it closes and opens, and the knob may shake back and forth over an edge.
    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func bouncesMakeNoDetentAndCostNone(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var decoder = Self.atRest
        let way = (0..<200).map { _ in random.chance(0.7) ? 1 : -1 }
        var steps: [Step] = []
        for step in way.flatMap(Self.detent) {
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                steps += [step, (step.contact, !step.isClosed)]
            }
            steps.append(step)
            // Reported once more, as when the kernel reads the level after the bounce.
            if random.chance(0.3) { steps.append(step) }
        }
        #expect(Self.counted(steps, &decoder) == way)
    }

    /// Turned half way from a detent and back, however often, the knob counts nothing.
    @Test(arguments: 1...3)
    func aTurnThatGoesBackIsNone(edges: Int) {
        var decoder = Self.atRest
        for direction in [1, -1] {
            let there = Array(Self.detent(direction).prefix(edges))
            let back = there.reversed().map { ($0.contact, !$0.isClosed) }
            for _ in 0..<5 { #expect(Self.counted(there + back, &decoder) == []) }
        }
    }

    /// Now and then one edge of a detent is missed: that detent may be lost, but no false one is ever counted.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func missedEdgesCostDetentsAndMakeNone(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let direction = random.chance(0.5) ? 1 : -1
        var decoder = Self.atRest
        var missed = 0
        var steps: [Step] = []
        var wait = 0
        for step in (0..<200).flatMap({ _ in Self.detent(direction) }) {
            wait -= 1
            if wait <= 0, random.chance(0.1) {
                missed += 1
                wait = 8
            } else {
                steps.append(step)
            }
        }
        let counted = Self.counted(steps, &decoder)
        #expect(counted.allSatisfy { $0 == direction })
        #expect(counted.count >= 200 - 2 * missed && counted.count <= 200)
    }

    /// Any noise gives at most one detent for four edges, and afterwards detents count again.
    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func nothingConfusesItForLong(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var decoder = random.chance(0.5) ? Self.atRest : QuadratureDecoder(isAClosed: random.chance(0.5), isBClosed: nil)
        var noise: [Step] = []
        for _ in 0..<400 { noise.append((random.chance(0.5) ? .a : .b, random.chance(0.5))) }
        #expect(Self.counted(noise, &decoder).count <= 100)
        _ = Self.counted([(.a, false), (.b, false)], &decoder)
        #expect(Self.counted([1, 1, -1, 1].flatMap(Self.detent), &decoder) == [1, 1, -1, 1])
    }

    /// After lost edges, counting starts at the next detent.
    @Test func whatIsNotKnownIsNotCounted() {
        var decoder = Self.atRest
        #expect(Self.counted(Self.detent(1), &decoder) == [1])
        decoder.loseTrack()
        #expect(Self.counted(Self.detent(1) + Self.detent(-1), &decoder) == [-1])
    }

    // MARK: Other knobs

    /// A knob by its contacts: it rests at a position of the code, and its detents are some steps apart.
    private struct Knob {
        var place: Int
        let stepsPerDetent: Int
        var decoder: QuadratureDecoder
        var bounces = 0

        private static let code: [(a: Bool, b: Bool)] = [(false, false), (true, false), (true, true), (false, true)]

        init(restingAt place: Int, stepsPerDetent: Int, known: Int? = nil) {
            (self.place, self.stepsPerDetent) = (place, stepsPerDetent)
            let contacts = Self.code[place & 3]
            decoder = QuadratureDecoder(isAClosed: contacts.a, isBClosed: contacts.b, stepsPerDetent: known)
        }

        mutating func step(_ direction: Int) -> Int {
            let (old, new) = (Self.code[place & 3], Self.code[(place + direction) & 3])
            place += direction
            var counted = 0
            for bounce in 0...bounces * 2 {
                let contacts = bounce.isMultiple(of: 2) ? new : old
                counted += old.a != new.a ? decoder.contact(.a, isClosed: contacts.a) : decoder.contact(.b, isClosed: contacts.b)
            }
            return counted
        }

        mutating func steps(_ count: Int) -> Int { (0..<abs(count)).reduce(0) { sum, _ in sum + step(count.signum()) } }

        /// Turns by this number of detents at once, then rests.
        mutating func turn(_ detents: Int) -> Int {
            defer { decoder.noteRest() }
            return steps(detents * stepsPerDetent)
        }
    }

    /// ALPS's EC11E15244G1 and many boards named KY-040 have 30 detents and 15 pulses. Others rest in another state than with both contacts
    /// open.
    @Test(arguments: 0..<4, [2, 4])
    func everyKindOfKnobCountsItsDetentsBothWays(place: Int, steps: Int) {
        for bounces in [0, 5] {
            var knob = Knob(restingAt: place, stepsPerDetent: steps, known: steps)
            knob.bounces = bounces
            #expect([10, -10, 1, -1, 1, 1, -1, -3].map { knob.turn($0) } == [10, -10, 1, -1, 1, 1, -1, -3])
        }
    }

    @Test(arguments: 0..<4, 1...20 as ClosedRange<UInt64>)
    func whatAKnobIsIsLearnedInItsFirstTurns(place: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for steps in [2, 4] {
            var knob = Knob(restingAt: place, stepsPerDetent: steps)
            for _ in 0..<8 { _ = knob.turn(random.chance(0.5) ? 1 : -1) }
            for _ in 0..<200 {
                let detents = Int.random(in: -5...5, using: &random)
                #expect(knob.turn(detents) == detents, "\(steps) steps a detent")
            }
        }
    }

    /// A hand rested on the knob at the start, so that it stood between two detents.
    @Test(arguments: 1...3)
    func aKnobThatStoodBetweenDetentsCountsThemAllSoon(place: Int) {
        var knob = Knob(restingAt: place, stepsPerDetent: 4)
        _ = knob.steps(4 - place)
        knob.decoder.noteRest()
        for _ in 0..<4 { _ = knob.turn(1) }
        #expect([1, -1, 3, -2, 1, -1].map { knob.turn($0) } == [1, -1, 3, -2, 1, -1])
    }

    /// Now and then a finger holds the knob between two detents.
    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func aFingerThatRestsBetweenDetentsIsNoDetent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var knob = Knob(restingAt: 0, stepsPerDetent: 4)
        for turn in 0..<200 {
            let detents = random.chance(0.5) ? 1 : -1
            if turn % 6 == 5 {
                let held = Int.random(in: 1...3, using: &random)
                let before = knob.steps(detents * held)
                knob.decoder.noteRest()
                #expect(before + knob.steps(detents * (4 - held)) == detents)
                knob.decoder.noteRest()
            } else {
                #expect(knob.turn(detents) == detents)
            }
        }
    }
}
