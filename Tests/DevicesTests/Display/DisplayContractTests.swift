// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

extension DisplayTests {
    /// The contract of every display, real or simulated.
    @Suite struct Contract {
        static func picture(_ placement: Placement = Placement(), format: PixelFormat = .yuv420p) -> PlacedPicture {
            PlacedPicture(buffer: MemoryPixelBuffer(format: format, size: DisplayUnderTest.size), placement: placement)
        }

        static func isSame(_ one: [PlacedPicture], _ other: [PlacedPicture]) -> Bool {
            one.count == other.count && zip(one, other).allSatisfy { $0.buffer === $1.buffer && $0.place == $1.place }
        }

        let clock = DisplayClock()
        var farAway: Timestamp { clock.now().advanced(by: .seconds(10)) }

        @Test(arguments: DisplayUnderTest.allCases)
        func whatIsCommittedIsOnTheTVFromTheNextVblankOn(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            #expect(display.mode?.size == DisplayUnderTest.size)
            let first = [Self.picture()]
            let second = [Self.picture(format: .nv12), Self.picture(format: .bgra)]
            try display.commit(first)
            #expect(display.onScreen.isEmpty)
            _ = try #require(try display.waitForVblank(until: farAway))
            #expect(Self.isSame(display.onScreen, first))
            try display.commit(second)
            #expect(Self.isSame(display.onScreen, first))
            _ = try #require(try display.waitForVblank(until: farAway))
            #expect(Self.isSame(display.onScreen, second))
            _ = try #require(try display.waitForVblank(until: farAway))
            #expect(Self.isSame(display.onScreen, second), "it stays until others replace it")
        }

        @Test(arguments: DisplayUnderTest.allCases)
        func theLastOfTwoCommitsIsShown(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            let last = [Self.picture()]
            try display.commit([Self.picture()])
            try display.commit(last)
            // Hardware that has already taken the first commit shows it for one refresh.
            for _ in 0..<2 { _ = try display.waitForVblank(until: farAway) }
            #expect(Self.isSame(display.onScreen, last))
        }

        @Test(arguments: DisplayUnderTest.allCases)
        func theNextVblankIsTheOneThatComes(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            var last: Vblank?
            for _ in 0..<100 {
                let expected = display.nextVblank
                let vblank = try #require(try display.waitForVblank(until: farAway))
                #expect(vblank == expected)
                if let last {
                    #expect(vblank.sequence == last.sequence + 1)
                    let interval = last.timestamp.duration(to: vblank.timestamp).inMilliseconds
                    #expect(abs(interval - 16.667) < 0.001)
                } else {
                    #expect(vblank.sequence == 0)
                }
                last = vblank
            }
        }

        @Test(arguments: DisplayUnderTest.allCases, [1, 2, 3] as [UInt64])
        func vblanksRiseAndLateOnesAreCounted(kind: DisplayUnderTest, seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            let display = try kind.open(clock)
            defer { display.close() }
            var last = try #require(try display.waitForVblank(until: farAway))
            var lastNext = display.nextVblank
            for _ in 0..<300 {
                clock.advance(by: .microseconds(Int64.random(in: 0...60_000, using: &random)))
                let next = display.nextVblank
                #expect(next.timestamp >= lastNext.timestamp && next.sequence >= lastNext.sequence)
                #expect(next.timestamp >= clock.now(), "what is committed now can't have been seen before")
                guard Bool.random(using: &random) else { continue }
                let vblank = try #require(try display.waitForVblank(until: farAway))
                #expect(vblank.timestamp > last.timestamp && vblank.sequence > last.sequence)
                let intervals = last.timestamp.duration(to: vblank.timestamp).inSeconds * 60
                #expect(Int64(intervals.rounded()) == vblank.sequence - last.sequence)
                last = vblank
                lastNext = display.nextVblank
                #expect(lastNext.timestamp > vblank.timestamp && lastNext.sequence > vblank.sequence)
            }
        }

        /// A thread that is held up between its commit and its wait misses nothing: hardware flips by itself.
        @Test(arguments: [DisplayUnderTest.headless, .window], [0.0, 0.5, 4, 6, 7.9])
        func whatWasCommittedInTimeHadItsVblankHoweverLateItIsAskedFor(kind: DisplayUnderTest, lateMilliseconds: Double) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            var last = try #require(try display.waitForVblank(until: farAway))
            for _ in 0..<100 {
                let expected = display.nextVblank
                clock.wait(until: expected.timestamp - .milliseconds(3))
                #expect(display.vblank(forCommitAt: clock.now()) == expected)
                let pictures = [Self.picture()]
                try display.commit(pictures)
                clock.advance(by: .milliseconds(3) + .microseconds(Int64(lateMilliseconds * 1000)))
                let vblank = try #require(try display.waitForVblank(until: farAway))
                #expect(vblank == expected && vblank.sequence == last.sequence + 1)
                #expect(Self.isSame(display.onScreen, pictures))
                last = vblank
            }
        }

