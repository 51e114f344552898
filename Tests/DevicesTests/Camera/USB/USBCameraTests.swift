// SPDX-License-Identifier: GPL-3.0-or-later

import CVideo
import Core
import Testing

@testable import Devices

/// A USB camera over a fake kernel: what is found, what is asked of it, and the pictures that come out.
@Suite struct USBCameraTests {
    private let timebase = SteppingTimebase(at: Timestamp(seconds: 500))

    private func next(_ camera: USBCamera) throws -> VideoFrame {
        try #require(try camera.nextFrame(until: timebase.now() + .seconds(1)))
    }

    // MARK: Finding

    @Test(
        arguments: [
            (nil, "HD Webcam"), ("external", "HD Webcam"), ("c920", "C920 PRO"), ("pci-2:1.0", "C920 PRO"), ("polaroid", nil),
        ] as [(String?, String?)])
    func aCameraIsFoundByItsIdOrItsName(word: String?, name: String?) throws {
        let kernel = FakeVideoKernel(
            FakeUSBCamera(timebase: timebase), FakeUSBCamera("C920 PRO", id: "pci-2:1.0", number: 4, timebase: timebase))
        guard let name else {
            let missing = #expect(throws: CameraError.self) { _ = try USBCamera(id: word, timebase: timebase, kernel: kernel) }
            #expect(missing.map { "\($0)" } == "usb:polaroid: there is no such camera; 'vir devices' lists what there is")
            return
        }
        #expect(try USBCamera(id: word, timebase: timebase, kernel: kernel).name == "usb:" + name)
        #expect(kernel.opened.count == 1, "no other camera is opened")
    }

    @Test func withoutACameraThereIsNone() {
        let kernel = FakeVideoKernel()
        #expect(USBCamera.list(withRates: true, kernel: kernel).isEmpty && USBCamera.options(kernel: kernel).isEmpty)
        let missing = #expect(throws: CameraError.self) { _ = try USBCamera(id: nil, timebase: timebase, kernel: kernel) }
        #expect(missing == .notFound("usb"))
    }

    /// A camera has a second node for data about its pictures.
    @Test func theNodeWithPicturesIsTakenOfACamerasNodes() throws {
        let data = FakeUSBCamera(number: 0, timebase: timebase)
        data.capabilities = UInt32(V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING)
        let pictures = FakeUSBCamera(number: 1, timebase: timebase)
        let kernel = FakeVideoKernel(data, pictures)
        let cameras = USBCamera.list(withRates: true, kernel: kernel)
        #expect(cameras.map(\.name) == ["HD Webcam"] && cameras.first?.modes.first?.description == "1920x1080 at 30")
        #expect(USBCamera.options(kernel: kernel).count == 1)
        let camera = try USBCamera(id: nil, timebase: timebase, kernel: kernel)
        _ = try camera.start(CameraRequest())
        #expect(data.openCount == 0 && pictures.openCount == 1)
    }

    @Test func anOptionHasTheSocket() {
        let kernel = FakeVideoKernel(FakeUSBCamera(timebase: timebase), FakeUSBCamera(id: "vivid.0", timebase: timebase))
        let option = CameraOption(word: "usb:xhci-hcd.0-1.2:1.0", name: "HD Webcam", place: .usb(port: "1.2"))
        #expect(USBCamera.options(kernel: kernel) == [option, CameraOption(word: "usb:vivid.0", name: "HD Webcam", place: .usb(port: nil))])
    }

    // MARK: The stream

    /// By the rule of all cameras: the nearest size, and JPEG only if the cable is too slow for more.
    @Test(arguments: [("640x480", CameraFormat.yuyv), ("1280x720", .jpeg), ("1920x1080", .jpeg)])
    func theFormatThatTheCableCarriesIsTaken(text: String, format: CameraFormat) throws {
        let fake = FakeUSBCamera(timebase: timebase)
        let camera = try USBCamera(id: nil, timebase: timebase, kernel: FakeVideoKernel(fake))
        let size = try #require(VideoSize(text))
        let stream = try camera.start(CameraRequest(size: size))
        #expect(stream == StreamParameters(size: size, rate: FrameRate(30)))
        #expect(fake.format == format && fake.size == size)
        // 60 of 255 in full range is 67 of 16…235; the other format's is taken as it is.
        let gray = try next(camera).buffer.plane(0).base.load(fromByteOffset: 5000, as: UInt8.self)
        #expect(abs(Int(gray) - (format == .jpeg ? 67 : 60)) <= 2)
    }

    @Test func aSizeThatTheCameraLacksIsTheNearest() throws {
        let fake = FakeUSBCamera(timebase: timebase)
        fake.offers = [.init(format: .jpeg, sizes: [.hd720, .hd1080, VideoSize(width: 4096, height: 2160)])]
        let camera = try USBCamera(id: nil, timebase: timebase, kernel: FakeVideoKernel(fake))
        #expect(camera.abilities.largestSize == .hd1080 && camera.abilities.adjustable != nil)
        #expect(try camera.start(CameraRequest(size: .vga)).size == .hd720)
    }

    @Test(
        arguments: [
            ([30, 15], nil, 30), ([30, 15], 60, 30), ([90, 60, 30], nil, 60), ([90, 60, 30], 90, 90), ([90, 60, 30], 50, 60), ([5], nil, 5),
            ([], nil, 30),
        ] as [([Int64], Int64?, Int64)])
    func theNearestRateIsTakenAndUnaskedTheHighestUpTo60(rates: [Int64], wanted: Int64?, rate: Int64) throws {
        let fake = FakeUSBCamera(timebase: timebase)
        fake.rates = rates.map { FrameRate($0) }
        let camera = try USBCamera(id: nil, timebase: timebase, kernel: FakeVideoKernel(fake))
        #expect(try camera.start(CameraRequest(size: .vga, rate: wanted.map { FrameRate($0) })).rate == FrameRate(rate))
    }

