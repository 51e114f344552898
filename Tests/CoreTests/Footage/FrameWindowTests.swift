// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

/// The contents of a frame window, compared with a list of all pictures of the footage.
@Suite struct FrameWindowTests {
    private static func place(_ frame: Int64) -> Timestamp { .zero + FrameRate(30).offset(of: frame) }

    /// A buffer without pixels, since they are never read.
    private final class NoPixels: PixelBuffer, @unchecked Sendable {
        static let byteCount = 150
        init() {
            let plane = PixelPlane(base: UnsafeMutableRawPointer(bitPattern: 64) ?? .allocate(byteCount: 1, alignment: 1), pitch: 64)
            super.init(format: .yuv420p, size: VideoSize(width: 10, height: 10), planes: plane, plane, plane)
        }
    }

    private static func picture(_ frame: Int64) -> VideoFrame {
        VideoFrame(buffer: NoPixels(), stamp: FrameStamp(frame: frame, timestamp: place(frame)))
    }

    private static func window(
        _ frames: ClosedRange<Int64>, pictures: Int = 100, keepsPassed: Bool = true,
        at needed: Int64? = nil
    ) -> FrameWindow {
        var window = FrameWindow(capacityBytes: pictures * NoPixels.byteCount, keepsPassed: keepsPassed)
        let here = place(needed ?? frames.lowerBound)
        window.restart(at: here)
        for frame in frames { window.append(picture(frame), needed: here...here) }
        return window
    }

    @Test func thePictureDueIsTheNewestThatIsNotLater() {
        let window = Self.window(3...7)
        let found = window.lookup(Self.place(5) + .milliseconds(1))
        #expect(found.frame?.stamp.frame == 5 && found.isDue)
    }

    @Test func theLastPictureIsDueForSureOnlyAtTheEnd() {
        var window = Self.window(3...7)
        #expect(window.lookup(Self.place(9)).frame?.stamp.frame == 7 && !window.lookup(Self.place(9)).isDue)
        window.noteEnd()
        #expect(window.lookup(Self.place(9)).isDue)
        window.append(Self.picture(8), needed: Self.place(7)...Self.place(7))
        #expect(!window.lookup(Self.place(9)).isDue, "the line went on")
    }

    @Test func beforeTheFirstNothingIsKnown() {
        let window = Self.window(3...7)
        let found = window.lookup(Self.place(3) - .nanoseconds(1))
        #expect(found.frame == nil && !found.isDue)
    }

    /// A limit keeps the needed picture and the one after it, which proves that it is due; the others go from either end.
    @Test(arguments: 1...6, [3, 5, 8, 11, 14] as [Int64])
    func aLimitHoldsFromNowOnUntilItIsLifted(pictures: Int, at frame: Int64) {
        var window = Self.window(3...14)
        let here = Self.place(frame)...Self.place(frame)
        window.limit(to: pictures, needed: here)
        let least = max(2, pictures)
        #expect(window.count == least || frame == 14 && window.count <= least)
        #expect(window.lookup(Self.place(frame)).frame?.stamp.frame == frame && window.lookup(Self.place(frame)).isDue == (frame < 14))
        #expect(window.byteCount == window.count * NoPixels.byteCount)
        // While it moves on to a later position, it never holds more.
        let next = (window.last?.seconds ?? 0) * 30
        for number in Int64(next.rounded()) + 1...40 {
            window.append(Self.picture(number), needed: Self.place(number - 1)...Self.place(number - 1))
            #expect(window.count <= least)
        }
        window.limit(to: nil, needed: here)
        for number in Int64(41)...60 { window.append(Self.picture(number), needed: Self.place(number)...Self.place(number)) }
        #expect(window.count >= 20)
    }

    @Test func inAHoleNothingIsDueAndThatIsKnown() {
        var window = FrameWindow()
        window.restart(at: Self.place(2))
        window.append(Self.picture(5), needed: Self.place(2)...Self.place(2))
        let found = window.lookup(Self.place(3))
        #expect(found.frame == nil && found.isDue && window.covers(Self.place(3)))
    }

    @Test func aWindowThatFollowsKeepsNothingThatWasPassed() {
        var window = Self.window(0...12, keepsPassed: false, at: 10)
        #expect(window.count == 3 && window.first == Self.place(10))
        window.dropPassed(Self.place(11))
        #expect(window.count == 2 && window.lookup(Self.place(11)).frame?.stamp.frame == 11)
    }

