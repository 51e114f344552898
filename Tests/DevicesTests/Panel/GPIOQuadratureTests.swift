// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Devices

@Suite struct GPIOQuadratureTests {
    private typealias Step = (contact: QuadratureDecoder.Contact, isClosed: Bool)

    /// One detent's four edges.
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

    /// Each contact bounces as it closes and opens, and the knob may shake back and forth over an edge.
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
            // Seen once more, as when the kernel looks after the bounce is over.
            if random.chance(0.3) { steps.append(step) }
        }
        #expect(Self.counted(steps, &decoder) == way)
    }

    /// Turned from a detent half way on and back, however often, nothing is counted.
    @Test(arguments: 1...3)
    func aTurnThatGoesBackIsNone(edges: Int) {
        var decoder = Self.atRest
        for direction in [1, -1] {
            let there = Array(Self.detent(direction).prefix(edges))
            let back = there.reversed().map { ($0.contact, !$0.isClosed) }
            for _ in 0..<5 { #expect(Self.counted(there + back, &decoder) == []) }
        }
    }

    /// One edge of a detent may be missed now and then: that detent may not be counted, but no false one ever is.
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

    /// Whatever comes, at most one detent for four edges, and afterwards it counts again.
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

    /// A knob that stands between two detents when its lines are taken counts from the next detent on.
    @Test func whatIsNotKnownIsNotCounted() {
        var decoder = QuadratureDecoder(isAClosed: true, isBClosed: true)
        #expect(Self.counted(Array(Self.detent(1).suffix(2)) + Self.detent(1), &decoder) == [1])
        decoder.loseTrack()
        #expect(Self.counted(Self.detent(1) + Self.detent(-1), &decoder) == [-1])
    }
}
