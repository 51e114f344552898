// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import CLibAV
import Core
import Testing

@testable import Devices

/// The pictures that are made of a camera's memory.
@Suite struct LibCameraPictureTests {
    /// Memory that stands for a camera's buffer of one plane.
    private final class Memory {
        let bytes: UnsafeMutablePointer<UInt8>
        let buffer: UnsafeMutablePointer<vir_camera_buffer>

        init(_ content: [UInt8]) {
            bytes = .allocate(capacity: content.count)
            bytes.initialize(from: content, count: content.count)
            buffer = .allocate(capacity: 1)
            buffer.initialize(to: vir_camera_buffer())
            buffer.pointee.plane_count = 1
            buffer.pointee.planes.0 = vir_camera_plane(base: bytes, file_descriptor: -1, offset: 0, length: UInt32(content.count))
        }

        deinit {
            bytes.deallocate()
            buffer.deallocate()
        }

        func convert(with converter: CameraConverter, bytes: Int? = nil) -> PixelBuffer? {
            var frame = vir_camera_frame()
            frame.buffer = UnsafePointer(buffer)
            frame.bytes_used = bytes.map { UInt32($0) } ?? buffer.pointee.planes.0.length
            return withExtendedLifetime(self) { converter.convert(frame) }
        }
    }

    private static func stream(_ format: CameraFormat, _ size: VideoSize, pitch: Int) -> vir_camera_stream {
        var stream = vir_camera_stream()
        stream.fourcc = format.fourcc
        stream.width = UInt32(size.width)
        stream.height = UInt32(size.height)
        stream.pitch = UInt32(pitch)
        return stream
    }

    /// The kernel's names of RGB formats are easily misread, so red's byte is checked.
    @Test(
        arguments: [
            (CameraFormat.rgb, [255, 0, 0]), (.bgr, [0, 0, 255]), (.rgbx, [255, 0, 0, 9]), (.bgrx, [0, 0, 255, 9]), (.rgba, [255, 0, 0, 255]),
            (.bgra, [0, 0, 255, 255]), (.yuyv, [63, 102, 63, 240]), (.uyvy, [102, 63, 240, 63]),
        ] as [(CameraFormat, [UInt8])])
    func redIsRedInBT709(format: CameraFormat, pattern: [UInt8]) throws {
        let size = VideoSize(width: 176, height: 160)
        let pixelBytes = format == .yuyv || format == .uyvy ? 2 : pattern.count
        let pitch = size.width * pixelBytes + 32
        var row = (0..<size.width * pixelBytes).map { pattern[$0 % pattern.count] }
        row += [UInt8](repeating: 77, count: 32)
        let memory = Memory((0..<size.height).flatMap { _ in row })
        var stream = Self.stream(format, size, pitch: pitch)
        stream.matrix = Int32(VIR_CAMERA_MATRIX_709)
        let converter = try #require(CameraConverter(stream, format: format))
        let picture = try #require(memory.convert(with: converter))
        #expect(picture.size == size && picture.format == .yuv420p)
        for (index, expected) in [63, 102, 240].enumerated() {
            let value = Int(picture.plane(index).base.load(fromByteOffset: picture.plane(index).pitch * 40 + 40, as: UInt8.self))
            #expect(abs(value - expected) <= 2, "plane \(index): \(value)")
        }
    }

    @Test func aPictureSmallerThanItsSizeIsBroken() throws {
        let memory = Memory([UInt8](repeating: 0, count: 1000))
        let converter = try #require(CameraConverter(Self.stream(.rgb, .vga, pitch: 1920), format: .rgb))
        #expect(memory.convert(with: converter) == nil)
    }

    @Test func aJPEGIsDecodedAndABrokenOneIsLeftOut() throws {
        let size = VideoSize(width: 320, height: 240)
        let jpeg = try TestJPEG.make(size) { _, _ in 128 }
        let converter = try #require(CameraConverter(Self.stream(.jpeg, size, pitch: 0), format: .jpeg))
        #expect(Memory([1, 2, 3, 4]).convert(with: converter) == nil)
        let whole = Memory(jpeg)
        let picture = try #require(whole.convert(with: converter))
        #expect(picture.size == size)
        // 128 of 255 in JPEG's full range is 126 of 16…235.
        #expect(abs(Int(picture.plane(0).base.load(fromByteOffset: 5000, as: UInt8.self)) - 126) <= 2)
        #expect(whole.convert(with: converter, bytes: jpeg.count + 1) == nil)
        #expect(whole.convert(with: converter) != nil)
    }

    /// Texture in every part of the picture.
    private static func texture(_ x: Int, _ y: Int) -> UInt8 { UInt8(60 + (x * 7 + y * 13 + x * y / 5) % 130) }

    private func luma(_ picture: PixelBuffer) -> [UInt8] {
        (0..<picture.size.height).flatMap { row in
            Array(UnsafeRawBufferPointer(start: picture.plane(0).base + row * picture.plane(0).pitch, count: picture.size.width))
        }
    }