    @Test func whatIsFetchedBeforeTheRunIsSureOnceTheNextPictureIsThere() {
        var window = Self.window(30...40)
        window.beginEarlier(at: Self.place(15))
        let needed = Self.place(20)...Self.place(20)
        for frame in Int64(15)...20 { window.appendEarlier(Self.picture(frame), needed: needed) }
        #expect(window.lookup(Self.place(20)).frame == nil)
        window.appendEarlier(Self.picture(21), needed: needed)
        #expect(window.lookup(Self.place(20)).frame?.stamp.frame == 20 && window.lookup(Self.place(20)).isDue)
        for frame in Int64(22)...29 { window.appendEarlier(Self.picture(frame), needed: needed) }
        window.joinEarlier()
        #expect(window.first == Self.place(15) && window.count == 26)
    }

    @Test func whatComesNextIsCountedUpToWhereAPictureIsMissing() {
        var window = Self.window(30...40)
        #expect(window.ahead(of: Self.place(36)) == 4)
        window.beginEarlier(at: Self.place(15))
        let needed = Self.place(20)...Self.place(20)
        for frame in Int64(15)...22 { window.appendEarlier(Self.picture(frame), needed: needed) }
        #expect(window.ahead(of: Self.place(20)) == 2 && window.ahead(of: Self.place(36)) == 4)
        for frame in Int64(23)...29 { window.appendEarlier(Self.picture(frame), needed: needed) }
        window.joinEarlier()
        #expect(window.ahead(of: Self.place(20)) == 20)
    }

    @Test func whatIsNotShownBeforeASeamMakesRoomOnEitherSide() {
        var window = Self.window(0...19, pictures: 20)
        let hasRoom = window.makeRoom(for: 12 * NoPixels.byteCount, needed: Self.place(6)...Self.place(11))
        #expect(hasRoom)
        #expect(window.first == Self.place(6) && window.last.map { $0 >= Self.place(12) } == true && window.count == 8)
        let hasMore = window.makeRoom(for: 14 * NoPixels.byteCount, needed: Self.place(6)...Self.place(11))
        #expect(!hasMore)
        #expect(window.first == Self.place(6) && window.last == Self.place(12))
    }

    @Test func whatAnotherProgramDoublesIsHeldOnce() {
        var window = Self.window(3...7)
        window.append(Self.picture(7), needed: Self.place(3)...Self.place(3))
        window.append(Self.picture(6), needed: Self.place(3)...Self.place(3))
        #expect(window.count == 5)
    }

