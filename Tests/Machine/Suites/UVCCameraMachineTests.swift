// SPDX-License-Identifier: GPL-3.0-or-later

import CVideo
import Core
import Foundation
import TestSupport
import Testing

@testable import Devices

/// A camera without libcamera on the kernel's own driver for USB cameras (uvcvideo), before which the kernel's own UVC gadget is plugged in:
/// descriptors, agreements and isochronous packets go over an emulated bus.
///
/// A virtual bus loses nothing and knows no bad cable; and these pictures are drawn, so nothing is said of any make of camera.
@Suite(.serialized, .enabled(if: Guest.isHere && Guest.hasUSBSocket)) struct UVCCameraMachineTests {
    private static let yuyv = CameraRequest(size: UVCGadget.small, rate: FrameRate(30))
    private static let jpeg = CameraRequest(size: .vga, rate: FrameRate(30))
    private let kernel = MonotonicClock()
    private let linux = LinuxVideo()

    private func plugIn() throws -> UVCGadget {
        let gadget = try UVCGadget()
        try #require(comes(true))
        return gadget
    }

    private func comes(_ isThere: Bool) -> Bool {
        kernel.comes(within: 10) {
            // The kernel lists a node a moment before it can be opened.
            let nodes = linux.nodes()
            return nodes.isEmpty != isThere && nodes.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
        }
    }

    private func open(_ controls: CameraControls = CameraControls()) throws -> USBCamera {
        try USBCamera(id: nil, controls: controls, timebase: kernel, kernel: linux)
    }

    private func next(_ camera: USBCamera) throws -> VideoFrame {
        try #require(try camera.nextFrame(until: kernel.now() + .seconds(5)))
    }

    /// Returns true if this is the first frame after a start. On a machine that doesn't keep up the driver may have lost some before it.
    private func goesOn(_ frame: VideoFrame, after newest: Int64) -> Bool {
        Guest.keepsUp ? frame.stamp.frame == newest + 1 : frame.stamp.frame > newest
    }

    @Test func theCameraIsListedOnceWithItsSocketAndItsModes() throws {
        let gadget = try plugIn()
        let cameras = USBCamera.list(withRates: true, kernel: linux)
        print(cameras.map { "\($0.name), \($0.id): \($0.modes)" }, linux.nodes())
        // It has a node for pictures and one for data about them; the gadget's own node is no camera.
        #expect(linux.nodes().count == 2)
        // The driver adds the function's name, which isn't the product's here.
        #expect(cameras.count == 1 && cameras.first?.id == "dummy_hcd.0-1:1.0" && cameras.first?.model == UVCGadget.product + ": UVC Camera")
        #expect(cameras.first.map { Set($0.modes.map(\.size)) } == [UVCGadget.small, .vga])
        #expect(cameras.first?.modes.allSatisfy { $0.rate == FrameRate(30) } == true)
        #expect(USBCamera.options(kernel: linux).map(\.word) == ["usb:dummy_hcd.0-1:1.0"])
        #expect(!linux.hasCameraModule)
        withExtendedLifetime(gadget) {}
    }

    @Test(arguments: [yuyv, jpeg]) func numbersAndTimesOfFramesRiseAndEachFrameIsItsOwnPicture(request: CameraRequest) throws {
        let gadget = try plugIn()
        let camera = try open()
        let stream = try camera.start(request)
        #expect(stream.size == request.size && stream.rate == FrameRate(30))
        #expect(gadget.interval == UVCGadget.intervals[0])
        var stamps: [FrameStamp] = []
        var pictures: [Int64] = []
        for _ in 0..<60 {
            let frame = try next(camera)
            #expect(frame.buffer.size == stream.size && frame.buffer.format == .yuv420p)
            #expect(frame.stamp.timestamp <= kernel.now())
            #expect(Guest.isInTime(frame.stamp.timestamp.duration(to: kernel.now()), .seconds(1)))
            pictures.append(try #require(NumberedPicture.number(frame.buffer)))
            stamps.append(frame.stamp)
        }
        camera.stop()
        print("\(camera.name): \(stream), \(stamps.map(\.frame)), pictures \(pictures), \(camera.remark ?? "no note")")
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0.frame < $1.frame && $0.timestamp < $1.timestamp })
        // Whatever the driver drops is missing in its numbers too.
        let count = Int64(UVCGadget.pictureCount)
        #expect(zip(stamps, pictures).allSatisfy { ($0.frame - stamps[0].frame + pictures[0]) % count == $1 })
        #expect(camera.remark == nil)
        let seconds = stamps[0].timestamp.duration(to: stamps[59].timestamp).inSeconds / Double(stamps[59].frame - stamps[0].frame)
        #expect(!Guest.keepsUp || (0.030...0.037).contains(seconds), "\(seconds) s between frames")
    }

    @Test func aLowerRateIsAskedForOfTheCamera() throws {
        let gadget = try plugIn()
        let camera = try open()
        #expect(try camera.start(CameraRequest(size: UVCGadget.small, rate: FrameRate(15))).rate == FrameRate(15))
        _ = try next(camera)
        #expect(gadget.interval == UVCGadget.intervals[1])
    }

    @Test func aPictureThatWasCutOffOnTheWayIsLeftOutAndMissesInTheNumbers() throws {
        let gadget = try plugIn()
        let camera = try open()
        _ = try camera.start(Self.yuyv)
        for _ in 0..<10 { _ = try next(camera) }
        #expect(camera.remark == nil || !Guest.keepsUp)
        gadget.cutNext()
        var numbers: [Int64] = []
        for _ in 0..<12 {
            let frame = try next(camera)
            #expect(NumberedPicture.number(frame.buffer) != nil)
            numbers.append(frame.stamp.frame)
        }
        #expect(zip(numbers, numbers.dropFirst()).contains { $0 + 1 < $1 }, "\(numbers)")
        // A machine that doesn't keep up may lose parts of others.
        let word = Guest.keepsUp ? "1 frame arrived cut off" : "arrived cut off"
        #expect(camera.remark?.contains(word) == true, "\(camera.remark ?? "no note")")
    }

    @Test func theMainsFrequencyReachesTheCamera() throws {
        let gadget = try plugIn()
        var controls = CameraControls()
        controls.flicker = .hertz50
        let camera = try open(controls)
        _ = try camera.start(Self.yuyv)
        #expect(gadget.mains == V4L2_CID_POWER_LINE_FREQUENCY_50HZ)
        controls.flicker = .off
        camera.adjust(controls)
        _ = try next(camera)
        #expect(kernel.comes { gadget.mains == V4L2_CID_POWER_LINE_FREQUENCY_DISABLED })
        // It can't find the frequency by itself, so it gets back what it had.
        controls.flicker = .automatic
        camera.adjust(controls)
        _ = try next(camera)
        #expect(kernel.comes { gadget.mains == V4L2_CID_POWER_LINE_FREQUENCY_60HZ })
    }

    @Test func aCameraStartsAgainAndAgainInOtherFormatsAndGoesOnCounting() throws {
        let gadget = try plugIn()
        let camera = try open()
        var newest: Int64 = -1
        for request in [Self.yuyv, Self.jpeg, Self.yuyv, Self.yuyv, Self.jpeg] {
            #expect(try camera.start(request).size == request.size)
            let frame = try next(camera)
            #expect(goesOn(frame, after: newest) && NumberedPicture.number(frame.buffer) != nil)
            newest = try next(camera).stamp.frame
            camera.stop()
        }
        #expect(gadget.sent > 0)
    }

    @Test func aSecondProgramIsToldThatTheCameraIsTaken() throws {
        let gadget = try plugIn()
        let first = try open()
        _ = try first.start(Self.yuyv)
        let second = try open()
        let error = #expect(throws: CameraError.self) { _ = try second.start(Self.jpeg) }
        #expect(error.map { "\($0)" }?.contains("another program has the camera") == true)
        _ = try next(first)
        withExtendedLifetime(gadget) {}
    }

    @Test func aCameraThatIsPulledIsGoneAndWorksAgainWhenItIsBack() throws {
        let gadget = try plugIn()
        let camera = try open()
        var newest: Int64 = -1
        for round in 0..<3 {
            _ = try camera.start(Self.yuyv)
            for _ in 0..<3 { newest = try next(camera).stamp.frame }
            gadget.pull()
            let error = #expect(throws: CameraError.self, "round \(round)") {
                for _ in 0..<50 { newest = try camera.nextFrame(until: kernel.now() + .milliseconds(200))?.stamp.frame ?? newest }
            }
            #expect(error == .gone(camera.name), "round \(round)")
            try #require(comes(false))
            #expect(throws: CameraError.self) { _ = try camera.start(Self.yuyv) }
            try gadget.plug()
            try #require(comes(true))
            _ = try camera.start(Self.yuyv)
            // A picture that was on its way when the cable was pulled was cut off, and has a number too.
            let number = try next(camera).stamp.frame
            #expect(number > newest && (number <= newest + 2 || !Guest.keepsUp), "round \(round): \(number) after \(newest)")
            camera.stop()
        }
    }

    @Test func aHundredFramesAndTenOpeningsLeaveNothingBehind() throws {
        let gadget = try plugIn()
        func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        func use(frames: Int) throws {
            let camera = try open()
            _ = try camera.start(Self.jpeg)
            for _ in 0..<frames { _ = try next(camera) }
            camera.close()
        }
        try use(frames: 10)
        let files = descriptors()
        for _ in 0..<10 { try use(frames: 3) }
        try use(frames: 70)
        #expect(descriptors() <= files)
        withExtendedLifetime(gadget) {}
    }
}
