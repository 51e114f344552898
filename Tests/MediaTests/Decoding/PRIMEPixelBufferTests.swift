// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Glibc
import Testing

@testable import Media

/// A decoder's frames, made up in ordinary shared memory in place of the kernel's dma-bufs.
@Suite struct PRIMEPixelBufferTests {
    /// A memory file whose bytes follow from their positions.
    private final class SharedMemory {
        let file: Int32

        init(byteCount: Int) {
            var path = Array("/dev/shm/picture-XXXXXX".utf8CString)
            file = mkstemp(&path)
            unlink(path)
            let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 / 64 + $0) }
            #expect(write(file, bytes, byteCount) == byteCount)
        }

        deinit { close(file) }
    }

    private func frame(_ descriptor: AVDRMFrameDescriptor?) throws -> LibAVFrame {
        let frame = LibAVFrame()
        frame.pointer.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
        frame.pointer.pointee.width = 64
        frame.pointer.pointee.height = 36
        guard let descriptor else { return frame }
        let buffer = try #require(av_buffer_allocz(MemoryLayout<AVDRMFrameDescriptor>.stride))
        UnsafeMutableRawPointer(buffer.pointee.data).storeBytes(of: descriptor, as: AVDRMFrameDescriptor.self)
        frame.pointer.pointee.buf.0 = buffer
        frame.pointer.pointee.data.0 = buffer.pointee.data
        return frame
    }

    @Test func thePictureIsReadWhereItLies() throws {
        let memory = SharedMemory(byteCount: 64 * 54)
        var pool = PRIMEPool()
        let buffer = try PRIMEPixelBuffer(
            try frame(PRIMELayoutTests.descriptor([PRIMELayoutTests.yuv420], file: memory.file)), pool: &pool)
        #expect(buffer.format == .yuv420p && buffer.size == PRIMELayoutTests.size)
        for (index, offset) in [0, 64 * 36, 64 * 45].enumerated() {
            let first = buffer.plane(index).base.load(as: UInt8.self)
            #expect(first == UInt8(truncatingIfNeeded: offset / 64 + offset))
        }
        let shared = try #require(buffer.dmaBuffer)
        #expect(shared.fourcc == PRIMELayout.FourCC.yuv420 && shared.modifier == 0)
        #expect(
            shared.planes
                == [(0, 64), (64 * 36, 32), (64 * 45, 32)].map {
                    DMABuffer.Plane(fileDescriptor: memory.file, offset: $0.0, pitch: $0.1)
                })
    }

    @Test func memoryThatComesRoundIsFoundAgainWhateverItsFileDescriptor() throws {
        let (one, other) = (SharedMemory(byteCount: 64 * 54), SharedMemory(byteCount: 64 * 54))
        let again = dup(one.file)
        defer { close(again) }
        var pool = PRIMEPool()
        let buffers = try [one.file, other.file, again].map { file in
            try PRIMEPixelBuffer(try frame(PRIMELayoutTests.descriptor([PRIMELayoutTests.nv12], file: file)), pool: &pool)
        }
        let identities = buffers.map { $0.dmaBuffer?.identity }
        #expect(identities[0] == identities[2] && identities[0] != identities[1])
        #expect(buffers[0].plane(0).base == buffers[2].plane(0).base, "it is mapped once")
    }

    @Test func theFrameGoesBackWithTheBufferAndThePictureOutlivesThePool() throws {
        let memory = SharedMemory(byteCount: 64 * 54)
        var pool = PRIMEPool()
        var decoded: LibAVFrame? = try frame(PRIMELayoutTests.descriptor([PRIMELayoutTests.nv12], file: memory.file))
        weak let kept = decoded
        var buffer: PRIMEPixelBuffer?
        if let decoded { buffer = try PRIMEPixelBuffer(decoded, pool: &pool) }
        decoded = nil
        pool = PRIMEPool()
        #expect(kept != nil)
        #expect(buffer?.plane(1).base.load(as: UInt8.self) == UInt8(truncatingIfNeeded: 36 + 64 * 36))
        buffer = nil
        #expect(kept == nil)
    }

    @Test func memoryShorterThanDescribedIsNeverTouched() throws {
        let memory = SharedMemory(byteCount: 100)
        var pool = PRIMEPool()
        let short = try frame(PRIMELayoutTests.descriptor([PRIMELayoutTests.nv12], file: memory.file))
        #expect(throws: PRIMERefusal("its memory has 100 bytes and not the 3456 that the driver describes")) {
            try PRIMEPixelBuffer(short, pool: &pool)
        }
        let closed = try frame(PRIMELayoutTests.descriptor([PRIMELayoutTests.nv12], file: 9999))
        #expect(throws: PRIMERefusal.self) { try PRIMEPixelBuffer(closed, pool: &pool) }
        let empty = try frame(nil)
        #expect(throws: PRIMERefusal("the driver describes no memory")) { try PRIMEPixelBuffer(empty, pool: &pool) }
    }

    @Test func sharedMemoryIsTakenWhereItIsOfferedAndOnlyThere() {
        let offers = [AV_PIX_FMT_VAAPI, AV_PIX_FMT_YUV420P, AV_PIX_FMT_DRM_PRIME, AV_PIX_FMT_NONE]
        #expect(LibAVDecoder.sharedFormat(nil, offers) == AV_PIX_FMT_DRM_PRIME)
    }

    @Test func whatCannotBeReadSharedIsAskedForInOrdinaryMemory() {
        let tiled = DecoderChoice.finding { $0 ? .sharesUnreadably("its pictures are tiled") : .decodes(isShared: false) }
        #expect(tiled == (true, false, ", no PRIME: its pictures are tiled"))
        let shared = DecoderChoice.finding { _ in .decodes(isShared: true) }
        #expect(shared == (true, true, ", PRIME"))
        let plain = DecoderChoice.finding { _ in .decodes(isShared: false) }
        #expect(plain == (true, true, ""))
        #expect(!DecoderChoice.finding { $0 ? .sharesUnreadably("tiled") : .fails("no such thing") }.isUsable)
        #expect(!DecoderChoice.finding { _ in .fails("no such thing") }.isUsable)
    }
}
