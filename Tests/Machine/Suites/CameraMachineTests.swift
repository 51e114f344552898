// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation
import Glibc
import Testing

/// A camera on the kernel's own test device (vimc): a sensor behind a media controller that draws a test pattern, through libcamera.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct CameraMachineTests {
    private static let small = CameraRequest(size: .vga)
    private let kernel = MonotonicClock()

    /// Returns true if the camera gets listed, or unlisted, within some seconds.
    private func comes(_ isThere: Bool) -> Bool {
        let deadline = kernel.now() + .seconds(10)
        while kernel.now() < deadline {
            if LibCamera.list().isEmpty != isThere { return true }
            kernel.wait(until: kernel.now() + .milliseconds(20))
        }
        return false
    }

    private func plugIn() throws {
        try Guest.modprobe("vimc")
        try #require(comes(true))
    }

    private func next(_ camera: LibCamera) throws -> VideoFrame {
        try #require(try camera.nextFrame(until: kernel.now() + .seconds(5)))
    }

    @Test func theCameraIsListedWithItsSizes() throws {
        try plugIn()
        let cameras = LibCamera.list(withRates: true)
        print(cameras.map { "\($0.name), \($0.id), \($0.location): \($0.modes)" })
        let camera = try #require(cameras.first)
        #expect(!camera.id.isEmpty && !camera.name.isEmpty)
        #expect(camera.modes.contains { $0.size == .vga })
    }

    @Test func numbersAndTimesOfFramesRise() throws {
        try plugIn()
        let camera = try LibCamera(id: nil, timebase: kernel)
        let stream = try camera.start(Self.small)
        #expect(stream.size == .vga)
        var stamps: [FrameStamp] = []
        for _ in 0..<40 {
            let frame = try next(camera)
            #expect(frame.buffer.size == stream.size && frame.buffer.format.isYUV)
            #expect(frame.stamp.timestamp <= kernel.now())
            #expect(Guest.isInTime(frame.stamp.timestamp.duration(to: kernel.now()), .seconds(1)))
            stamps.append(frame.stamp)
        }
        camera.stop()
        #expect(stamps.first?.frame == 0)
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0.frame < $1.frame && $0.timestamp < $1.timestamp })
        let seconds = zip(stamps, stamps.dropFirst()).map { $0.timestamp.duration(to: $1.timestamp).inSeconds }.sorted()
        print("\(camera.name): \(stream), frames \(seconds[seconds.count / 2]) s apart, \(stamps.map(\.frame)), \(camera.remark ?? "no note")")
        #expect(camera.remark == nil)
    }

    @Test func thePictureHasColoursAndDetail() throws {
        try plugIn()
        let camera = try LibCamera(id: nil, timebase: kernel)
        let stream = try camera.start(Self.small)
        _ = try next(camera)
        let buffer = try next(camera).buffer
        camera.stop()
        var values: [Set<UInt8>] = []
        for index in 0..<3 {
            let plane = buffer.plane(index)
            let step = index == 0 ? 1 : 2
            var seen: Set<UInt8> = []
            for row in stride(from: 0, to: stream.size.height / step, by: 4) {
                for column in stride(from: 0, to: stream.size.width / step, by: 4) {
                    seen.insert(plane.base.load(fromByteOffset: row * plane.pitch + column, as: UInt8.self))
                }
            }
            values.append(seen)
        }
        #expect(values.allSatisfy { $0.count > 4 }, "\(values.map(\.count))")
        #expect(values[0].allSatisfy { (10...240).contains($0) })
    }

    @Test func aCameraStartsAgainAndAgainAndGoesOnCounting() throws {
        try plugIn()
        let camera = try LibCamera(id: nil, timebase: kernel)
        var newest: FrameStamp?
        for _ in 0..<10 {
            _ = try camera.start(Self.small)
            for index in 0..<3 {
                let stamp = try next(camera).stamp
                if let newest {
                    #expect(index > 0 ? stamp.frame > newest.frame : stamp.frame == newest.frame + 1)
                    #expect(stamp.timestamp > newest.timestamp)
                }
                newest = stamp
            }
            camera.stop()
            #expect(try camera.nextFrame(until: kernel.now()) == nil)
        }
    }

    @Test func aDeadlineIsKept() throws {
        try plugIn()
        let camera = try LibCamera(id: nil, timebase: kernel)
        _ = try camera.start(Self.small)
        _ = try next(camera)
        let deadline = kernel.now() + .milliseconds(5)
        if try camera.nextFrame(until: deadline) == nil { #expect(kernel.now() >= deadline) }
        #expect(Guest.isInTime(deadline.duration(to: kernel.now()), .milliseconds(500)))
        camera.stop()
    }

    /// All buffers are full meanwhile; the camera goes on when they are read.
    @Test func aReaderThatSleptFindsFramesInOrder() throws {
        try plugIn()
        let camera = try LibCamera(id: nil, timebase: kernel)
        _ = try camera.start(Self.small)
        let before = try next(camera).stamp
        // A slow machine draws few pictures a second: the camera's buffers have to be full more than a second before the next one is taken.
        kernel.wait(until: kernel.now() + .seconds(6))
        let stamps = [before] + (try (0..<10).map { _ in try next(camera).stamp })
        camera.stop()
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0.frame < $1.frame && $0.timestamp < $1.timestamp })
        #expect(zip(stamps, stamps.dropFirst()).contains { $0.timestamp.duration(to: $1.timestamp) > .seconds(1) })
    }

    @Test func whatIsNotThereIsSaidByName() throws {
        try plugIn()
        let missing = #expect(throws: CameraError.self) { _ = try LibCamera(id: "polaroid", timebase: kernel) }
        #expect(missing == .notFound("libcamera:polaroid"))
        let camera = try LibCamera(id: nil, timebase: kernel)
        let second = #expect(throws: CameraError.self) { _ = try LibCamera(id: nil, timebase: kernel) }
        #expect("\(second.map { "\($0)" } ?? "")".contains("another program has the camera"))
        #expect(throws: CameraError.self) { _ = try camera.start(CameraRequest(size: VideoSize(width: 100, height: 100))) }
        #expect(throws: CameraError.self) { _ = try camera.start(CameraRequest(rate: FrameRate(1000))) }
        _ = try camera.start(Self.small)
        _ = try next(camera)
    }

    @Test func adjustingWhileItRunsDisturbsNothing() throws {
        try plugIn()
        let camera = try LibCamera(id: nil, timebase: kernel)
        _ = try camera.start(Self.small)
        for round in 0..<20 {
            var controls = CameraControls()
            controls.isExposureLocked = round.isMultiple(of: 2)
            controls.longestExposure = round.isMultiple(of: 3) ? .milliseconds(1) : nil
            controls.flicker = CameraControls.Flicker.allCases[round % 4]
            controls.focus = CameraControls.Focus.allCases[round % 3]
            camera.adjust(controls)
            _ = try next(camera)
        }
        camera.stop()
    }

    /// The driver is unbound from a running camera, as by a pulled cable, and bound again.
    ///
    /// The module itself can't be removed: libcamera drops cameras that were pulled on USB, and keeps others open.
    @Test func aCameraThatIsPulledIsGoneAndWorksAgainWhenItIsBack() throws {
        try plugIn()
        let id = try #require(LibCamera.list().first?.id)
        let camera = try LibCamera(id: id, timebase: kernel)
        var newest: Int64 = -1
        for round in 0..<5 {
            _ = try camera.start(Self.small)
            for _ in 0..<3 { newest = try next(camera).stamp.frame }
            // One frame is held throughout: its pixels stay readable.
            let held = try next(camera)
            newest = held.stamp.frame
            let pulled = kernel.now()
            try driver("unbind")
            let error = #expect(throws: CameraError.self, "round \(round)") {
                for _ in 0..<50 { newest = try camera.nextFrame(until: kernel.now() + .milliseconds(200))?.stamp.frame ?? newest }
            }
            print("round \(round): gone after \(pulled.duration(to: kernel.now()).inSeconds) s")
            #expect(error == .gone(camera.name), "round \(round)")
            camera.stop()
            #expect(throws: CameraError.self) { _ = try camera.start(Self.small) }
            try driver("bind")
            let stream = try #require(startsAgain(camera))
            #expect(stream.size == .vga)
            #expect(try next(camera).stamp.frame == newest + 1)
            _ = held.buffer.plane(0).base.load(as: UInt8.self)
            camera.stop()
        }
    }

    /// Starts the camera as the box does, with repeated attempts.
    private func startsAgain(_ camera: LibCamera) -> StreamParameters? {
        let deadline = kernel.now() + .seconds(15)
        while kernel.now() < deadline {
            if let stream = try? camera.start(Self.small) { return stream }
            kernel.wait(until: kernel.now() + .milliseconds(500))
        }
        return nil
    }

    private func driver(_ verb: String) throws {
        try "vimc.0".write(toFile: "/sys/bus/platform/drivers/vimc/\(verb)", atomically: false, encoding: .ascii)
    }

    @Test func twoHundredFramesAndTenOpeningsLeaveNothingBehind() throws {
        try plugIn()
        func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        func residentKibibytes() -> Int {
            let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
            return (Int(status.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4
        }
        func use(frames: Int) throws {
            let camera = try LibCamera(id: nil, timebase: kernel)
            _ = try camera.start(Self.small)
            for _ in 0..<frames { _ = try next(camera) }
            camera.stop()
        }
        try use(frames: 20)
        let (files, memory) = (descriptors(), residentKibibytes())
        for _ in 0..<10 { try use(frames: 3) }
        try use(frames: 170)
        print("descriptors \(files) → \(descriptors()), resident \(memory) → \(residentKibibytes()) KiB")
        #expect(descriptors() == files)
        #expect(residentKibibytes() - memory < 4096)
    }
}
