// SPDX-License-Identifier: GPL-3.0-or-later

import CFakeDRM
import Core
import Glibc
import Testing

@testable import Devices

/// The answers that a kernel may give to the display at any time, and their effect on the picture.
@Suite struct DisplayFaultTests {
    private let card = FakeCard()

    private var farAway: Timestamp { card.clock.now().advanced(by: .seconds(10)) }

    private let picture = [FakePictures.video()]
    private let scene = [FakePictures.video(), FakePictures.drawing([PixelRect(left: 8, top: 6, right: 80, bottom: 18)])]

    private func show(_ pictures: [PlacedPicture], on display: KMSDisplay) throws {
        try display.commit(pictures)
        _ = try display.waitForVblank(until: farAway)
        #expect(FakePictures.isSame(display.onScreen, pictures))
    }

    // MARK: Commits

    @Test func busyHardwareGetsTheNewestPictureAtALaterVblank() throws {
        let display = try card.open()
        defer { display.close() }
        try show(picture, on: display)
        fake_drm_refuse_commits(card.card, EBUSY, 3)
        try display.commit(scene)
        try display.commit([scene[0]])
        let newest = [FakePictures.video(.yuv420p)]
        try display.commit(newest)
        #expect(FakePictures.isSame(display.onScreen, picture))
        for _ in 0..<3 { _ = try display.waitForVblank(until: farAway) }
        #expect(FakePictures.isSame(display.onScreen, newest))
        #expect(card.formats == ["YU12"] && card.count("TV lost") == 0)
    }

    @Test func oneCommitIsOnItsWayAtATime() throws {
        let display = try card.open()
        defer { display.close() }
        try show(picture, on: display)
        let before = card.counts.commits
        for _ in 0..<5 { try display.commit(scene) }
        #expect(card.counts.commits == before + 1)
        _ = try display.waitForVblank(until: farAway)
        #expect(card.counts.commits == before + 2, "what waited goes with the vblank")
    }

    @Test func aRefusedCommitWhoseTestHadPassedIsShownAnotherWay() throws {
        let display = try card.open()
        defer { display.close() }
        try show(picture, on: display)
        fake_drm_refuse_commits(card.card, EINVAL, 1)
        let bars = [PixelRect(left: 8, top: 6, right: 80, bottom: 18), PixelRect(left: 180, top: 120, right: 240, bottom: 140)]
        let two = [picture[0], FakePictures.drawing(bars)]
        try show(two, on: display)
        #expect(card.formats == ["NV12", "AR24"], "one plane around both parts")
        #expect(card.shown.last.map { [Int($0.x), Int($0.y), Int($0.shown_width), Int($0.shown_height)] } == [8, 6, 232, 134])
    }

    @Test func aSceneThatIsRefusedInEveryWayIsComposedAndTheDisplayGoesOn() throws {
        let display = try card.open()
        defer { display.close() }
        try show(picture, on: display)
        fake_drm_refuse_commits(card.card, EINVAL, 100)
        #expect(throws: DisplayError.self) { try display.commit(scene) }
        fake_drm_refuse_commits(card.card, 0, 0)
        #expect(!display.accepts(scene), "it isn't tried for ever")
        #expect(FakePictures.isSame(display.onScreen, picture))
        try show([FakePictures.video(.bgrx)], on: display)
        #expect(card.count("TV lost") == 0)
    }

    /// The kernel may give the number of a destroyed blob to the next one, which another owner has.
    @Test func aModeThatIsRefusedIsHandedBackOnce() {
        fake_drm_refuse_commits(card.card, EINVAL, 100)
        fake_drm_refuse_tests(card.card, EINVAL, 100)
        let display = try? card.open()
        #expect(card.litHeight == nil, "it was refused")
        display?.close()
        #expect(card.counts.unknown_blobs == 0 && card.counts.blobs == 0)
    }

    @Test func aTestThatCannotBeMadeIsARefusal() throws {
        let display = try card.open()
        defer { display.close() }
        fake_drm_refuse_tests(card.card, ENOSPC, 100)
        #expect(!display.accepts(scene))
        fake_drm_refuse_tests(card.card, 0, 0)
        try show([FakePictures.video(.bgrx)], on: display)
    }

    @Test func whatTheHardwareTakesIsAskedOnce() throws {
        let display = try card.open()
        defer { display.close() }
        for _ in 0..<5 { try show([FakePictures.video(), scene[1]], on: display) }
        let tests = card.counts.tests
        for _ in 0..<100 { try show([FakePictures.video(), scene[1]], on: display) }
        #expect(card.counts.tests == tests)
    }

    @Test func anEmptySceneIsShownAndShownAgain() throws {
        let display = try card.open()
        defer { display.close() }
        try show(picture, on: display)
        let modesets = card.counts.modesets
        for _ in 0..<3 { try show([], on: display) }
        #expect(card.shown.isEmpty)
        #expect(card.counts.modesets == modesets, "each of them flips")
        try show(picture, on: display)
    }

    // MARK: Flips

