// SPDX-License-Identifier: GPL-3.0-or-later

import CVideo
import Core
import Foundation
import Glibc
import Testing

@testable import Devices

/// A camera without libcamera on the kernel's own test device (vivid), which behaves as a webcam: the calls to the kernel, and its answers.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct USBCameraMachineTests {
    private static let small = CameraRequest(size: .vga, rate: FrameRate(30))
    private let linux = LinuxVideo(drivers: ["vivid"])
    private let kernel = MonotonicClock()

    /// Loads the test device with its camera alone, and waits until it is there.
    private func plugIn() throws {
        try Guest.modprobe("vivid", "n_devs=1", "node_types=0x1")
        try #require(comes(true))
    }

    private func comes(_ isThere: Bool) -> Bool {
        let deadline = kernel.now() + .seconds(10)
        while kernel.now() < deadline {
            // The kernel lists a node a moment before it can be opened.
            let nodes = linux.nodes()
            if nodes.isEmpty != isThere, nodes.allSatisfy({ FileManager.default.fileExists(atPath: $0.path) }) { return true }
            kernel.wait(until: kernel.now() + .milliseconds(20))
        }
        return false
    }

    private func open() throws -> USBCamera { try USBCamera(id: nil, timebase: kernel, kernel: linux) }

    private func next(_ camera: USBCamera) throws -> VideoFrame {
        try #require(try camera.nextFrame(until: kernel.now() + .seconds(5)))
    }

    @Test func theCameraIsListedAndNoOtherDriversIs() throws {
        try plugIn()
        try Guest.modprobe("vimc")
        let cameras = USBCamera.list(withRates: true, kernel: linux)
        print(cameras.map { "\($0.name), \($0.id): \($0.modes)" })
        #expect(cameras.count == 1 && cameras.first?.id == "vivid.0")
        #expect(cameras.first?.modes.contains { $0.size == .hd720 && ($0.rate?.hertz ?? 0) >= 30 } == true)
        #expect(LinuxVideo().nodes().isEmpty)
    }

    /// Lets the device date a frame at the start of its exposure, as cameras do. By itself it adds nine tenths of a frame (the end of a real
    /// camera's transfer) to the time at which the frame is there already, so its times lie ahead of the clock.
    private func dateAtTheStart() throws {
        let device = try linux.open(try #require(linux.nodes().first))
        var query = v4l2_queryctrl()
        repeat {
            query.id |= UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
            try #require(device.control(vir_video_query_control, &query) == 0, "it has no such control")
        } while withUnsafeBytes(of: query.name, { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }) != "Timestamp Source"
        var source = v4l2_control(id: query.id, value: 1)
        try #require(device.control(vir_video_set_control, &source) == 0)
    }

    @Test func numbersAndTimesOfFramesRise() throws {
        try plugIn()
        try dateAtTheStart()
        let camera = try open()
        let stream = try camera.start(Self.small)
        #expect(stream == StreamParameters(size: .vga, rate: FrameRate(30)))
        var stamps: [FrameStamp] = []
        for _ in 0..<40 {
            let frame = try next(camera)
            #expect(frame.buffer.size == stream.size && frame.buffer.format == .yuv420p)
            #expect(frame.stamp.timestamp <= kernel.now())
            #expect(Guest.isInTime(frame.stamp.timestamp.duration(to: kernel.now()), .seconds(1)))
            stamps.append(frame.stamp)
        }
        camera.stop()
        #expect(stamps.first?.frame == 0)
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0.frame < $1.frame && $0.timestamp < $1.timestamp })
        print("\(camera.name): \(stream), \(stamps.map(\.frame)), \(camera.remark ?? "no note")")
        #expect(camera.remark == nil)
    }

    @Test func thePictureHasColours() throws {
        try plugIn()
        let camera = try open()
        let stream = try camera.start(Self.small)
        let buffer = try next(camera).buffer
        for index in 0..<3 {
            let plane = buffer.plane(index)
            let step = index == 0 ? 1 : 2
            var seen: Set<UInt8> = []
            for row in stride(from: 0, to: stream.size.height / step, by: 4) {
                for column in stride(from: 0, to: stream.size.width / step, by: 4) {
                    seen.insert(plane.base.load(fromByteOffset: row * plane.pitch + column, as: UInt8.self))
                }
            }
            #expect(seen.count > 4, "plane \(index)")
        }
    }

    @Test func aCameraStartsAgainAndAgainInOtherSizesAndGoesOnCounting() throws {
        try plugIn()
        let camera = try open()
        var newest: Int64 = -1
        for size in [VideoSize.vga, .hd720, .vga, .hd1080, .vga] {
            #expect(try camera.start(CameraRequest(size: size)).size == size)
            #expect(try next(camera).stamp.frame == newest + 1)
            newest = try next(camera).stamp.frame
            camera.stop()
            #expect(try camera.nextFrame(until: kernel.now()) == nil)
        }
    }

    /// All buffers are full meanwhile; the driver's numbers tell of the frames that it dropped.
    @Test func aReaderThatSleptFindsFramesInOrderAndAGap() throws {
        try plugIn()
        let camera = try open()
        _ = try camera.start(Self.small)
        _ = try next(camera)
        kernel.wait(until: kernel.now() + .seconds(2))
        let stamps = try (0..<10).map { _ in try next(camera).stamp }
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0.frame < $1.frame && $0.timestamp < $1.timestamp })
        #expect(zip(stamps, stamps.dropFirst()).contains { $0.frame + 1 < $1.frame })
    }

    @Test func aDeadlineIsKept() throws {
        try plugIn()
        let camera = try open()
        _ = try camera.start(Self.small)
        _ = try next(camera)
        let deadline = kernel.now() + .milliseconds(5)
        if try camera.nextFrame(until: deadline) == nil { #expect(kernel.now() >= deadline) }
        #expect(Guest.isInTime(deadline.duration(to: kernel.now()), .milliseconds(500)))
    }

    @Test func aSecondProgramIsToldThatTheCameraIsTaken() throws {
        try plugIn()
        let first = try open()
        _ = try first.start(Self.small)
        let second = try open()
        let error = #expect(throws: CameraError.self) { _ = try second.start(CameraRequest(size: .hd720)) }
        #expect(error.map { "\($0)" }?.contains("another program has the camera") == true)
        _ = try next(first)
    }

    /// The driver is unbound from a running camera, as by a pulled cable, and bound again.
    @Test func aCameraThatIsPulledIsGoneAndWorksAgainWhenItIsBack() throws {
        try plugIn()
        let camera = try open()
        var newest: Int64 = -1
        for round in 0..<5 {
            _ = try camera.start(Self.small)
            for _ in 0..<3 { newest = try next(camera).stamp.frame }
            try driver("unbind")
            let error = #expect(throws: CameraError.self, "round \(round)") {
                for _ in 0..<50 { newest = try camera.nextFrame(until: kernel.now() + .milliseconds(200))?.stamp.frame ?? newest }
            }
            #expect(error == .gone(camera.name), "round \(round)")
            #expect(throws: CameraError.self) { _ = try camera.start(Self.small) }
            try driver("bind")
            try #require(comes(true))
            _ = try camera.start(Self.small)
            #expect(try next(camera).stamp.frame == newest + 1)
            camera.stop()
        }
    }

    private func driver(_ verb: String) throws {
        try "vivid.0".write(toFile: "/sys/bus/platform/drivers/vivid/\(verb)", atomically: false, encoding: .ascii)
    }

    @Test func twoHundredFramesAndTenOpeningsLeaveNothingBehind() throws {
        try plugIn()
        func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        func use(frames: Int) throws {
            let camera = try open()
            _ = try camera.start(Self.small)
            for _ in 0..<frames { _ = try next(camera) }
            camera.close()
        }
        try use(frames: 20)
        let files = descriptors()
        for _ in 0..<10 { try use(frames: 3) }
        try use(frames: 170)
        // An earlier test may close its own late.
        #expect(descriptors() <= files)
    }
}
