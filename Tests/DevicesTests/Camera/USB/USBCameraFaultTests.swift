// SPDX-License-Identifier: GPL-3.0-or-later

import CVideo
import Core
import Glibc
import TestSupport
import Testing

@testable import Devices

/// Faults of USB cameras and of their drivers: no broken picture is shown, no fault ends the program, and nothing is left behind.
@Suite struct USBCameraFaultTests {
    private let timebase = SteppingTimebase(at: Timestamp(seconds: 500))

    private func camera(_ fake: FakeUSBCamera) throws -> USBCamera {
        try USBCamera(id: nil, timebase: timebase, kernel: FakeVideoKernel(fake))
    }

    private func next(_ camera: USBCamera) throws -> VideoFrame {
        try #require(try camera.nextFrame(until: timebase.now() + .seconds(1)))
    }

    @Test(arguments: [VideoSize.vga, .hd720])
    func aDamagedFrameIsLeftOutAndCounted(size: VideoSize) throws {
        let fake = FakeUSBCamera(timebase: timebase)
        let whole = size == .vga ? 1344 * 480 : 5000
        fake.damage = [2: .marked, 4: .cut(whole / 2), 5: .cut(0), 7: .cut(Int(UInt32.max)), 8: .cut(1)]
        let camera = try camera(fake)
        _ = try camera.start(CameraRequest(size: size))
        let frames = try (0..<5).map { _ in try next(camera) }
        #expect(frames.map(\.stamp.frame) == [0, 1, 3, 6, 9])
        #expect(camera.remark == "usb:HD Webcam: 5 frames arrived cut off and were left out")
        for frame in frames {
            let gray = Int(FakeUSBCamera.gray(frame.stamp.frame))
            let expected = size == .vga ? gray : 16 + gray * 219 / 255
            #expect(frame.buffer.pixels(0).allSatisfy { abs(Int($0) - expected) <= 2 }, "frame \(frame.stamp.frame)")
        }
    }

    @Test func oneDamagedFrameIsOne() throws {
        let fake = FakeUSBCamera(timebase: timebase)
        fake.damage = [1: .marked]
        let camera = try camera(fake)
        _ = try camera.start(CameraRequest(size: .vga))
        #expect(try (0..<2).map { _ in try next(camera).stamp.frame } == [0, 2])
        #expect(camera.remark == "usb:HD Webcam: 1 frame arrived cut off and was left out")
    }

    /// A stream of nothing but broken frames looks like silence, for which the watchdog is made.
    @Test func onlyDamagedFramesAreNoFrames() throws {
        let fake = FakeUSBCamera(timebase: timebase)
        for number in 0..<100 { fake.damage[UInt32(number)] = .marked }
        let camera = try camera(fake)
        _ = try camera.start(CameraRequest(size: .vga))
        let deadline = timebase.now() + .milliseconds(250)
        #expect(try camera.nextFrame(until: deadline) == nil)
        #expect(timebase.now() == deadline)
    }

    @Test func aCameraThatIsPulledIsGoneAndWorksAgainWhenItIsBack() throws {
        let fake = FakeUSBCamera(timebase: timebase)
        let camera = try camera(fake)
        var newest: Int64 = -1
        for round in 0..<5 {
            let stream = try camera.start(CameraRequest(size: .vga))
            #expect(stream == StreamParameters(size: .vga, rate: FrameRate(30)))
            for _ in 0..<3 {
                let frame = try next(camera).stamp.frame
                #expect(frame == newest + 1, "round \(round)")
                newest = frame
            }
            fake.isPlugged = false
            let pulled = timebase.now()
            let error = #expect(throws: CameraError.self) { _ = try camera.nextFrame(until: pulled + .milliseconds(250)) }
            #expect(error == .gone("usb:HD Webcam") && timebase.now() == pulled, "it is noticed at once")
            #expect(fake.openCount == 0 && fake.mappedCount == 0)
            #expect(throws: CameraError.gone("usb:HD Webcam")) { _ = try camera.start(CameraRequest(size: .vga)) }
            timebase.advance(by: .seconds(10))
            fake.isPlugged = true
            // It comes back under another number.
            fake.node.path = "/dev/video\(round + 1)"
        }
    }

    /// The camera was away so shortly that nobody asked it for a frame meanwhile.
    @Test func aCameraThatIsPulledAndBackAtOnceIsOpenedAnew() throws {
        let fake = FakeUSBCamera(timebase: timebase)
        let camera = try camera(fake)
        _ = try camera.start(CameraRequest(size: .vga))
        _ = try next(camera)
        camera.stop()
        fake.isPlugged = false
        #expect(throws: CameraError.self) { _ = try camera.start(CameraRequest(size: .vga)) }
        fake.isPlugged = true
        _ = try camera.start(CameraRequest(size: .vga))
        #expect(try next(camera).stamp.frame == 1)
    }

