// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// Rallies that a referee's whistle ends.
@Suite struct RallyWhistleTests {
    /// Milliseconds from one movement's beginning to its end.
    private typealias Span = ClosedRange<Int>

    /// The time from a whistle until the box knows it.
    private static let late = 300

    private static func time(_ milliseconds: Int) -> Timestamp { Timestamp(nanoseconds: Int64(milliseconds) * 1_000_000) }
    private static func stamp(_ milliseconds: Int) -> FrameStamp { FrameStamp(frame: Int64(milliseconds), timestamp: time(milliseconds)) }
    private static func window(_ from: Int, _ through: Int) -> ClosedRange<Timestamp> { time(from)...time(through) }
    /// The window that begins directly after another clip.
    private static func window(after border: Int, _ through: Int) -> ClosedRange<Timestamp> { time(border) + .nanoseconds(1)...time(through) }

    /// Lets this movement be seen and these whistles be heard, and time pass in steps of 100 ms.
    private static func cut(
        _ moving: [Span], whistles: [Int], until end: Int = 60_000, shortest: Int = 2000, longest: Int = 60_000, tail: Int = 1500
    ) -> [Rally] {
        var cutter = RallyCutter(shortest: .milliseconds(shortest), longest: .milliseconds(longest))
        cutter.whistleTail = .milliseconds(tail)
        var rallies: [Rally] = []
        for now in stride(from: 0, through: end, by: 100) {
            for span in moving {
                if span.lowerBound == now { rallies += cutter.take(.moves(since: stamp(now))) }
                if span.upperBound == now { rallies += cutter.take(.rests(since: stamp(now))) }
            }
            if whistles.contains(now - late) { cutter.take(whistle: stamp(now - late)) }
            rallies += cutter.pass(to: stamp(now))
        }
        return rallies
    }

    @Test("X-18 a rally ends 1.5 s after the whistle, or as is set, and the clip's end is the whistle", arguments: [1500, 500, 4000])
    func whistleEnds(tail: Int) {
        let rallies = Self.cut([10_000...17_500], whistles: [15_000], tail: tail)
        #expect(rallies.map(\.window) == [Self.window(8000, min(15_000 + tail, 19_000))])
        #expect(rallies.map(\.end) == [Self.stamp(15_000)] && rallies.map(\.isWhistled) == [true])
    }

    @Test("X-18 without a whistle a rally's end is the picture since which it rests; a piece of a long one has none")
    func restEnds() {
        let rallies = Self.cut([10_000...15_000, 30_000...45_000], whistles: [], longest: 10_000)
        #expect(rallies.map(\.end) == [Self.stamp(15_000), nil, Self.stamp(45_000)] && !rallies.contains(where: \.isWhistled))
    }

    @Test("X-18 what moves on after a whistle is another rally if it lasts, and else it joins none")
    func remainders() {
        #expect(
            Self.cut([10_000...25_000], whistles: [15_000]).map(\.window)
                == [Self.window(8000, 16_500), Self.window(after: 16_500, 26_500)])
        // It moves on for a second, and the next rally begins 3 s later.
        let rallies = Self.cut([10_000...17_500, 20_500...25_000], whistles: [15_000])
        #expect(rallies.map(\.window) == [Self.window(8000, 16_500), Self.window(18_500, 26_500)])
        #expect(rallies.map(\.first) == [Self.stamp(10_000), Self.stamp(20_500)])
    }

    @Test("X-18 a whistle for the serve, before a rally or at its beginning, ends nothing")
    func serves() {
        #expect(Self.cut([10_000...16_000], whistles: [9500, 11_900]).map(\.window) == [Self.window(8000, 17_500)])
        #expect(Self.cut([10_000...16_000], whistles: [12_000]).map(\.window).first == Self.window(8000, 13_500))
        #expect(Self.cut([], whistles: [9500]).isEmpty)
    }

    @Test("X-18 a whistle after the movement ends the rally at once, 1.5 s after it rests")
    func afterTheRest() {
        let rallies = Self.cut([10_000...15_000, 17_500...22_000], whistles: [16_000])
        #expect(rallies.map(\.window) == [Self.window(8000, 16_500), Self.window(after: 16_500, 23_500)])
        #expect(rallies.map(\.isWhistled) == [true, false])
        // A whistle that the clip doesn't hold isn't its end.
        #expect(Self.cut([10_000...15_000], whistles: [17_000]).map(\.end) == [Self.stamp(15_000)])
    }

    @Test("X-18 STOP soon after a whistle ends the clip there, and the longest length still holds")
    func bounds() {
        var cutter = RallyCutter(shortest: .seconds(2), longest: .seconds(10))
        _ = cutter.take(.moves(since: Self.stamp(10_000)))
        cutter.take(whistle: Self.stamp(15_000))
        #expect(cutter.close(at: Self.stamp(15_800)).map(\.window) == [Self.window(8000, 15_800)])
        let rallies = Self.cut([10_000...25_000], whistles: [17_000], longest: 10_000)
        #expect(rallies.map(\.window).prefix(2) == [Self.window(8000, 18_000), Self.window(after: 18_000, 18_500)])
    }

    @Test("X-18 whenever somebody whistles: no clips overlap, dead time is in none, and no rally is lost", arguments: UInt64(1)...200)
    func laws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (now, moving) = (3000, [Span]())
        for _ in 0..<40 {
            let start = now + Int.random(in: 2...(random.chance(0.5) ? 60 : 300), using: &random) * 100
            moving.append(start...start + Int.random(in: 1...(random.chance(0.2) ? 900 : 100), using: &random) * 100)
            now = moving.last?.upperBound ?? start
        }
        let whistles = (0..<80).map { _ in Int.random(in: 30...now / 100, using: &random) * 100 }
        let (shortest, longest) = (100 * Int.random(in: 10...50, using: &random), 1000 * Int.random(in: 10...60, using: &random))
        let rallies = Self.cut(moving, whistles: whistles, until: now + 10_000, shortest: shortest, longest: longest)
        let windows = rallies.map(\.window)
        for (one, other) in zip(windows, windows.dropFirst()) { #expect(one.upperBound < other.lowerBound) }
        for rally in rallies {
            #expect(rally.window.contains(rally.first.timestamp))
            #expect(rally.window.lowerBound.duration(to: rally.window.upperBound) <= .milliseconds(longest))
            guard rally.isWhistled, let end = rally.end else { continue }
            #expect(rally.window.contains(end.timestamp) && end.timestamp.duration(to: rally.window.upperBound) <= .milliseconds(1500))
            #expect(whistles.contains(Int(end.frame)))
        }
        func isCut(_ instant: Int) -> Bool { windows.contains { $0.contains(Self.time(instant)) } }
        for (span, next) in zip(moving, moving.dropFirst()) where next.lowerBound - span.upperBound >= 3600 {
            for dead in stride(from: span.upperBound + 1550, to: next.lowerBound - 2000, by: 100) { #expect(!isCut(dead), "\(dead)") }
        }
        // Of movement only stretches are left out that are too short for a rally.
        for span in moving {
            var uncut = 0
            for instant in stride(from: span.lowerBound + 50, to: span.upperBound, by: 100) {
                uncut = isCut(instant) ? 0 : uncut + 100
                #expect(uncut <= shortest, "at \(instant)")
            }
        }
    }
}
