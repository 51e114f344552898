// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Testing

@testable import Devices

/// The choice of camera, format, size and rate, decided without a camera.
@Suite struct LibCameraChoiceTests {
    private static let board = CameraDescription(id: "/base/soc/i2c0mux/i2c@1/imx708@1a", model: "imx708", location: .back)
    private static let web = CameraDescription(id: "/base/scb/pcie@7d500000/usb-1.3:1.0-046d:0825", model: "Logitech C270", location: .external)
    private static let front = CameraDescription(id: "/base/soc/i2c0mux/i2c@0/imx219@10", model: "imx219", location: .front)

    @Test(
        arguments: [
            (nil, "imx708"), ("front", "imx219"), ("BACK", "imx708"), ("external", "Logitech C270"), ("logitech", "Logitech C270"),
            ("imx2", "imx219"), ("/base/soc/i2c0mux/i2c@0/imx219@10", "imx219"), ("polaroid", nil), ("", nil),
            ("/base/soc/i2c0mux/i2c@0", nil),
        ] as [(String?, String?)])
    func aWordMeansOneCamera(word: String?, model: String?) {
        #expect(CameraDescription.choice(word, among: [Self.web, Self.board, Self.front])?.model == model)
    }

    @Test func withoutAWordABoardCameraComesBeforeUSBAndUSBBeforeNone() {
        #expect(CameraDescription.choice(nil, among: [Self.web]) == Self.web)
        #expect(CameraDescription.choice(nil, among: []) == nil)
        #expect(Self.web.isUSB && !Self.board.isUSB)
        #expect(Self.web.option == CameraOption(word: "libcamera:\(Self.web.id)", name: "Logitech C270", place: .usb(port: "1.3")))
        #expect(Self.board.option.place == .board)
        #expect(CameraDescription(id: "usb@0,0-x:1.0-046d:0825", model: "", location: .unknown).option.place == .usb(port: nil))
        #expect(!CameraDescription(id: "-12g4:0000", model: "", location: .unknown).isUSB)
    }

    @Test func aCameraWithoutAModelIsCalledByItsId() {
        #expect(CameraDescription(id: "usb-1", model: "", location: .unknown).name == "usb-1")
    }