    @Test(arguments: [
        (EBUSY, "another program has the camera; close that"), (EACCES, "add the user to the group video"), (ENODEV, "the camera is gone"),
        (ENOENT, "the camera is gone"),
    ])
    func aRefusalToOpenIsSaidInPlainWords(code: Int32, words: String) {
        let fake = FakeUSBCamera(timebase: timebase)
        fake.refusals[FakeVideoDevice.opening] = code
        let error = #expect(throws: CameraError.self) { _ = try camera(fake) }
        #expect(error.map { "\($0)" }?.contains(words) == true)
    }

    @Test func aCameraThatAnotherProgramHasIsRefusedAndTakenOnceItIsFree() throws {
        let fake = FakeUSBCamera(timebase: timebase)
        let camera = try camera(fake)
        fake.refusals[vir_video_set_format] = EBUSY
        let error = #expect(throws: CameraError.self) { _ = try camera.start(CameraRequest(size: .vga)) }
        #expect(error.map { "\($0)" } == "usb:HD Webcam: another program has the camera; close that")
        fake.refusals = [:]
        _ = try camera.start(CameraRequest(size: .vga))
        _ = try next(camera)
    }

    private static let calls = [
        vir_video_capability, vir_video_list_formats, vir_video_list_sizes, vir_video_list_intervals, vir_video_set_format,
        vir_video_get_parameters, vir_video_set_parameters, vir_video_request_buffers, vir_video_query_buffer, vir_video_queue, vir_video_dequeue,
        vir_video_start, vir_video_stop, vir_video_query_control, vir_video_get_control, vir_video_set_control,
    ]

    /// Whichever call fails, at the start or while frames come, the camera is an error or goes on, and works when the fault is over.
    @Test(arguments: 0..<16, [ENODEV, EBUSY, EIO, ENOMEM, EINVAL, ENOTTY, EPROTO, EAGAIN])
    func noCallThatFailsLeavesAnythingBehind(call: Int, code: Int32) throws {
        let fake = FakeUSBCamera(timebase: timebase)
        fake.controls = [UInt32(V4L2_CID_FOCUS_AUTO): 1, UInt32(V4L2_CID_POWER_LINE_FREQUENCY): 1]
        for framesBefore in [0, 1] {
            let kernel = FakeVideoKernel(fake)
            let camera = try USBCamera(id: nil, timebase: timebase, kernel: kernel)
            if framesBefore > 0 {
                _ = try camera.start(CameraRequest(size: .vga))
                _ = try next(camera)
            }
            fake.refusals = [Self.calls[call]: code]
            do throws(CameraError) {
                if framesBefore == 0 { _ = try camera.start(CameraRequest(size: .vga)) }
                for _ in 0..<8 { _ = try camera.nextFrame(until: timebase.now() + .milliseconds(100)) }
            } catch {
                #expect(!"\(error)".isEmpty)
            }
            camera.stop()
            fake.refusals = [:]
            _ = try camera.start(CameraRequest(size: .vga))
            _ = try next(camera)
            camera.close()
            #expect(fake.openCount == 0 && fake.mappedCount == 0)
        }
    }

    /// A driver that answers nonsense: bits of each answer are turned over. It may cost the picture, never the program.
    @Test(arguments: 0..<60)
    func nonsenseFromADriverEndsNothing(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let fake = FakeUSBCamera(timebase: timebase)
        fake.controls = [UInt32(V4L2_CID_FOCUS_AUTO): 1]
        let sizes: [UInt: Int] = [
            vir_video_capability: MemoryLayout<v4l2_capability>.size, vir_video_list_formats: MemoryLayout<v4l2_fmtdesc>.size,
            vir_video_list_sizes: MemoryLayout<v4l2_frmsizeenum>.size, vir_video_list_intervals: MemoryLayout<v4l2_frmivalenum>.size,
            vir_video_set_format: MemoryLayout<v4l2_format>.size, vir_video_set_parameters: MemoryLayout<v4l2_streamparm>.size,
            vir_video_request_buffers: 4, vir_video_query_buffer: MemoryLayout<v4l2_buffer>.size,
            vir_video_dequeue: MemoryLayout<v4l2_buffer>.size, vir_video_get_control: MemoryLayout<v4l2_control>.size,
        ]
        let chance = [0.02, 0.1, 0.5][Int(seed % 3)]
        fake.distort = { request, argument in
            guard let size = sizes[request], generator.chance(chance) else { return }
            let bytes = UnsafeMutableRawBufferPointer(start: argument, count: min(size, 64))
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        for _ in 0..<6 {
            guard let camera = try? camera(fake) else { continue }
            _ = camera.abilities
            guard (try? camera.start(CameraRequest(size: .vga))) != nil else { continue }
            for _ in 0..<12 { _ = try? camera.nextFrame(until: timebase.now() + .milliseconds(100)) }
            camera.close()
        }
        _ = USBCamera.list(withRates: true, kernel: FakeVideoKernel(fake))
        #expect(fake.openCount == 0)
    }
}