    @Test func aLostFlipSetsTheModeAnewAndTheNextPicturesCome() throws {
        let display = try card.open()
        defer { display.close() }
        try show(picture, on: display)
        let modesets = card.counts.modesets
        fake_drm_lose_flips(card.card, 1)
        try display.commit(scene)
        let began = card.clock.now()
        while display.onScreen.count != 2, card.clock.now() < farAway {
            _ = try display.waitForVblank(until: card.clock.now().advanced(by: .milliseconds(100)))
        }
        #expect(began.duration(to: card.clock.now()) < .milliseconds(700))
        #expect(FakePictures.isSame(display.onScreen, scene) && card.formats == ["NV12", "AR24"])
        #expect(card.counts.modesets == modesets + 1 && card.count("the mode is set anew") == 1)
        for _ in 0..<3 {
            try show(picture, on: display)
            try show(scene, on: display)
        }
    }

    // MARK: Memory

    @Test func withoutMemoryTheSceneIsRefusedUntilThereIsSome() throws {
        let display = try card.open()
        defer { display.close() }
        fake_drm_refuse_buffers(card.card, ENOMEM, 100)
        #expect(throws: DisplayError.self) { try display.commit(scene) }
        #expect(display.mode != nil && card.count("TV lost") == 0)
        fake_drm_refuse_buffers(card.card, 0, 0)
        let other = [FakePictures.video(.yuv420p)]
        try show(other, on: display)
        try show(scene, on: display)
    }

    @Test func aTVThatCannotBeLitForWantOfMemoryIsLitLater() throws {
        fake_drm_refuse_buffers(card.card, ENOMEM, 100)
        let display = try card.open()
        defer { display.close() }
        #expect(display.mode == nil && card.count("takes no mode") == 1)
        fake_drm_refuse_buffers(card.card, 0, 0)
        for _ in 0..<60 where display.mode == nil { _ = try display.waitForVblank(until: farAway) }
        try show(scene, on: display)
    }

    // MARK: Master

    @Test func anotherProgramMayHaveTheDisplayForAWhile() throws {
        let display = try card.open()
        defer { display.close() }
        try show(scene, on: display)
        fake_drm_occupy(card.card, true)
        #expect(throws: DisplayError.self) { try display.commit(picture) }
        #expect(display.mode == nil && display.onScreen.isEmpty)
        for _ in 0..<120 { _ = try #require(try display.waitForVblank(until: farAway)) }
        fake_drm_occupy(card.card, false)
        for _ in 0..<60 where display.mode == nil { _ = try display.waitForVblank(until: farAway) }
        try show(scene, on: display)
        #expect(card.count("another program has the display") == 1 && card.count("has the display again") == 1)
    }

    @Test func aDisplayThatOthersHaveIsNotTaken() throws {
        fake_drm_occupy(card.card, true)
        #expect(throws: DisplayError.self) { _ = try card.open() }
        #expect(card.counts.clients == 0 && card.isClean)
    }

    // MARK: Planes and cards that vanish

    @Test func aPlaneThatVanishesIsDoneWithout() throws {
        let display = try card.open()
        defer { display.close() }
        try show(scene, on: display)
        let gone = try #require(card.shown.last).plane
        fake_drm_remove_plane(card.card, gone)
        var shown = false
        for _ in 0..<120 where !shown {
            if display.mode != nil, display.accepts(scene) {
                do { try display.commit(scene) } catch {}
            }
            _ = try display.waitForVblank(until: farAway)
            shown = display.onScreen.count == 2 && card.formats == ["NV12", "AR24"]
        }
        #expect(shown)
        #expect(!card.shown.contains { $0.plane == gone })
    }

    @Test func aCardThatGoesIsBackWithItsTV() throws {
        let display = try card.open()
        defer { display.close() }
        for _ in 0..<5 {
            try show(scene, on: display)
            fake_drm_remove(card.card)
            #expect(throws: DisplayError.self) { try display.commit(picture) }
            #expect(display.mode == nil && display.onScreen.isEmpty)
            for _ in 0..<60 { _ = try #require(try display.waitForVblank(until: farAway)) }
            #expect(card.counts.clients == 0, "the old descriptor is closed")
            fake_drm_return(card.card)
            let began = card.clock.now()
            while display.mode == nil, card.clock.now() < farAway { _ = try display.waitForVblank(until: farAway) }
            #expect(began.duration(to: card.clock.now()) < .seconds(1))
        }
        #expect(card.count("the display's card is gone") == 5 && card.count("the display's card is back") == 5)
    }

    @Test func aCardThatGoesWhileAFlipIsAwaitedIsNoticed() throws {
        let display = try card.open()
        defer { display.close() }
        try show(picture, on: display)
        try display.commit(scene)
        fake_drm_remove(card.card)
        _ = try display.waitForVblank(until: farAway)
        #expect(display.mode == nil && card.count("the display's card is gone") == 1)
        let before = card.clock.now()
        _ = try #require(try display.waitForVblank(until: farAway))
        #expect(before.duration(to: card.clock.now()) < .milliseconds(20), "the box's clock makes the vblanks")
    }
}
