// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// libavformat's way to a `ClipOutput`: gathers what the muxer writes itself, and puts pictures that lie elsewhere in their places.
final class ClipSink {
    /// For what the muxer writes itself: head, index and sound. Pictures don't pass through it.
    private static let bufferBytes: Int32 = 1 << 20

    private let output: any ClipOutput
    private var position: Int64 = 0
    /// Where the file ends.
    private(set) var end: Int64 = 0
    /// What the card said when it first refused bytes.
    private(set) var failure: String?

    /// Stands for a picture while the muxer has it; never written, so the system needs no memory for it.
    private var standIn = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// What is written where the stand-in would be.
    private var expected: (pieces: [UnsafeRawBufferPointer], byteCount: Int)?

    init(_ output: any ClipOutput) {
        self.output = output
    }

    deinit { free(standIn.baseAddress) }

    /// The next write is to be these pieces, which are good until then.
    /// - Returns: what to give the muxer instead: as many zeros.
    func expect(_ pieces: [UnsafeRawBufferPointer]) -> UnsafeRawBufferPointer {
        let byteCount = pieces.reduce(0) { $0 + $1.count }
        if standIn.count < byteCount {
            free(standIn.baseAddress)
            let memory = calloc(1, byteCount * 2)
            // Without memory the stand-in is empty, the muxer writes nothing, and the clip is refused.
            standIn = UnsafeMutableRawBufferPointer(start: memory, count: memory == nil ? 0 : byteCount * 2)
        }
        expected = (pieces, byteCount)
        return UnsafeRawBufferPointer(rebasing: standIn[..<min(byteCount, standIn.count)])
    }

    /// The pieces that were expected last are written, or were refused.
    var tookPieces: Bool { expected == nil }

    /// An I/O context that writes here.
    ///
    /// It holds the sink until `close`.
    func open() throws(ClipError) -> UnsafeMutablePointer<AVIOContext> {
        guard let buffer = av_malloc(Int(Self.bufferBytes)) else {
            throw .container(operation: "open", reason: Message(LibAV.text(of: vir_averror_nomem)))
        }
        let owner = Unmanaged.passRetained(self)
        let made = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Self.bufferBytes, 1, owner.toOpaque(), nil,
            { sink, bytes, count in
                guard let sink else { return vir_averror_io }
                let piece = UnsafeRawBufferPointer(start: bytes, count: Int(count))
                return Unmanaged<ClipSink>.fromOpaque(sink).takeUnretainedValue().write(piece) ? count : vir_averror_io
            },
            { sink, offset, whence in
                guard let sink else { return Int64(vir_averror_io) }
                return Unmanaged<ClipSink>.fromOpaque(sink).takeUnretainedValue().seek(offset, whence)
            })
        guard let made else {
            av_free(buffer)
            owner.release()
            throw .container(operation: "open", reason: Message(LibAV.text(of: vir_averror_nomem)))
        }
        return made
    }

    /// Frees a context that `open` made, with whatever is still in its buffer.
    func close(_ context: UnsafeMutablePointer<AVIOContext>) {
        av_free(context.pointee.buffer)
        var freed: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&freed)
        Unmanaged.passUnretained(self).release()
    }

    /// Starts over at the file's beginning. What an earlier try wrote stays until it is overwritten.
    func rewind() {
        position = 0
    }

    /// Makes an MP4 file that ends here whole, although an earlier try wrote more: the rest becomes a box that players skip.
    /// - Returns: the size of the file.
    func coverRest(from fileEnd: Int64) throws(ClipError) -> Int64 {
        guard fileEnd < end else { return fileEnd }
        let size = UInt32(clamping: max(end - fileEnd, 8))
        let box = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array("free".utf8)
        position = fileEnd
        guard box.withUnsafeBytes(write) else { throw .output(failure ?? "no reason given") }
        return fileEnd + Int64(size)
    }

    /// Writes where the last piece ended.
    /// - Returns: whether the output took it; once it hasn't, nothing more is written.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard failure == nil else { return false }
        do {
            if let expected, bytes.count == expected.byteCount, bytes.baseAddress == UnsafeRawPointer(standIn.baseAddress) {
                self.expected = nil
                try output.write(expected.pieces, at: position)
            } else {
                try output.write(bytes, at: position)
            }
        } catch {
            failure = "\(error)"
            return false
        }
        position += Int64(bytes.count)
        end = max(end, position)
        return true
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        switch whence & ~Int32(AVSEEK_FORCE) {
        case AVSEEK_SIZE: return end
        case SEEK_SET: position = offset
        case SEEK_CUR: position += offset
        case SEEK_END: position = end + offset
        default: return Int64(vir_averror(EINVAL))
        }
        return position
    }
}