        /// A later commit is shown later, by whole vblanks.
        @Test(arguments: DisplayUnderTest.allCases)
        func aLaterCommitHasALaterVblank(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            _ = try #require(try display.waitForVblank(until: farAway))
            var last = display.nextVblank
            for milliseconds in 0..<200 {
                let instant = clock.now() + .milliseconds(milliseconds)
                let vblank = display.vblank(forCommitAt: instant)
                #expect(vblank.timestamp >= instant && instant.duration(to: vblank.timestamp) <= .microseconds(16_668))
                #expect(vblank.sequence == last.sequence || vblank.sequence == last.sequence + 1)
                last = vblank
            }
        }

        @Test(arguments: DisplayUnderTest.allCases)
        func aDeadlineBeforeTheVblankGivesNone(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            let first = try #require(try display.waitForVblank(until: farAway))
            let deadline = clock.now().advanced(by: .milliseconds(5))
            #expect(try display.waitForVblank(until: deadline) == nil)
            #expect(clock.now() == deadline)
            #expect(try display.waitForVblank(until: farAway)?.sequence == first.sequence + 1)
        }

        @Test(arguments: DisplayUnderTest.allCases)
        func itTakesWhatPlanesDo(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            let plain = [
                Placement(), Placement(isMirrored: true), Placement(rotation: 180),
                Placement(rotation: 180, isMirrored: true),
            ]
            for placement in plain {
                #expect(display.accepts([Self.picture(placement), Self.picture(format: .bgra)]))
            }
        }

        /// A window and the kernel's planes refuse what planes can't do. The headless display accepts it, since nothing has to be composed
        /// until somebody views it.
        @Test(arguments: DisplayUnderTest.allCases)
        func whatPlanesDoNotDoIsComposedBeforeItIsShown(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            let costly = [Placement(rotation: 90), Placement(rotation: 3), Placement(opacity: 0.5), Placement(blur: 8)]
            for placement in costly {
                #expect(display.accepts([Self.picture(), Self.picture(placement)]) == (display is HeadlessDisplay))
                if display is HeadlessDisplay {
                    try display.commit([Self.picture(placement)])
                } else {
                    #expect(throws: DisplayError.self) { try display.commit([Self.picture(placement)]) }
                }
            }
        }

        @Test(arguments: DisplayUnderTest.allCases)
        func withoutATVTheVblanksGoOn(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            try display.commit([Self.picture()])
            let before = try #require(try display.waitForVblank(until: farAway))
            display.setPlugged(false)
            #expect(display.mode == nil && display.onScreen.isEmpty)
            #expect(throws: DisplayError.gone(display.name)) { try display.commit([Self.picture()]) }
            for count in Int64(1)...3 {
                #expect(try display.waitForVblank(until: farAway)?.sequence == before.sequence + count)
            }
            display.setPlugged(true)
            #expect(display.mode?.size == DisplayUnderTest.size)
            #expect(try display.waitForVblank(until: farAway)?.sequence == before.sequence + 4)
            #expect(display.onScreen.isEmpty, "a TV that comes back is black until something is committed")
            let again = [Self.picture()]
            try display.commit(again)
            #expect(try display.waitForVblank(until: farAway)?.sequence == before.sequence + 5)
            #expect(Self.isSame(display.onScreen, again))
        }

        @Test(arguments: DisplayUnderTest.allCases)
        func aBufferIsKeptUntilAnotherReplacesItAndNoLonger(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            defer { display.close() }
            weak var video: PixelBuffer?
            weak var overlay: PixelBuffer?
            do {
                let pictures = [Self.picture(), Self.picture(format: .bgra)]
                (video, overlay) = (pictures[0].buffer, pictures[1].buffer)
                try display.commit(pictures)
            }
            _ = try display.waitForVblank(until: farAway)
            #expect(video != nil && overlay != nil)
            try display.commit([Self.picture()])
            _ = try display.waitForVblank(until: farAway)
            #expect(video == nil && overlay == nil)
        }

        @Test(arguments: DisplayUnderTest.allCases)
        func aClosedDisplayTakesNothing(kind: DisplayUnderTest) throws {
            let display = try kind.open(clock)
            display.close()
            display.close()
            #expect(display.mode == nil && display.onScreen.isEmpty)
            #expect(throws: DisplayError.self) { try display.commit([Self.picture()]) }
        }
    }
}
