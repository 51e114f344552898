// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// Rallies cut out of movement: the closed form of their clips, and laws that hold whatever moves.
@Suite struct RallyCutterTests {
    /// Milliseconds from one movement's beginning to its end.
    private typealias Span = ClosedRange<Int>

    private static func time(_ milliseconds: Int) -> Timestamp { Timestamp(nanoseconds: Int64(milliseconds) * 1_000_000) }
    /// A picture at this time, of a thousand a second.
    private static func stamp(_ milliseconds: Int) -> FrameStamp { FrameStamp(frame: Int64(milliseconds), timestamp: time(milliseconds)) }
    private static func window(_ from: Int, _ through: Int) -> ClosedRange<Timestamp> { time(from)...time(through) }

    /// Lets this movement be seen, and time pass in steps of 100 ms.
    /// - Parameter late: the milliseconds by which each change is told late.
    private static func cut(_ moving: [Span], until end: Int, late: Int = 0, by cutter: inout RallyCutter) -> [Rally] {
        var changes = moving.flatMap { span in
            [
                (at: span.lowerBound + late, RegionMovement.Change.moves(since: stamp(span.lowerBound))),
                (at: span.upperBound + late, .rests(since: stamp(span.upperBound))),
            ]
        }
        var rallies: [Rally] = []
        for now in stride(from: 0, through: end, by: 100) {
            while let next = changes.first, next.at <= now {
                changes.removeFirst()
                rallies += cutter.take(next.1)
            }
            rallies += cutter.pass(to: stamp(now))
        }
        return rallies
    }

    private static func cut(_ moving: [Span], until end: Int, shortest: Int = 1000, longest: Int = 60_000) -> [Rally] {
        var cutter = RallyCutter(shortest: .milliseconds(shortest), longest: .milliseconds(longest))
        return cut(moving, until: end, by: &cutter)
    }

    @Test("X-18 a clip begins 2 s before the movement and ends 1.5 s after it rests")
    func window() {
        let rallies = Self.cut([10_000...15_000, 30_000...34_000], until: 60_000)
        #expect(rallies.map(\.window) == [Self.window(8000, 16_500), Self.window(28_000, 35_500)])
        #expect(rallies.map(\.first) == [Self.stamp(10_000), Self.stamp(30_000)])
    }

    @Test("X-18 a rest of less than 3.5 s belongs to the rally, a longer one to none")
    func rests() {
        #expect(Self.cut([10_000...15_000, 18_400...20_000], until: 60_000).map(\.window) == [Self.window(8000, 21_500)])
        let apart = Self.cut([10_000...15_000, 18_500...20_000], until: 60_000)
        #expect(apart.map(\.window) == [Self.window(8000, 16_500), Self.time(16_500) + .nanoseconds(1)...Self.time(21_500)])
    }

    @Test("X-18 what moves for less than the shortest time makes no clip, and its footage may belong to the next")
    func shortest() {
        #expect(Self.cut([10_000...11_900], until: 60_000, shortest: 2000).isEmpty)
        #expect(Self.cut([10_000...12_000], until: 60_000, shortest: 2000).map(\.window) == [Self.window(8000, 13_500)])
        #expect(Self.cut([10_000...10_500, 14_100...17_000], until: 60_000, shortest: 2000).map(\.window) == [Self.window(12_100, 18_500)])
    }

