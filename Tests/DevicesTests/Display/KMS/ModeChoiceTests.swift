// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core
import Testing

@testable import Devices

@Suite struct ModeChoiceTests {
    private static func offer(
        _ width: Int, _ height: Int, _ rate: FrameRate, isInterlaced: Bool = false,
        isPreferred: Bool = false
    ) -> ModeChoice.Offer {
        ModeChoice.Offer(
            mode: DisplayMode(size: VideoSize(width: width, height: height), refresh: rate),
            isInterlaced: isInterlaced, isPreferred: isPreferred)
    }

    /// The modes of a 4K TV as sold.
    private static let fourK = [
        offer(3840, 2160, FrameRate(60), isPreferred: true), offer(3840, 2160, FrameRate(30)),
        offer(1920, 1080, FrameRate(120)), offer(1920, 1080, FrameRate(60)), offer(1920, 1080, FrameRate(60000, 1001)),
        offer(1920, 1080, FrameRate(50)), offer(1920, 1080, FrameRate(24)), offer(1920, 1080, FrameRate(60), isInterlaced: true),
        offer(1280, 720, FrameRate(60)), offer(720, 576, FrameRate(50)), offer(640, 480, FrameRate(60)),
    ]

    private func best(_ choice: ModeChoice, _ offers: [ModeChoice.Offer] = fourK) -> DisplayMode? {
        choice.ranking(offers).first.map { offers[$0].mode }
    }

    @Test(
        arguments: [
            (nil, FrameRate(60)), (FrameRate(30), FrameRate(60)), (FrameRate(60), FrameRate(60)), (FrameRate(25), FrameRate(50)),
            (FrameRate(50), FrameRate(50)), (FrameRate(30000, 1001), FrameRate(60000, 1001)), (FrameRate(47), FrameRate(60)),
            (FrameRate(15), FrameRate(60)), (FrameRate(20), FrameRate(60)), (FrameRate(10), FrameRate(60)),
        ] as [(FrameRate?, FrameRate)])
    func itIs1080pAtTheRefreshThatFitsTheCamera(camera: FrameRate?, refresh: FrameRate) {
        #expect(best(ModeChoice(cameraRate: camera)) == DisplayMode(size: .hd1080, refresh: refresh))
    }

    @Test func ofAHeightThatIsWantedTheNearestWidthIsTaken() {
        let wanted = DisplayMode(size: VideoSize(width: 720, height: 480), refresh: FrameRate(60))
        #expect(best(ModeChoice(wanted: wanted))?.size == .vga)
        #expect(best(ModeChoice(wanted: wanted), Self.fourK + [Self.offer(720, 480, FrameRate(60))])?.size == wanted.size)
    }

    @Test func without1080pTheNearestSizeIsTaken() {
        let offers = Self.fourK.filter { $0.mode.size != .hd1080 }
        #expect(best(ModeChoice(), offers)?.size == .hd720)
        #expect(best(ModeChoice(), offers.filter { $0.mode.size != .hd720 })?.size == VideoSize(width: 720, height: 576))
    }

    @Test func interlacedIsForWhereThereIsNothingElse() {
        let interlaced = Self.offer(1920, 1080, FrameRate(60), isInterlaced: true)
        #expect(best(ModeChoice(), [interlaced, Self.offer(640, 480, FrameRate(60))])?.size == .vga)
        #expect(best(ModeChoice(), [interlaced]) == interlaced.mode)
    }

    @Test func whatWorkedBeforeIsKeptAndAHandsChoiceComesFirst() {
        let last = DisplayMode(size: .hd720, refresh: FrameRate(60))
        let wanted = DisplayMode(size: .vga, refresh: FrameRate(60))
        #expect(best(ModeChoice(lastGood: last)) == last)
        #expect(best(ModeChoice(wanted: wanted, lastGood: last)) == wanted)
        let never = DisplayMode(size: VideoSize(width: 800, height: 600), refresh: FrameRate(60))
        #expect(best(ModeChoice(wanted: never))?.size == .hd1080, "what the TV hasn't got can't be had")
    }

    @Test func everyModeIsTriedInTheEnd() {
        #expect(ModeChoice().ranking(Self.fourK).sorted() == Array(Self.fourK.indices))
        #expect(ModeChoice().ranking([]).isEmpty)
    }

    @Test func aTVThatSaysNothingGets1080pAndNotTheKernelsSmallGuess() throws {
        let small = try #require(KMSMode.fallbacks.last).timing
        #expect(ModeChoice().ranked([small], hasEDID: false).first?.mode.size == .hd1080)
        #expect(ModeChoice().ranked([small], hasEDID: true).first?.mode.size == .vga, "what it says itself holds")
        #expect(ModeChoice().ranked([], hasEDID: true).map(\.mode.size) == [.hd1080, .hd720, .vga])
        let wanted = ModeChoice(wanted: DisplayMode(size: .hd720, refresh: FrameRate(60)))
        #expect(wanted.ranked([small], hasEDID: true).first?.mode.size == .hd720, "a person knows better than a bad EDID")
    }

    @Test func aRefreshIsExact() throws {
        var timing = try #require(KMSMode.fallbacks.first).timing
        #expect(KMSMode(timing)?.mode == DisplayMode(size: .hd1080, refresh: FrameRate(60)))
        timing.clock = 74250
        timing.flags |= UInt32(DRM_MODE_FLAG_INTERLACE)
        #expect(KMSMode(timing)?.mode.refresh == FrameRate(60), "sixty fields")
        timing.htotal = 0
        #expect(KMSMode(timing) == nil)
        #expect(KMSMode(drmModeModeInfo()) == nil)
    }

    @Test func theFallbacksAreWhatTheirTimingsSay() {
        for fallback in KMSMode.fallbacks {
            let read = KMSMode(fallback.timing)
            #expect(read?.mode.size == fallback.mode.size)
            #expect(abs((read?.mode.refresh.hertz ?? 0) - fallback.mode.refresh.hertz) < 0.001)
            #expect(!fallback.isInterlaced)
        }
    }
}
