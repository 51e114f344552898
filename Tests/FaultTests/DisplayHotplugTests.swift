// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import CFakeDRM
import Core
import Testing

@testable import Devices

/// TVs that are plugged and unplugged, and the state they leave.
@Suite struct DisplayHotplugTests {
    private let scene = [FakePictures.video(), FakePictures.drawing([PixelRect(left: 8, top: 6, right: 80, bottom: 18)])]

    /// Runs the display as the box does until a condition holds.
    /// - Returns: the time that took, or `nil` if it didn't hold within two seconds.
    private func run(_ display: KMSDisplay, _ card: FakeCard, until holds: () -> Bool) throws -> Duration? {
        let began = card.clock.now()
        while card.clock.now() < began.advanced(by: .seconds(2)) {
            if display.mode != nil {
                do { try display.commit(scene) } catch {}
            }
            _ = try display.waitForVblank(until: card.clock.now().advanced(by: .milliseconds(100)))
            if holds() { return began.duration(to: card.clock.now()) }
        }
        return nil
    }

    @Test func aTVPulledTwentyTimesIsBackEachTimeAndNothingIsLeft() throws {
        let card = FakeCard()
        let display = try card.open()
        var last = try #require(try display.waitForVblank(until: card.clock.now().advanced(by: .seconds(1))))
        for _ in 0..<20 {
            let back = try #require(try run(display, card) { display.onScreen.count == 2 })
            #expect(back < .seconds(1))
            #expect(card.formats == ["NV12", "AR24"])
            card.unplug()
            #expect(try run(display, card) { display.mode == nil } != nil)
            #expect(display.onScreen.isEmpty && card.litHeight == nil)
            #expect(card.isClean, "\(card.counts)")
            let vblank = try #require(try display.waitForVblank(until: card.clock.now().advanced(by: .seconds(1))))
            #expect(vblank.sequence > last.sequence && vblank.timestamp > last.timestamp)
            last = vblank
            card.plug()
        }
        #expect(card.count("TV lost: HDMI-A-1") == 20 && card.count("TV: FAKE TV on HDMI-A-1, 384x216@") == 20)
        display.close()
        #expect(card.isClean && card.counts.clients == 0)
    }

