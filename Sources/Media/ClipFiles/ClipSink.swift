// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Passes libavformat's output on to a `ClipOutput`: gathers the muxer's own bytes, and inserts the pictures' bytes, which lie elsewhere.
///
/// It writes one megabyte at a time, up to a whole megabyte in the file. A file system takes such a piece in large pages, at a third of the
/// cost of single pictures. So the given bytes must stay in place until `written` has passed them.
final class ClipSink {
    /// The number of bytes that are gathered before they are written.
    private static let chunk: Int64 = 1 << 20
    /// The most pieces that one system call takes, less one for a piece that is cut in two.
    private static let mostPieces = 1023
    private static let scratchBytes = 256 << 10

    /// The size of the buffer for the muxer's own bytes: head, index and sound. Pictures don't pass through it.
    private static let bufferBytes: Int32 = 1 << 20

    private let output: any ClipOutput
    /// Memory for the bytes that don't lie in the delay line.
    let scratch = ClipScratch(byteCount: ClipSink.scratchBytes)
    private var position: Int64 = 0
    /// The pieces to be written next, in order.
    private var pending: [UnsafeRawBufferPointer] = []
    /// The position in the file at which these pieces begin, and their size in bytes.
    private var pendingStart: Int64 = 0
    private var pendingBytes: Int64 = 0
    /// The position of the file's end, including the bytes that aren't written yet.
    private(set) var end: Int64 = 0
    private var endWritten: Int64 = 0
    /// The reason that the output gave when it first refused bytes.
    private(set) var failure: String?

    /// Stands for a picture while the muxer handles it. It is never written to, so the system needs no memory for it.
    private var standIn = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The pieces that are written in the stand-in's place.
    private var expected: (pieces: [UnsafeRawBufferPointer], byteCount: Int)?

    init(_ output: any ClipOutput) {
        self.output = output
    }

    deinit { free(standIn.baseAddress) }

    /// Makes these pieces the next write. They must stay valid until they are written.
    /// - Returns: zeros of the same size, to be given to the muxer instead.
    func expect(_ pieces: [UnsafeRawBufferPointer]) -> UnsafeRawBufferPointer {
        let byteCount = pieces.reduce(0) { $0 + $1.count }
        if standIn.count < byteCount {
            free(standIn.baseAddress)
            let memory = calloc(1, byteCount * 2)
            // Without memory, the stand-in is empty, the muxer writes nothing, and the clip is refused.
            standIn = UnsafeMutableRawBufferPointer(start: memory, count: memory == nil ? 0 : byteCount * 2)
        }
        expected = (pieces, byteCount)
        return UnsafeRawBufferPointer(rebasing: standIn[..<min(byteCount, standIn.count)])
    }

    /// True if the sink has taken the pieces that it was told to expect.
    var tookPieces: Bool { expected == nil }

    /// Returns an I/O context that writes to this sink.
    ///
    /// The context retains the sink until `close`.
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

    /// Frees a context that `open` made, with the bytes that are still in its buffer.
    func close(_ context: UnsafeMutablePointer<AVIOContext>) {
        av_free(context.pointee.buffer)
        var freed: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&freed)
        Unmanaged.passUnretained(self).release()
    }

    /// Starts again at the file's beginning. Bytes that an earlier attempt wrote stay until they are overwritten; gathered bytes are
    /// dropped.
    func rewind() {
        drop()
        position = 0
    }

    /// Drops the bytes that aren't written yet, so that their owners may take their memory back.
    func drop() {
        end = endWritten
        pending.removeAll(keepingCapacity: true)
        pendingBytes = 0
        expected = nil
        resetScratch()
    }

    /// The position in the file up to which everything is written.
    var written: Int64 { pendingStart }

    /// Completes an MP4 file that ends here although an earlier attempt wrote more: the rest becomes a box that players skip.
    /// - Returns: the size of the file.
    func coverRest(from fileEnd: Int64) throws(ClipError) -> Int64 {
        guard flush() else { throw .output(failure ?? "no reason given") }
        guard fileEnd < end else { return fileEnd }
        let size = UInt32(clamping: max(end - fileEnd, 8))
        let box = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array("free".utf8)
        position = fileEnd
        guard box.withUnsafeBytes(write), flush() else { throw .output(failure ?? "no reason given") }
        return fileEnd + Int64(size)
    }

    /// Takes the bytes for the current position and writes them together with those that follow.
    /// - Returns: false if the output has refused bytes. Nothing more is written after that.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard failure == nil, position == pendingStart + pendingBytes || flush() else { return false }
        if pending.isEmpty { pendingStart = position }
        if let expected, bytes.count == expected.byteCount, bytes.baseAddress == UnsafeRawPointer(standIn.baseAddress) {
            guard pending.count + expected.pieces.count <= Self.mostPieces || flush() else { return false }
            if pending.isEmpty { pendingStart = position }
            pending += expected.pieces
            self.expected = nil
        } else if bytes.count <= scratch.room, pending.count < Self.mostPieces {
            pending.append(scratch.keep(bytes))
        } else {
            guard flush(), put([bytes], at: position) else { return false }
            position += Int64(bytes.count)
            pendingStart = position
            end = max(end, position)
            return true
        }
        pendingBytes += Int64(bytes.count)
        position += Int64(bytes.count)
        end = max(end, position)
        return writeWholeChunks()
    }

    /// Writes the gathered bytes up to the last multiple of a chunk.
    private func writeWholeChunks() -> Bool {
        let through = (pendingStart + pendingBytes) / Self.chunk * Self.chunk
        guard through > pendingStart else { return true }
        var (count, left) = (0, Int(through - pendingStart))
        while left > 0, left >= pending[count].count {
            left -= pending[count].count
            count += 1
        }
        var pieces = Array(pending[..<count])
        if left > 0 { pieces.append(UnsafeRawBufferPointer(rebasing: pending[count][..<left])) }
        guard put(pieces, at: pendingStart) else { return false }
        pending.removeFirst(count)
        if left > 0 { pending[0] = UnsafeRawBufferPointer(rebasing: pending[0][left...]) }
        pendingBytes -= through - pendingStart
        pendingStart = through
        resetScratch()
        return true
    }

    /// Writes all gathered bytes.
    /// - Returns: true if the output took them, and everything before.
    func flush() -> Bool {
        guard failure == nil else { return false }
        if !pending.isEmpty {
            guard put(pending, at: pendingStart) else { return false }
            pending.removeAll(keepingCapacity: true)
            pendingStart += pendingBytes
            pendingBytes = 0
        }
        resetScratch()
        return true
    }

    /// Resets the scratch if it is unused: no piece is pending, and the muxer has no picture whose lengths lie in it.
    private func resetScratch() {
        if pending.isEmpty, expected == nil { scratch.reset() }
    }

    private func put(_ pieces: [UnsafeRawBufferPointer], at place: Int64) -> Bool {
        do {
            if pieces.count == 1 { try output.write(pieces[0], at: place) } else { try output.write(pieces, at: place) }
        } catch {
            failure = "\(error)"
            return false
        }
        endWritten = max(endWritten, place + pieces.reduce(0) { $0 + Int64($1.count) })
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