    /// libavcodec by itself would show half a JPEG as a whole picture, with its upper part and old memory below.
    @Test func aJPEGThatIsCutOffOrGarbledIsLeftOut() throws {
        let size = VideoSize(width: 320, height: 240)
        let jpeg = try TestJPEG.make(size, Self.texture)
        let converter = try #require(CameraConverter(Self.stream(.jpeg, size, pitch: 0), format: .jpeg))
        let whole = luma(try #require(Memory(jpeg).convert(with: converter)))
        for count in [jpeg.count / 2, jpeg.count / 3, jpeg.count - 400, 700, 2] {
            #expect(Memory(Array(jpeg.prefix(count))).convert(with: converter) == nil, "\(count) of \(jpeg.count) bytes")
            #expect(luma(try #require(Memory(jpeg).convert(with: converter))) == whole)
        }
        // Damaged bytes after the headers: they mostly give no picture, and never the right one.
        var garbled = jpeg
        for index in 1500..<1700 { garbled[index] ^= 0xA5 }
        #expect(Memory(garbled).convert(with: converter) == nil)
    }

    /// Some cameras leave out the end of every picture.
    @Test(arguments: 1...16)
    func aJPEGThatLacksOnlyItsLastBytesIsShown(missing: Int) throws {
        let size = VideoSize(width: 320, height: 240)
        let jpeg = try TestJPEG.make(size, Self.texture)
        let converter = try #require(CameraConverter(Self.stream(.jpeg, size, pitch: 0), format: .jpeg))
        let whole = luma(try #require(Memory(jpeg).convert(with: converter)))
        let picture = luma(try #require(Memory(Array(jpeg.dropLast(missing))).convert(with: converter)))
        // All but the bottom row of blocks.
        #expect(picture.prefix(320 * 224) == whole.prefix(320 * 224))
    }

    @Test func aPictureOfWhichRowsAreMissingIsLeftOut() throws {
        let size = VideoSize(width: 176, height: 160)
        let memory = Memory([UInt8](repeating: 90, count: 352 * 160))
        let converter = try #require(CameraConverter(Self.stream(.yuyv, size, pitch: 352), format: .yuyv))
        #expect(memory.convert(with: converter, bytes: 352 * 159) == nil)
        #expect(memory.convert(with: converter, bytes: 352 * 160) != nil)
        #expect(memory.convert(with: converter, bytes: 0) != nil, "a camera that doesn't count is believed")
    }

    // MARK: The camera's own memory

    private static func planes(_ format: PixelFormat, counts: [Int], size: VideoSize = .vga, pitch: Int = 640) -> CameraPlanes? {
        let memory = UnsafeMutablePointer<UInt8>(bitPattern: 4096)
        var buffer = vir_camera_buffer()
        buffer.plane_count = UInt32(counts.count)
        let parts = counts.map { vir_camera_plane(base: memory, file_descriptor: 7, offset: UInt32($0 % 100), length: UInt32($0)) }
        if parts.count > 0 { buffer.planes.0 = parts[0] }
        if parts.count > 1 { buffer.planes.1 = parts[1] }
        if parts.count > 2 { buffer.planes.2 = parts[2] }
        let kind: CameraFormat = format == .nv12 ? .nv12 : .yuv420
        return CameraPlanes(buffer, format: format, stream: stream(kind, size, pitch: pitch))
    }

    @Test func planesAreToldToOtherDevicesAsTheyLie() throws {
        let planes = try #require(Self.planes(.yuv420p, counts: [307_200, 76_800, 76_800]))
        #expect(planes.first.pitch == 640 && planes.second?.pitch == 320 && planes.third?.pitch == 320)
        #expect(planes.shared.fourcc == CameraFormat.yuv420.fourcc && planes.shared.planes.map(\.pitch) == [640, 320, 320])
        let interleaved = try #require(Self.planes(.nv12, counts: [307_200, 153_600]))
        #expect(interleaved.second?.pitch == 640 && interleaved.third == nil)
        #expect(planes.shared.identity != interleaved.shared.identity)
    }

    @Test(arguments: [
        ([307_200, 76_800], 640), ([307_200, 76_800, 70_000], 640), ([300_000, 76_800, 76_800], 640), ([307_200, 76_800, 76_800], 600),
    ])
    func memoryThatDoesNotHoldThePictureIsRefused(counts: [Int], pitch: Int) {
        #expect(Self.planes(.yuv420p, counts: counts, pitch: pitch) == nil)
    }

    @Test func coloursOfAnotherMatrixOrRangeAreConverted() {
        var stream = Self.stream(.nv12, .vga, pitch: 640)
        #expect(stream.hasOurColours)
        stream.matrix = Int32(VIR_CAMERA_MATRIX_601)
        #expect(!stream.hasOurColours)
        stream.matrix = Int32(VIR_CAMERA_MATRIX_709)
        #expect(stream.hasOurColours)
        stream.is_full_range = true
        #expect(!stream.hasOurColours)
    }

    @Test func timesBetweenFramesAreARangeOrNothing() {
        var stream = Self.stream(.nv12, .vga, pitch: 640)
        #expect(stream.frames == nil)
        (stream.shortest_frame, stream.longest_frame) = (2_000, 1_000)
        #expect(stream.frames == nil)
        stream.longest_frame = 5_000
        #expect(stream.frames == .microseconds(2) ... .microseconds(5))
    }
}
