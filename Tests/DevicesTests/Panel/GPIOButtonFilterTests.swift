// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

@Suite struct GPIOButtonFilterTests {
    private static func change(_ isDown: Bool, _ milliseconds: Double) -> ButtonFilter.Change {
        ButtonFilter.Change(isDown: isDown, timestamp: Timestamp(seconds: milliseconds / 1000))
    }

    /// Returns a filter's changes for these edges, each with its time in milliseconds, settled at the end.
    private static func said(_ edges: [(Bool, Double)]) -> [ButtonFilter.Change] {
        var filter = ButtonFilter()
        var said: [ButtonFilter.Change] = []
        for (isDown, milliseconds) in edges { filter.edge(isDown: isDown, at: Timestamp(seconds: milliseconds / 1000)) { said.append($0) } }
        filter.settle(at: Timestamp(seconds: 1e6)) { said.append($0) }
        return said
    }

    @Test func aPressIsSaidAtItsFirstEdge() {
        var filter = ButtonFilter()
        var said: [ButtonFilter.Change] = []
        filter.edge(isDown: true, at: .zero) { said.append($0) }
        #expect(said == [Self.change(true, 0)], "at once, not after the bounce")
        #expect(filter.isDown && filter.settleTime == nil)
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func aPressWithAnyBouncesIsOnePressAtItsFirstEdges(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var edges: [(Bool, Double)] = []
        var expected: [ButtonFilter.Change] = []
        var time = 0.0
        for _ in 0..<30 {
            for isDown in [true, false] {
                expected.append(Self.change(isDown, time))
                for _ in 0..<Int.random(in: 0...10, using: &random) {
                    edges.append((isDown, time))
                    time += Double.random(in: 0.01...15, using: &random)
                    edges.append((!isDown, time))
                    time += Double.random(in: 0.01...14, using: &random)
                }
                edges.append((isDown, time))
                time += Double.random(in: 30...300, using: &random)
            }
        }
        let said = Self.said(edges)
        #expect(said.map(\.isDown) == expected.map(\.isDown))
        for (said, expected) in zip(said, expected) {
            #expect(abs(said.timestamp.duration(to: expected.timestamp).inMilliseconds) < 0.001)
        }
    }

    @Test func aTapShorterThanTheQuietTimeIsPressedAndReleased() {
        #expect(Self.said([(true, 0), (false, 12)]) == [Self.change(true, 0), Self.change(false, 12)])
    }

    @Test func aReleaseThatWasHeldBackIsSaidWhenItsTimeIsOver() {
        var filter = ButtonFilter()
        var said: [ButtonFilter.Change] = []
        filter.edge(isDown: true, at: .zero) { said.append($0) }
        filter.edge(isDown: false, at: Timestamp(seconds: 0.012)) { said.append($0) }
        #expect(filter.settleTime == Timestamp(seconds: 0.012) + ButtonFilter.quietTime)
        filter.settle(at: Timestamp(seconds: 0.041)) { said.append($0) }
        #expect(said.count == 1)
        filter.settle(at: Timestamp(seconds: 0.042)) { said.append($0) }
        filter.settle(at: Timestamp(seconds: 0.043)) { said.append($0) }
        #expect(said == [Self.change(true, 0), Self.change(false, 12)])
        #expect(filter.settleTime == nil)
    }

    /// A late thread reads several presses at once, and none is lost or merged.
    @Test func aLateReaderMissesNoPress() {
        #expect(
            Self.said([(true, 0), (false, 10), (true, 100), (false, 110)])
                == [Self.change(true, 0), Self.change(false, 10), Self.change(true, 100), Self.change(false, 110)])
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func pressesAndReleasesTakeTurnsWhateverComes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var time = 0.0
        let edges = (0..<300).map { _ -> (Bool, Double) in
            time += Double.random(in: 0...60, using: &random)
            return (random.chance(0.5), time)
        }
        let said = Self.said(edges)
        for (index, change) in said.enumerated() { #expect(change.isDown == index.isMultiple(of: 2)) }
        #expect(said.map(\.timestamp) == said.map(\.timestamp).sorted())
        #expect((said.last?.isDown ?? false) == edges.last?.0)
    }

    @Test func aLineThatGoesReleasesWhatIsHeldAndNothingElse() {
        var filter = ButtonFilter()
        var said: [ButtonFilter.Change] = []
        filter.release(at: .zero) { said.append($0) }
        #expect(said == [])
        filter.edge(isDown: true, at: .zero) { said.append($0) }
        filter.release(at: Timestamp(seconds: 1)) { said.append($0) }
        #expect(said == [Self.change(true, 0), Self.change(false, 1000)])
        filter.edge(isDown: true, at: Timestamp(seconds: 1.001)) { said.append($0) }
        #expect(said.count == 3, "a line that is back counts at once")
    }
}
