// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media
import Storage
import TestSupport
import Testing

@testable import Interface
@testable import Runtime

/// Exports that are encoded anew: films with drawings, comparisons, a best-of with titles.
@Suite struct ExportFilmTests {
    private static let size = FilmBench.size

    private struct Seen {
        var number: Int64?
        var time: Duration
        var picture: PixelBuffer
    }

    private let bench: FilmBench

    init() throws { bench = try FilmBench() }

    /// Returns all pictures of a film, turned back to their recorded orientation.
    private func seen(_ path: String, turnedBack orientation: PictureOrientation = .upright, of size: VideoSize = Self.size) throws -> [Seen] {
        let frames = try FootageFrames(path)
        #expect(frames.orientation == .upright && frames.size == orientation.size(of: size))
        let back =
            orientation.isMirrored
            ? orientation : PictureOrientation(turn: PictureOrientation.Turn(rawValue: (360 - orientation.turn.rawValue) % 360) ?? .none)
        var all: [Seen] = []
        while let frame = try frames.next() {
            let picture = MemoryPixelBuffer(format: .yuv420p, size: size)
            try PictureComposer.draw(frame.buffer, back, into: picture, at: PixelRect(size))
            all.append(
                Seen(number: TestSupport.NumberedPicture.number(picture), time: Timestamp.zero.duration(to: frame.stamp.timestamp), picture: picture))
        }
        return all
    }

    /// Returns how red a picture is at a position, 0…1 both ways.
    private func red(_ picture: PixelBuffer, _ x: Double, _ y: Double) -> Int {
        let plane = picture.plane(2)
        return Int(
            plane.base.load(
                fromByteOffset: Int(y * Double(picture.size.height)) / 2 * plane.pitch + Int(x * Double(picture.size.width)) / 2, as: UInt8.self))
    }

    // MARK: With drawings

    /// Returns a red line over a third of the picture, visible for half a second from the 30th picture on.
    private func line(_ rate: FrameRate, from frame: Int64 = 30) -> Annotation {
        let begin = (rate.offset(of: frame).inSeconds * 1000).rounded() / 1000
        return Annotation(id: 1, kind: .line, points: [Point(0.3, 0.3), Point(0.7, 0.3)], ink: .red, width: 40, span: begin...begin + 0.5)
    }

    @Test(
        "V-53 each frame is the source's own, the freeze is exact, at every rate",
        arguments: [FrameRate(25), FrameRate(60_000, 1001), FrameRate(30)], [0, 1, 1.5])
    func eachFrameIsItsOwn(rate: FrameRate, freeze: Double) throws {
        var clip = try bench.clip(rate: rate)
        clip.annotations = [line(rate)]
        let all = try seen(try bench.made(.clips(.drawings(freeze: freeze), [clip])))
        let extra = Int((freeze * rate.hertz).rounded())
        let wanted = (10...40).map(Int64.init) + [Int64](repeating: 40, count: extra) + (41...69).map(Int64.init)
        #expect(all.map(\.number) == wanted)
        for (index, seen) in all.enumerated() {
            #expect(abs((seen.time - rate.offset(of: Int64(index))).inSeconds) < 2.0 / 90_000, "picture \(index)")
        }
    }

    private static let orientations = PictureOrientation.Turn.allCases.flatMap { turn in
        [false, true].map { PictureOrientation(turn: turn, isMirrored: $0) }
    }