    @Test func aDriverOnAnotherClockIsRefusedInPlainWords() throws {
        let fake = FakeUSBCamera(timebase: timebase)
        for flag in [V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN, V4L2_BUF_FLAG_TIMESTAMP_COPY] {
            fake.clockFlag = UInt32(flag)
            let camera = try USBCamera(id: nil, timebase: timebase, kernel: FakeVideoKernel(fake))
            let error = #expect(throws: CameraError.self) { _ = try camera.start(CameraRequest()) }
            #expect(error.map { "\($0)" }?.contains("another clock than CLOCK_MONOTONIC") == true)
            #expect(fake.mappedCount == 0)
        }
    }

    @Test func numbersThatTheDriverLeavesOutAreLeftOut() throws {
        let camera = try USBCamera(id: nil, timebase: timebase, kernel: FakeVideoKernel(FakeUSBCamera(timebase: timebase)))
        _ = try camera.start(CameraRequest(size: .vga))
        _ = try next(camera)
        timebase.advance(by: .seconds(2))
        let stamps = try (0..<6).map { _ in try next(camera).stamp }
        #expect(stamps.map(\.frame) == [1, 2, 3, 4, 61, 62])
        #expect(stamps.allSatisfy { $0.timestamp <= timebase.now() })
        #expect(camera.remark == nil)
    }

    // MARK: Controls

    private static let flicker = UInt32(V4L2_CID_POWER_LINE_FREQUENCY)
    private static let exposure = UInt32(V4L2_CID_EXPOSURE_AUTO)
    private static let slowsDown = UInt32(V4L2_CID_EXPOSURE_AUTO_PRIORITY)
    private static let whiteBalance = UInt32(V4L2_CID_AUTO_WHITE_BALANCE)
    private static let focus = UInt32(V4L2_CID_FOCUS_AUTO)

    private func adjustable(_ controls: [UInt32: Int32]) throws -> (FakeUSBCamera, USBCamera) {
        let fake = FakeUSBCamera(timebase: timebase)
        fake.controls = controls
        let camera = try USBCamera(id: nil, timebase: timebase, kernel: FakeVideoKernel(fake))
        _ = try camera.start(CameraRequest(size: .vga))
        return (fake, camera)
    }

    @Test(arguments: [(CameraControls.Flicker.automatic, 3), (.off, 0), (.hertz50, 1), (.hertz60, 2)] as [(CameraControls.Flicker, Int32)])
    func theMainsFrequencyIsPassedOn(flicker: CameraControls.Flicker, value: Int32) throws {
        let (fake, camera) = try adjustable([Self.flicker: 2])
        var controls = CameraControls()
        controls.flicker = flicker
        camera.adjust(controls)
        _ = try next(camera)
        #expect(fake.controls[Self.flicker] == value)
    }

    @Test func aCameraThatCanNotDetectTheMainsFrequencyKeepsItsOwn() throws {
        let fake = FakeUSBCamera(timebase: timebase)
        (fake.controls, fake.refusedValues) = ([Self.flicker: 1], [Self.flicker: [3]])
        let camera = try USBCamera(id: nil, timebase: timebase, kernel: FakeVideoKernel(fake))
        _ = try camera.start(CameraRequest(size: .vga))
        var controls = CameraControls()
        for (flicker, value) in [(CameraControls.Flicker.hertz60, 2), (.automatic, 1)] as [(CameraControls.Flicker, Int32)] {
            controls.flicker = flicker
            camera.adjust(controls)
            _ = try next(camera)
            #expect(fake.controls[Self.flicker] == value)
        }
    }

    @Test func aLimitOnTheExposureForbidsALowerRateAndWithoutOneTheCamerasOwnRuleIsBack() throws {
        let (fake, camera) = try adjustable([Self.slowsDown: 1])
        var controls = CameraControls()
        controls.longestExposure = .milliseconds(2)
        camera.adjust(controls)
        _ = try next(camera)
        #expect(fake.controls[Self.slowsDown] == 0)
        camera.adjust(CameraControls())
        _ = try next(camera)
        #expect(fake.controls[Self.slowsDown] == 1)
    }

    /// The exposure that a camera begins with isn't worth locking.
    @Test func anExposureIsLockedOnceTheCameraHasFoundIt() throws {
        let (fake, camera) = try adjustable([Self.exposure: 3, Self.whiteBalance: 1])
        var controls = CameraControls()
        controls.isExposureLocked = true
        camera.adjust(controls)
        for _ in 0..<30 { _ = try next(camera) }
        #expect(fake.settings.isEmpty)
        for _ in 0..<60 { _ = try next(camera) }
        #expect(fake.controls == [Self.exposure: 1, Self.whiteBalance: 0])
        camera.adjust(CameraControls())
        _ = try next(camera)
        #expect(fake.controls == [Self.exposure: 3, Self.whiteBalance: 1])
    }

    /// Each control goes over the cable, and some cameras take long over it.
    @Test func aControlIsOnlySetIfItsValueChanges() throws {
        let (fake, camera) = try adjustable([Self.flicker: 3, Self.focus: 1])
        var controls = CameraControls()
        for focus in [CameraControls.Focus.locked, .once, .locked] {
            controls.focus = focus
            camera.adjust(controls)
            _ = try next(camera)
        }
        #expect(fake.settings.map(\.id) == [Self.focus] && fake.controls[Self.focus] == 0)
    }
}
