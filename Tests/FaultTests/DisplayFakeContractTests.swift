// SPDX-License-Identifier: GPL-3.0-or-later

import CFakeDRM
import Core
import TestSupport
import Testing

@testable import Devices

/// The promises of a KMS display beyond the common contract.
@Suite struct DisplayFakeContractTests {
    private let card = FakeCard()

    private var farAway: Timestamp { card.clock.now().advanced(by: .seconds(10)) }

    @Test func whatIsCommittedIsOnTheTVFromTheNextVblankOn() throws {
        let display = try card.open()
        defer { display.close() }
        #expect(display.mode?.size == FakeCard.size)
        #expect(card.formats == ["XR24"], "black until something is committed")
        let first = [FakePictures.video(.yuv420p)]
        let second = [FakePictures.video(.nv12), FakePictures.drawing()]
        try display.commit(first)
        #expect(display.onScreen.isEmpty)
        _ = try #require(try display.waitForVblank(until: farAway))
        #expect(FakePictures.isSame(display.onScreen, first) && card.formats == ["YU12"])
        try display.commit(second)
        #expect(FakePictures.isSame(display.onScreen, first))
        _ = try #require(try display.waitForVblank(until: farAway))
        #expect(FakePictures.isSame(display.onScreen, second) && card.formats == ["NV12", "AR24"])
        _ = try #require(try display.waitForVblank(until: farAway))
        #expect(FakePictures.isSame(display.onScreen, second), "it stays until others replace it")
    }

    @Test func theNextVblankIsTheOneThatComes() throws {
        let display = try card.open()
        defer { display.close() }
        var last = try #require(try display.waitForVblank(until: farAway))
        let interval = try #require(display.mode).refresh.interval
        for count in 0..<100 {
            if count % 3 == 0 { try display.commit([FakePictures.video()]) }
            let expected = display.nextVblank
            let vblank = try #require(try display.waitForVblank(until: farAway))
            #expect(vblank.sequence == last.sequence + 1)
            // A flip is reported in whole microseconds.
            #expect(abs((last.timestamp.duration(to: vblank.timestamp) - interval).inMilliseconds) < 0.002)
            if count % 3 == 0 {
                #expect(expected.sequence == vblank.sequence + 1, "what is committed after a commit has the vblank after it")
            } else {
                #expect(expected.sequence == vblank.sequence)
                #expect(abs(expected.timestamp.duration(to: vblank.timestamp).inMilliseconds) < 0.002)
            }
            last = vblank
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func vblanksRiseAndLateOnesAreCounted(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let display = try card.open()
        defer { display.close() }
        var last = try #require(try display.waitForVblank(until: farAway))
        let hertz = try #require(display.mode).refresh.hertz
        for _ in 0..<300 {
            card.clock.advance(by: .microseconds(Int64.random(in: 0...60_000, using: &random)))
            #expect(display.nextVblank.timestamp >= card.clock.now(), "what is committed now can't have been seen before")
            if Bool.random(using: &random) { try display.commit([FakePictures.video()]) }
            guard Bool.random(using: &random) else { continue }
            let vblank = try #require(try display.waitForVblank(until: farAway))
            #expect(vblank.timestamp > last.timestamp && vblank.sequence > last.sequence)
            #expect(abs(last.timestamp.duration(to: vblank.timestamp).inSeconds * hertz - Double(vblank.sequence - last.sequence)) < 0.01)
            last = vblank
        }
    }

    @Test func withoutVblankEventsTheClockMakesThem() throws {
        let display = try card.open()
        defer { display.close() }
        display.hasVblankEvents = false
        var last = try #require(try display.waitForVblank(until: farAway))
        for _ in 0..<30 {
            let vblank = try #require(try display.waitForVblank(until: farAway))
            #expect(vblank.sequence == last.sequence + 1)
            last = vblank
        }
        try display.commit([FakePictures.video()])
        #expect(try display.waitForVblank(until: farAway)?.sequence == last.sequence + 1)
        #expect(display.onScreen.count == 1)
    }

    @Test func aBufferIsKeptUntilAnotherReplacesItAndNoLonger() throws {
        let display = try card.open()
        defer { display.close() }
        weak var video: PixelBuffer?
        weak var shared: PixelBuffer?
        do {
            let pictures = [FakePictures.video(), PlacedPicture(buffer: FakeSharedPicture(size: FakeCard.size, pitch: 512))]
            (video, shared) = (pictures[0].buffer, pictures[1].buffer)
            try display.commit(pictures)
        }
        _ = try display.waitForVblank(until: farAway)
        #expect(video != nil && shared != nil)
        try display.commit([FakePictures.video()])
        #expect(video != nil && shared != nil, "they are on the TV until the flip")
        _ = try display.waitForVblank(until: farAway)
        #expect(video == nil && shared == nil)
    }

    @Test func theCopyHasThePicturesPixels() throws {
        let display = try card.open()
        defer { display.close() }
        let used = PixelRect(left: 10, top: 20, right: 30, bottom: 40)
        let video = FakePictures.video()
        let drawing = FakePictures.drawing([used])
        let (luma, colours) = (video.buffer.plane(0), drawing.buffer.plane(0))
        for (x, y, value) in [(0, 0, 17), (383, 0, 18), (0, 215, 19), (383, 215, 20)] as [(Int, Int, UInt8)] {
            luma.base.storeBytes(of: value, toByteOffset: y * luma.pitch + x, as: UInt8.self)
        }
        for (x, y) in [(10, 20), (29, 39)] {
            colours.base.storeBytes(of: 0xFF10_2030, toByteOffset: y * colours.pitch + x * 4, as: UInt32.self)
        }
        try display.commit([video, drawing])
        _ = try display.waitForVblank(until: farAway)
        let planes = card.shown.map(\.plane)
        try #require(planes.count == 2)
        #expect([(0, 0), (383, 0), (0, 215), (383, 215)].map { fake_drm_pixel(card.card, planes[0], $0, $1) } == [17, 18, 19, 20])
        #expect([(10, 20), (29, 39), (11, 20)].map { fake_drm_pixel(card.card, planes[1], $0, $1) } == [0xFF10_2030, 0xFF10_2030, 0])
    }

    @Test func theRefreshFitsTheCamera() throws {
        for (rate, hertz) in [(25, 50.0), (30, 60.0), (50, 50.0)] as [(Int64, Double)] {
            let card = FakeCard(isPlugged: false)
            card.plug([60, 50, 24].map { FakeCard.timing(VideoSize(width: 384, height: 216), hertz: $0) })
            let display = try card.open(cameraRate: FrameRate(rate))
            #expect(abs((display.mode?.refresh.hertz ?? 0) - hertz) < 0.1)
            display.close()
        }
    }
}