    @Test("V-53 V-74 drawn pixels are there at their times and at no other, however the clip is turned", arguments: orientations)
    func drawnAtTheirTimes(orientation: PictureOrientation) throws {
        let rate = FrameRate(30)
        var clip = try bench.clip(orientation: orientation)
        clip.annotations = [line(rate)]
        let all = try seen(try bench.made(.clips(.drawings(freeze: 0.5), [clip])), turnedBack: orientation)
        #expect(all.map(\.number) == (10...40).map(Int64.init) + [Int64](repeating: 40, count: 15) + (41...69).map(Int64.init))
        for (index, seen) in all.enumerated() {
            let source = Double(try #require(seen.number) - 10) / 30
            let redness = red(seen.picture, 0.5, 0.3)
            switch source {
            case ...(0.999 - Annotation.fade), (1.501 + Annotation.fade)...: #expect(redness < 134, "picture \(index) at \(source)")
            case 0.999...1.501: #expect(redness > 185, "picture \(index) at \(source)")
            default: break
            }
            #expect(red(seen.picture, 0.5, 0.6) < 136 && red(seen.picture, 0.1, 0.3) < 136, "nowhere else")
        }
    }

    @Test("V-53 what somebody turned after it was recorded lies as it is looked at")
    func turnedByHand() throws {
        var clip = try bench.clip()
        clip.orientation = PictureOrientation(turn: .right, isMirrored: true)
        let all = try seen(try bench.made(.clips(.drawings(freeze: 2), [clip])), turnedBack: clip.orientation ?? .upright)
        #expect(all.map(\.number) == (10...69).map(Int64.init))
    }

    @Test("V-53 two drawings that come together stand once, a later one again; one that comes after the last picture stands on that")
    func severalFreezes() throws {
        let rate = FrameRate(30)
        var clip = try bench.clip()
        clip.annotations = [line(rate, from: 10), line(rate, from: 13), line(rate, from: 40), line(rate, from: 90)]
        #expect(clip.beginnings.count == 3)
        let all = try seen(try bench.made(.clips(.drawings(freeze: 0.2), [clip])))
        func part(_ numbers: ClosedRange<Int>) -> [Int64?] { numbers.map { Int64($0) } }
        func stand(_ number: Int64) -> [Int64?] { [Int64?](repeating: number, count: 6) }
        #expect(all.map(\.number) == part(10...23) + stand(23) + part(24...50) + stand(50) + part(51...69) + stand(69))
        #expect(red(try #require(all.last).picture, 0.5, 0.3) > 185)
    }

    @Test("a drawing that is always seen stops nothing")
    func alwaysSeen() throws {
        var clip = try bench.clip()
        var always = line(FrameRate(30))
        always.span = nil
        clip.annotations = [always]
        let all = try seen(try bench.made(.clips(.drawings(freeze: 2), [clip])))
        #expect(all.count == 60 && all.allSatisfy { red($0.picture, 0.5, 0.3) > 185 })
    }

    @Test("a clip two pictures of which lie more than ten minutes apart is damaged", arguments: [(590, true), (601, false)])
    func longGaps(seconds: Int, isGood: Bool) throws {
        let output = FilmBench.Output()
        let writer = try FilmWriter(
            StreamParameters(size: Self.size, rate: FrameRate(30)), frames: 4, sound: nil, metadata: [:], to: output)
        for (number, time) in [Duration.zero, .milliseconds(33), .seconds(seconds), .seconds(seconds + 1)].enumerated() {
            try writer.add(TestSupport.NumberedPicture.make(Int64(number), size: Self.size), at: time)
        }
        _ = try writer.finish()
        let clip = FilmClip(path: "\(bench.folder.path)/gap.mp4", number: 1, title: "Clip 1", seconds: 2)
        try output.data.write(to: URL(fileURLWithPath: clip.path))
        guard isGood else {
            let error = #expect(throws: ClipError.self) { _ = try bench.made(.clips(.drawings(freeze: 0), [clip])) }
            guard case .unreadable(clip.path, _, _)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
            return
        }
        #expect(try seen(try bench.made(.clips(.drawings(freeze: 0), [clip]))).map(\.number) == [0, 1, 2, 3])
    }

    // MARK: Titles, and side by side

    @Test("A-09 a best-of has each clip's name for a second before it, clips of another size and way up fitted in")
    func titles() throws {
        var first = try bench.clip("one", frames: 10...39)
        (first.title, first.score) = ("Clip 3", ScoreChip.neutral("X"))
        let second = try bench.clip("two", frames: 50...69, size: VideoSize(width: 176, height: 160), orientation: PictureOrientation(turn: .right))
        #expect(first.name == "Clip 3 · X")
        let all = try seen(try bench.made(.clips(.titledBestOf, [first, second])))
        #expect(all.count == 30 + 30 + 30 + 20)
        #expect(all[30..<60].map(\.number) == (10...39).map(Int64.init))
        for index in [0, 29, 60, 89] {
            let luma = all[index].picture.plane(0)
            #expect(luma.base.load(fromByteOffset: 10 * luma.pitch + 10, as: UInt8.self) < 40, "a card is dark")
            let middle = (0..<Self.size.width).map { luma.base.load(fromByteOffset: 90 * luma.pitch + $0, as: UInt8.self) }
            #expect(middle.contains { $0 > 150 }, "and says something")
        }
        // Turned upright, it is 160 wide and 176 high: 164 wide here, with black beside it.
        let luma = all[95].picture.plane(0)
        #expect(luma.base.load(fromByteOffset: 90 * luma.pitch + 40, as: UInt8.self) < 20)
        #expect(luma.base.load(fromByteOffset: 90 * luma.pitch + 160, as: UInt8.self) > 30)
    }

    @Test("V-53 a picture is as large as it fits, on even pixels")
    func fitted() {
        func fit(_ width: Int, _ height: Int, _ area: VideoSize) -> PixelRect {
            FilmSpot(VideoSize(width: width, height: height), .upright, in: CanvasMapping(size: area).screen, of: area).visible
        }
        // The exact width is 405.
        #expect(fit(1080, 1920, .hd720) == PixelRect(left: 436, top: 0, right: 842, bottom: 720))
        let odd = VideoSize(width: 1919, height: 1079)
        let canvas = FilmCanvas(size: odd).size
        #expect(canvas == VideoSize(width: 1918, height: 1078) && fit(1919, 1079, canvas) == PixelRect(canvas), "it fills its canvas")
        for width in 16...200 {
            for height in [90, 101, 160] {
                let place = fit(width, height, .hd720)
                #expect([place.left, place.top, place.right, place.bottom].allSatisfy { $0 % 2 == 0 } && !place.isEmpty)
                #expect(place == place.intersection(PixelRect(.hd720)), "\(width) \(height)")
                #expect(place.size.width == 1280 || place.size.height == 720, "\(width) \(height)")
            }
        }
    }

    @Test("V-53 two clips side by side have their moments at the same instant, whatever their rates", arguments: [0, 0.2, -0.1])
    func sideBySide(shift: Double) throws {
        let size = VideoSize(width: 312, height: 360)
        var one = try bench.clip("one", frames: 0...119, size: size)
        var other = try bench.clip("other", frames: 5...104, rate: FrameRate(25), size: size)
        (one.moment, other.moment) = (2.5, 1.6)
        let frames = try FootageFrames(try bench.made(.clips(.compare(shift: shift, ComparisonView()), [one, other])))
        #expect(frames.size == VideoSize(width: 640, height: 360))
        var index: Int64 = 0
        // The common time around both moments: from −1.6 s on, or from −2 s on if the second is shifted.
        let begin = max(-2, -1.6 - shift)
        while let frame = try frames.next() {
            let luma = frame.buffer.plane(0)
            // Each picture fills its half except for a pixel or two at its sides.
            let left = TestSupport.NumberedPicture.number(luma: luma.base + 2, pitch: luma.pitch, size: size)
            let right = TestSupport.NumberedPicture.number(luma: luma.base + 640 - 314, pitch: luma.pitch, size: size)
            let clock = begin + FrameRate(30).offset(of: index).inSeconds
            #expect(left == Int64(((clock + 2.5) * 30 + 0.001).rounded(.down)), "at \(clock)")
            #expect(right == 5 + Int64(((clock + 1.6 + shift) * 25 + 0.001).rounded(.down)), "at \(clock)")
            index += 1
        }
        #expect(index >= 70)
    }

    // MARK: Stills and strips

    @Test("V-27 V-53 a copy of mirrored clips has the mirror in its pictures, each shown as long as it is slow", arguments: [1, 4])
    func aMirroredCopy(slowness: Int) throws {
        let orientation = PictureOrientation(turn: .right, isMirrored: true)
        var first = try bench.clip("one", orientation: orientation)
        first.annotations = [line(FrameRate(30))]
        var second = try bench.clip("two", frames: 50...69)
        second.orientation = orientation
        let path = try bench.made(.clips(.slow(slowness), [first, second]))
        let all = try seen(path, turnedBack: orientation)
        #expect(all.map(\.number) == (10...69).map(Int64.init) + (50...69).map(Int64.init))
        for (index, seen) in all.enumerated() {
            #expect(abs((seen.time - FrameRate(30).offset(of: Int64(index * slowness))).inSeconds) < 2.0 / 90_000, "picture \(index)")
            #expect(red(seen.picture, 0.5, 0.3) < 200, "what is drawn isn't in a copy")
        }
        #expect(abs(try FootageFrames(path).duration.inSeconds - Double(80 * slowness) / 30) < 0.001)
    }

    @Test("V-74 a still has the very picture on which a drawing begins", arguments: orientations)
    func stills(orientation: PictureOrientation) throws {
        var clip = try bench.clip(orientation: orientation)
        // As Draw stores it: from half a picture earlier on.
        let begin = ((29.5 / 30) * 1000).rounded() / 1000
        clip.annotations = [
            Annotation(id: 1, kind: .line, points: [Point(0.3, 0.3), Point(0.7, 0.3)], ink: .red, width: 40, span: begin...begin + 0.5)
        ]
        let frames = try FootageFrames(clip.path)
        var wanted: VideoFrame?
        for _ in 0...30 { wanted = try frames.next() }
        #expect(wanted.flatMap { TestSupport.NumberedPicture.number($0.buffer) } == 40)
        let plain = try StillMaker.still(
            of: FilmClip(path: clip.path, number: 1, title: "", seconds: 2, orientation: clip.orientation), at: 1)
        let drawn = try StillMaker.still(of: clip, at: begin)
        #expect(plain.starts(with: [0x89, 0x50, 0x4E, 0x47]) && drawn.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let seen = orientation.size(of: Self.size)
        #expect(plain[16..<24].elementsEqual(Self.words(seen)) && drawn[16..<24].elementsEqual(Self.words(seen)))
        #expect(plain != drawn)
        // Without its drawing it is exactly that picture.
        clip.annotations = []
        #expect(try StillMaker.still(of: clip, at: begin) == plain)
    }

    private static func words(_ size: VideoSize) -> [UInt8] {
        [size.width, size.height].flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    }

    @Test("X-08 the pictures of a strip lie side by side, and show as much as there is room for", arguments: 1...20 as ClosedRange<UInt64>)
    func stripLaws(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let seen = VideoSize(width: .random(in: 16...4096, using: &random), height: .random(in: 16...4096, using: &random))
            let layout = StripTiles(seen: seen)
            #expect(layout.tiles.count == 8)
            for (one, next) in zip(layout.tiles, layout.tiles.dropFirst()) { #expect(one.right < next.left && one.size == next.size) }
            #expect(layout.tiles[7].right < layout.size.width && layout.tiles[0].bottom < layout.size.height)
            #expect(layout.share > 0 && layout.share <= 1)
        }
    }

    @Test("X-08 a strip is one PNG file, also of a clip that is too short for it", arguments: [StripRow.usualStep, 0.1, 0.5])
    func strip(step: Double) throws {
        var clip = try bench.clip()
        clip.moment = 1
        let bytes = try StillMaker.strip(of: clip, step: step, center: nil, session: "2026-11-20_1403_S07", goesOn: { true })
        let layout = StripTiles(seen: Self.size)
        #expect(bytes[16..<24].elementsEqual(Self.words(VideoSize(width: layout.size.width & ~1, height: layout.size.height & ~1))))
    }

    // MARK: Giving way to frames

    @Test("an export stands back for two seconds whenever a frame is late, and no longer")
    func standingBack() {
        var late: Int64 = 5
        var watch = LossWatch { late }
        var now = Timestamp(seconds: 100)
        watch.begin(at: now)
        func ran(_ seconds: Double) -> Int {
            var count = 0
            for _ in 0..<Int(seconds * 100) {
                now = now + .milliseconds(10)
                if watch.mayRun(at: now) { count += 1 }
            }
            return count
        }
        #expect(ran(5) == 500)
        late += 1
        let after = ran(3)
        #expect((80...110).contains(after), "within 0.1 s it stood back, for 2 s: it ran \(after) of 300")
        for _ in 0..<20 {
            late += 1
            _ = ran(0.5)
        }
        #expect(ran(1) == 0, "as long as frames are late it rests")
        #expect(ran(5) > 300)
    }

    @Test("an export that isn't the cause comes to an end: a second in twenty it runs whatever is late")
    func standingBackForEver() {
        var late: Int64 = 0
        var watch = LossWatch { late }
        var now = Timestamp(seconds: 100)
        watch.begin(at: now)
        var (ran, longest, rest) = (0, 0, 0)
        for _ in 0..<30_000 {
            now = now + .milliseconds(10)
            late += 1
            if watch.mayRun(at: now) { (ran, rest) = (ran + 1, 0) } else { rest += 1 }
            longest = max(longest, rest)
        }
        #expect((1200...1600).contains(ran), "of 300 s about 14: \(ran)")
        #expect(longest <= 2100)
    }
}