    @Test(arguments: [("1920x1080", 30, 1, "1920x1080 at 30"), ("1280x720", 60000, 1001, "1280x720 at 59.94")])
    func aModeIsReadAsSizeAndRate(size: String, numerator: Int64, denominator: Int64, text: String) throws {
        let mode = CameraDescription.Mode(size: try #require(VideoSize(size)), rate: FrameRate(numerator, denominator))
        #expect("\(mode)" == text)
    }

    // MARK: Format and size

    private static func fixed(_ format: CameraFormat, _ sizes: String...) -> [CameraOffer] {
        sizes.compactMap { VideoSize($0) }.map { CameraOffer(format: format, smallest: $0, largest: $0) }
    }

    private static func scaled(_ format: CameraFormat, step: Int = 2) -> CameraOffer {
        CameraOffer(
            format: format, smallest: VideoSize(width: 64, height: 64), largest: VideoSize(width: 4608, height: 2592),
            widthStep: step, heightStep: step)
    }

    @Test func whatNeedsNoConversionIsPreferred() {
        let offers = [CameraFormat.bgrx, .rgb, .yuyv, .nv12, .yuv420].map { Self.scaled($0) }
        let choice = CameraChoice(of: offers, nearest: .hd1080, isUSB: false)
        #expect(choice?.format == .yuv420 && choice?.size == .hd1080)
        #expect(CameraChoice(of: offers.dropLast(), nearest: .hd1080, isUSB: false)?.format == .nv12)
    }

    @Test func theSizeCountsMoreThanTheFormat() {
        let offers = Self.fixed(.yuyv, "640x480") + Self.fixed(.jpeg, "640x480", "1920x1080")
        let choice = CameraChoice(of: offers, nearest: .hd1080, isUSB: true)
        #expect(choice?.format == .jpeg && choice?.size == .hd1080)
    }

    @Test func aCableThatCanNotCarryThePixelsCarriesJPEG() {
        let offers = Self.fixed(.yuyv, "640x480", "1280x720") + Self.fixed(.jpeg, "640x480", "1280x720")
        #expect(CameraChoice(of: offers, nearest: .hd720, isUSB: true)?.format == .jpeg)
        #expect(CameraChoice(of: offers, nearest: .vga, isUSB: true)?.format == .yuyv)
        #expect(CameraChoice(of: offers, nearest: .hd720, isUSB: false)?.format == .yuyv)
        #expect(CameraChoice(of: Self.fixed(.yuyv, "1280x720"), nearest: .hd720, isUSB: true)?.format == .yuyv)
    }

    @Test func whatCanNotBeRecordedIsNotChosen() {
        let offers = Self.fixed(.yuv420, "4608x2592", "2304x1296", "1536x864", "120x90")
        #expect(CameraChoice(of: offers, nearest: VideoSize(width: 2304, height: 1296), isUSB: false)?.size == VideoSize("1536x864"))
        #expect(CameraChoice(of: Self.fixed(.nv12, "4608x2592"), nearest: .hd1080, isUSB: false) == nil)
        #expect(CameraChoice(of: [], nearest: .hd1080, isUSB: false) == nil)
    }

    @Test func aSizeInARangeLiesOnItsSteps() {
        let offer = CameraOffer(
            format: .nv12, smallest: VideoSize(width: 64, height: 64), largest: VideoSize(width: 1456, height: 1088),
            widthStep: 16, heightStep: 2)
        #expect(offer.nearest(to: VideoSize(width: 650, height: 481)) == VideoSize(width: 640, height: 480))
        #expect(offer.nearest(to: .hd1080) == VideoSize(width: 1456, height: 1080))
        #expect(offer.nearest(to: VideoSize(width: 1, height: 5000)) == VideoSize(width: 64, height: 1088))
    }

    @Test func anOddSizeLosesItsLastRowAndColumn() {
        #expect(VideoSize(width: 641, height: 481).even == .vga)
        #expect(CameraChoice(of: Self.fixed(.yuyv, "641x481"), nearest: .vga, isUSB: false)?.size == VideoSize("641x481"))
    }

    @Test func everyFormatIsFoundByItsCode() {
        for format in CameraFormat.allCases {
            #expect(CameraFormat(fourcc: format.fourcc) == format)
            #expect((format.scalerFormat == nil) == (format == .jpeg))
        }
        #expect(CameraFormat.yuv420.fourcc == 0x3231_5559)
        #expect(CameraFormat(fourcc: 0) == nil)
    }

    // MARK: The rate

    private static let sensor = Duration.microseconds(17_857) ... .milliseconds(1_000)

    @Test(
        arguments: [
            (nil, 17_857, 56, 1, 17_857), (nil, 8_333, 60, 1, 16_667), (30, 17_857, 30, 1, 33_333), (60, 17_857, 56, 1, 17_857),
            (60, 16_667, 60, 1, 16_667), (nil, 16_683, 60000, 1001, 16_683), (25, 8_333, 25, 1, 40_000),
            (nil, 19_960, 1_000_000_000, 19_960_000, 19_960),
        ] as [(Int64?, Int64, Int64, Int64, Int64)])
    func theRateIsTheOneWantedOrTheHighestToSixty(wanted: Int64?, shortest: Int64, numerator: Int64, denominator: Int64, frame: Int64) {
        let rate = CameraRate(wanted: wanted.map { FrameRate($0) }, frames: .microseconds(shortest) ... .seconds(1))
        #expect(rate.rate == FrameRate(numerator, denominator))
        #expect(rate.frame == .microseconds(frame))
    }

    @Test func aCameraThatDoesNotSayIsTakenAtItsWord() {
        #expect(CameraRate(wanted: nil, frames: nil) == CameraRate(wanted: FrameRate(30), frames: nil))
        #expect(CameraRate(wanted: FrameRate(25), frames: nil).rate == FrameRate(25))
        #expect(CameraRate(wanted: nil, frames: nil).frame == nil)
    }

    @Test func aRateBelowTheSlowestIsTheSlowest() {
        let rate = CameraRate(wanted: FrameRate(24), frames: .milliseconds(10) ... .microseconds(33_333))
        #expect(rate.rate == FrameRate(30) && rate.frame == .microseconds(33_333))
    }
}