    /// For any order of jumps and of pictures added after and before: a found picture is the one of the whole footage, needed pictures
    /// stay, and the bytes are counted.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func whateverHappensAPictureThatIsCalledDueIsTheOne(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let capacity = Int.random(in: 6...40, using: &random)
        var frames: [Int64] = []
        for frame in Int64(0)..<300 where random.chance(0.9) { frames.append(frame) }
        func due(_ place: Timestamp) -> Int64? { frames.last { Self.place($0) <= place } }
        var window = FrameWindow(capacityBytes: capacity * NoPixels.byteCount)
        var here = Self.place(150)
        var next = 0
        var earlier: Int?
        window.restart(at: here)
        func keyframe(_ place: Timestamp) -> Int { frames.lastIndex { Self.place($0) <= place && $0 % 15 < 3 } ?? 0 }
        next = keyframe(here)
        for _ in 0..<2000 {
            let needed = here...here
            switch Int.random(in: 0..<10, using: &random) {
            case 0 where random.chance(0.1):
                here = Self.place(Int64.random(in: 0..<299, using: &random)) + .milliseconds(1)
                window.restart(at: here)
                next = keyframe(here)
                earlier = nil
            case 0...3 where next < frames.count && earlier == nil:
                window.append(Self.picture(frames[next]), needed: needed)
                next += 1
            case 0...6:
                guard let known = window.knownFrom, window.first != nil else { break }
                if earlier == nil || !window.hasEarlier {
                    let start = keyframe(known - .nanoseconds(1))
                    guard Self.place(frames[start]) < known else { break }
                    window.beginEarlier(at: Self.place(frames[start]))
                    earlier = start
                }
                guard let at = earlier, let first = window.first else { break }
                if Self.place(frames[at]) >= first {
                    window.joinEarlier()
                    earlier = nil
                } else {
                    window.appendEarlier(Self.picture(frames[at]), needed: needed)
                    earlier = at + 1
                }
                next = window.last.flatMap { last in frames.firstIndex { Self.place($0) > last } } ?? next
            default:
                // A position inside the window, as a player moves on only within what it has.
                let step = Self.place(Int64.random(in: 0..<299, using: &random)) + .milliseconds(1)
                if window.covers(step) { here = step }
            }
            for probe in [here, Self.place(Int64.random(in: 0..<300, using: &random)) + .milliseconds(1)] {
                let found = window.lookup(probe)
                if found.isDue { #expect(found.frame?.stamp.frame == due(probe) || found.frame == nil && window.first.map { $0 > probe } == true) }
                if let frame = found.frame { #expect(Self.place(frame.stamp.frame) <= probe) }
            }
            #expect(window.byteCount == window.count * NoPixels.byteCount)
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func goingOnItKeepsTheBoundAndWhatIsNeeded(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let capacity = Int.random(in: 8...32, using: &random)
        var window = FrameWindow(capacityBytes: capacity * NoPixels.byteCount)
        window.restart(at: .zero)
        var shown: Int64 = 0
        for frame in Int64(0)..<400 {
            window.append(Self.picture(frame), needed: Self.place(shown)...Self.place(shown))
            if frame >= shown + 4 { shown += Int64.random(in: 0...1, using: &random) + (frame > shown + 4 ? 1 : 0) }
            #expect(window.lookup(Self.place(shown)).frame?.stamp.frame == min(shown, frame))
            #expect(window.count <= max(capacity, Int(frame - shown) + 1), "what is needed, or else the bound")
        }
        #expect(window.count >= capacity - 1, "what was passed stays as long as there is room")
    }

    @Test func theOrdinaryWindowHoldsAGOPOfHalfASecondAt1080p60AndTwoVblanks() {
        let picture = VideoSize.hd1080.width * VideoSize.hd1080.height * 3 / 2
        #expect(34 * picture <= FrameWindow.ordinaryBytes && FrameWindow.ordinaryBytes < 35 * picture)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func roomIsMadeBeforeAPictureIsThere(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let capacity = Int.random(in: 3...32, using: &random)
        var window = FrameWindow(capacityBytes: capacity * NoPixels.byteCount)
        window.restart(at: .zero)
        for frame in Int64(0)..<200 {
            let shown = Self.place(max(0, frame - Int64.random(in: 0...1, using: &random)))
            window.makeWay(for: NoPixels.byteCount, needed: shown...shown)
            #expect(window.byteCount <= (capacity - 1) * NoPixels.byteCount, "before picture \(frame)")
            window.append(Self.picture(frame), needed: shown...shown)
        }
        var here = Self.place(198)
        window.beginEarlier(at: .zero)
        for frame in Int64(0)..<160 {
            here = max(.zero, here - .milliseconds(Int64.random(in: 0...40, using: &random)))
            guard window.hasRoomForEarlier(needed: here...here, mayShorten: true) else { continue }
            window.makeWayEarlier(for: NoPixels.byteCount, needed: here...here)
            #expect(window.byteCount <= (capacity - 1) * NoPixels.byteCount, "before earlier picture \(frame)")
            window.appendEarlier(Self.picture(frame), needed: here...here)
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func goingBackItKeepsTheBoundAndTheWayBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let capacity = Int.random(in: 18...40, using: &random)
        var window = Self.window(285...299, pictures: capacity)
        var here: Int64 = 299
        var next: Int64?
        while here > 0 {
            let isOn = random.chance(0.2) && window.covers(Self.place(here + 1))
            here += isOn ? 1 : -1
            let needed = Self.place(here)...Self.place(here)
            for _ in 0..<4 {
                guard let first = window.first, first > .zero, window.hasRoomForEarlier(needed: needed, mayShorten: true) else { break }
                if next == nil {
                    let end = Timestamp.zero.duration(to: first) - .nanoseconds(1)
                    let start = (FrameRate(30).count(within: end) - 1) / 15 * 15
                    window.beginEarlier(at: Self.place(start))
                    next = start
                }
                guard let frame = next else { break }
                if Self.place(frame) >= first {
                    window.joinEarlier()
                    next = nil
                } else {
                    window.appendEarlier(Self.picture(frame), needed: needed)
                    next = frame + 1
                }
            }
            let found = window.lookup(Self.place(here))
            #expect(found.frame?.stamp.frame == here && found.isDue, "a step to \(here)")
            #expect(window.count <= capacity, "what is due and what proves it are among them")
        }
    }
}