    @Test("X-18 a longer rally becomes several clips, each directly after the other, and a rest at the limit makes no empty one")
    func longest() {
        let rallies = Self.cut([10_000...35_000], until: 60_000, longest: 10_000)
        let step = Duration.nanoseconds(1)
        #expect(
            rallies.map(\.window) == [
                Self.window(8000, 18_000), Self.time(18_000) + step...Self.time(28_000) + step, Self.time(28_000) + step + step...Self.time(36_500),
            ])
        #expect(rallies.allSatisfy { $0.window.contains($0.first.timestamp) })
        #expect(rallies.map(\.first.frame) == [10_000, 18_001, 28_001])
        #expect(Self.cut([10_000...17_900], until: 60_000, longest: 10_000).map(\.window) == [Self.window(8000, 18_000)])
    }

    @Test("X-18 the region is doubted if nothing moved for five minutes, until something moves")
    func nothingMoves() {
        var cutter = RallyCutter(shortest: .seconds(1), longest: .seconds(60))
        _ = Self.cut([], until: 299_900, by: &cutter)
        #expect(cutter.doubt(at: Self.time(299_900)) == nil)
        #expect(cutter.doubt(at: Self.time(300_000)) == .nothingMoves)
        _ = cutter.take(.moves(since: Self.stamp(301_000)))
        #expect(cutter.doubt(at: Self.time(301_000)) == nil)
        _ = cutter.take(.rests(since: Self.stamp(303_000)))
        #expect(cutter.doubt(at: Self.time(602_900)) == nil)
        #expect(cutter.doubt(at: Self.time(603_000)) == .nothingMoves)
    }

    @Test("X-18 the region is doubted after three clips in a row at the longest, until a rally is shorter")
    func neverRests() {
        var cutter = RallyCutter(shortest: .seconds(1), longest: .seconds(10))
        _ = Self.cut([10_000...29_000, 40_000...45_000], until: 60_000, by: &cutter)
        #expect(cutter.doubt(at: Self.time(60_000)) == nil)
        cutter = RallyCutter(shortest: .seconds(1), longest: .seconds(10))
        _ = Self.cut([10_000...29_000, 40_000...59_000], until: 70_000, by: &cutter)
        #expect(cutter.doubt(at: Self.time(70_000)) == .neverRests)
        _ = cutter.take(.moves(since: Self.stamp(80_000)))
        _ = cutter.take(.rests(since: Self.stamp(83_000)))
        #expect(cutter.pass(to: Self.stamp(90_000)).count == 1)
        #expect(cutter.doubt(at: Self.time(90_000)) == nil)
    }

    @Test("X-18 STOP ends the rally with the footage that there is, and what goes on to move is another rally")
    func close() {
        var cutter = RallyCutter(shortest: .seconds(2), longest: .seconds(60))
        _ = cutter.take(.moves(since: Self.stamp(10_000)))
        #expect(cutter.start == Self.time(8000))
        #expect(cutter.close(at: Self.stamp(14_000)).map(\.window) == [Self.window(8000, 14_000)])
        #expect(cutter.close(at: Self.stamp(14_000)).isEmpty, "nothing is written twice")
        _ = cutter.take(.rests(since: Self.stamp(17_000)))
        let rest = cutter.pass(to: Self.stamp(21_000))
        #expect(rest.map(\.window) == [Self.time(14_000) + .nanoseconds(1)...Self.time(18_500)])
        #expect(cutter.start == nil && cutter.close(at: Self.stamp(22_000)).isEmpty)
        _ = cutter.take(.moves(since: Self.stamp(30_000)))
        _ = cutter.take(.rests(since: Self.stamp(33_000)))
        #expect(cutter.close(at: Self.stamp(34_000)).map(\.window) == [Self.window(28_000, 34_000)])
        _ = cutter.take(.moves(since: Self.stamp(40_000)))
        cutter.lose()
        #expect(cutter.start == nil && cutter.pass(to: Self.stamp(90_000)).isEmpty)
    }

    // MARK: Laws

    private static func movement(_ random: inout SeededGenerator) -> (moving: [Span], end: Int, cutter: RallyCutter) {
        var (now, moving) = (3000, [Span]())
        for _ in 0..<40 {
            let start = now + Int.random(in: 2...(random.chance(0.5) ? 60 : 300), using: &random) * 100
            let end = start + Int.random(in: 1...(random.chance(0.2) ? 900 : 100), using: &random) * 100
            moving.append(start...end)
            now = end
        }
        let cutter = RallyCutter(
            shortest: .milliseconds(100 * Int.random(in: 10...50, using: &random)), longest: .seconds(Int.random(in: 10...60, using: &random)))
        return (moving, now + 10_000, cutter)
    }

    /// The closed form: movements less than 3.5 s apart are one rally; of each that lasts long enough, everything from 2 s before to 1.5 s after.
    private static func wanted(_ moving: [Span], _ cutter: RallyCutter) -> [ClosedRange<Timestamp>] {
        var rallies: [Span] = []
        for span in moving {
            if let last = rallies.last, span.lowerBound - last.upperBound < 3500 {
                rallies[rallies.count - 1] = last.lowerBound...span.upperBound
            } else {
                rallies.append(span)
            }
        }
        var windows: [ClosedRange<Timestamp>] = []
        for rally in rallies where time(rally.lowerBound).duration(to: time(rally.upperBound)) >= cutter.shortest {
            var from = time(rally.lowerBound - 2000)
            if let last = windows.last { from = max(from, last.upperBound + .nanoseconds(1)) }
            while time(rally.upperBound) > from + cutter.longest {
                windows.append(from...from + cutter.longest)
                from = from + cutter.longest + .nanoseconds(1)
            }
            windows.append(from...min(time(rally.upperBound + 1500), from + cutter.longest))
        }
        return windows
    }

    @Test("X-18 clips are those of the closed form, whatever moves", arguments: UInt64(1)...200)
    func closedForm(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (moving, end, cutter) = Self.movement(&random)
        let wanted = Self.wanted(moving, cutter)
        let rallies = Self.cut(moving, until: end, by: &cutter)
        #expect(rallies.map(\.window) == wanted)
        #expect(rallies.allSatisfy { $0.window.contains($0.first.timestamp) })
    }

    @Test(
        "X-18 however late movement is told, and whenever STOP is pressed: no clips overlap, none is too long, each has movement",
        arguments: UInt64(1)...200)
    func laws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (moving, end, cutter) = Self.movement(&random)
        let late = Int.random(in: 0...8, using: &random) * 100
        var changes = moving.flatMap { span in
            [
                (at: span.lowerBound + late, RegionMovement.Change.moves(since: Self.stamp(span.lowerBound))),
                (at: span.upperBound + late, .rests(since: Self.stamp(span.upperBound))),
            ]
        }
        var rallies: [Rally] = []
        for now in stride(from: 0, through: end, by: 100) {
            while let next = changes.first, next.at <= now {
                changes.removeFirst()
                rallies += cutter.take(next.1)
            }
            // The box stalls now and then: nothing is told for a while.
            if random.chance(0.3) { rallies += cutter.pass(to: Self.stamp(now)) }
            if random.chance(0.002) { rallies += cutter.close(at: Self.stamp(now)) }
        }
        #expect(rallies.allSatisfy { $0.window.contains($0.first.timestamp) })
        let windows = rallies.map(\.window)
        for (one, other) in zip(windows, windows.dropFirst()) { #expect(one.upperBound < other.lowerBound) }
        for window in windows {
            #expect(window.lowerBound.duration(to: window.upperBound) <= cutter.longest)
            #expect(moving.contains { Self.time($0.lowerBound) <= window.upperBound && Self.time($0.upperBound + late) >= window.lowerBound })
            // It begins with 2 s before a movement, directly after the last clip, or where STOP was pressed.
            #expect(window.lowerBound.nanoseconds % 100_000_000 <= Int64(moving.count * 10))
        }
    }
}