    @Test func anotherTVIsLitInAModeOfItsOwn() throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        #expect(try run(display, card) { display.onScreen.count == 2 } != nil)
        card.unplug()
        let modes = [VideoSize(width: 320, height: 180), VideoSize(width: 640, height: 360)].map { FakeCard.timing($0, hertz: 50) }
        card.plug(modes, edid: FakeCard.edid("OTHER TV"))
        #expect(try run(display, card) { display.mode?.size == VideoSize(width: 640, height: 360) } != nil)
        #expect(card.count("TV lost") == 1 && card.count("OTHER TV") == 1, "also where nobody saw it unplugged")
        #expect(card.litHeight == 360)
        #expect(try run(display, card) { display.onScreen.count == 2 } != nil)
        #expect(card.shown.first.map { [$0.shown_width, $0.shown_height] } == [640, 360])
    }

    @Test("a mode that a person wants is lit while the TV is on, and the TV's own comes back after it")
    func aWishIsFollowed() throws {
        let (wish, small) = (ModeWish(), VideoSize(width: 320, height: 180))
        let card = FakeCard(isPlugged: false)
        card.plug([FakeCard.timing(FakeCard.size), FakeCard.timing(small)])
        let display = try card.open(wish: wish)
        for size in [nil, small, nil, small] as [VideoSize?] {
            wish.set(size)
            let lit = size ?? FakeCard.size
            #expect(try run(display, card) { display.mode?.size == lit && display.onScreen.count == 2 } != nil)
            #expect(card.litHeight == lit.height)
        }
        display.close()
        #expect(card.isClean)
    }

    @Test func withoutATVTheVblanksGoOnAndThePictureComesWithIt() throws {
        let card = FakeCard(isPlugged: false)
        let display = try card.open()
        defer { display.close() }
        #expect(display.mode == nil && !display.accepts(scene) && card.lines.count == 1)
        #expect(throws: DisplayError.gone(display.name)) { try display.commit(scene) }
        let first = try #require(try display.waitForVblank(until: card.clock.now().advanced(by: .seconds(1))))
        for count in Int64(1)...90 {
            let vblank = try #require(try display.waitForVblank(until: card.clock.now().advanced(by: .seconds(1))))
            #expect(vblank.sequence == first.sequence + count)
        }
        #expect(card.lines.count == 1, "what lasts is said once")
        card.plug()
        let time = try #require(try run(display, card) { display.onScreen.count == 2 })
        #expect(time < .seconds(1))
    }

    @Test func aModeThatTheCardRefusesIsPassedOver() throws {
        let card = FakeCard(isPlugged: false)
        card.plug([FakeCard.timing(FakeCard.size), FakeCard.timing(VideoSize(width: 320, height: 180))])
        fake_drm_refuse_mode(card.card, 216)
        let display = try card.open()
        #expect(display.mode?.size == VideoSize(width: 320, height: 180))
        display.close()
        #expect(card.isClean)
    }

    @Test func aTVWithoutAnEDIDGetsWhatNearlyEveryTVTakes() throws {
        let card = FakeCard(isPlugged: false)
        card.plug([FakeCard.timing(FakeCard.size)], edid: [])
        let display = try card.open()
        defer { display.close() }
        #expect(display.mode == DisplayMode(size: .hd1080, refresh: FrameRate(60)))
    }

    @Test func aTVThatOffersNothingGetsTheNextBestOfThat() throws {
        let card = FakeCard(isPlugged: false)
        card.plug([], edid: [])
        fake_drm_refuse_mode(card.card, 1080)
        let display = try card.open()
        defer { display.close() }
        #expect(display.mode?.size == .hd720)
    }

    @Test(arguments: [false, true])
    func closingGivesEverythingBack(isFlipping: Bool) throws {
        let card = FakeCard()
        let display = try card.open()
        for _ in 0..<10 { #expect(try run(display, card) { true } != nil) }
        if isFlipping { try display.commit(scene) }
        display.close()
        #expect(card.isClean, "\(card.counts)")
        #expect(card.litHeight == nil && card.counts.clients == 0)
    }

    @Test func aFlipOfATVThatIsGoneIsNotTheNextOnes() throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        #expect(try run(display, card) { display.onScreen.count == 2 } != nil)
        card.clock.advance(by: .milliseconds(300))
        try display.commit(scene)
        card.unplug()
        _ = try display.waitForVblank(until: card.clock.now().advanced(by: .milliseconds(10)))
        #expect(display.mode == nil)
        card.plug()
        for _ in 0..<60 where display.mode == nil {
            _ = try display.waitForVblank(until: card.clock.now().advanced(by: .seconds(1)))
        }
        let began = card.clock.now()
        try display.commit(scene)
        #expect(try display.waitForVblank(until: began.advanced(by: .milliseconds(1))) == nil)
        #expect(display.onScreen.isEmpty && display.scanout.queued != nil)
        let vblank = try #require(try display.waitForVblank(until: card.clock.now().advanced(by: .seconds(1))))
        #expect(vblank.timestamp > began && display.onScreen.count == 2)
        let busy = card.counts.commits
        try display.commit(scene)
        #expect(card.counts.commits == busy + 1, "nothing is on its way any more")
    }

    @Test func aThousandCommitsLeaveNothing() throws {
        let card = FakeCard()
        let display = try card.open()
        let videos = (0..<4).map { _ in FakePictures.video() }
        func commit(_ index: Int) throws {
            try display.commit([videos[index % 4], scene[1]])
            _ = try display.waitForVblank(until: card.clock.now().advanced(by: .seconds(1)))
        }
        for index in 0..<50 { try commit(index) }
        let before = card.counts
        for index in 0..<1000 { try commit(index) }
        let after = card.counts
        #expect(after.framebuffers == before.framebuffers && after.handles == 0 && after.blobs == before.blobs)
        #expect(after.buffers == before.buffers, "memory is used again")
        #expect(after.commits == before.commits + 1000 && after.modesets == before.modesets)
        display.close()
        #expect(card.isClean)
    }
}
