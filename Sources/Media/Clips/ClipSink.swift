// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// libavformat's way to a `ClipOutput`: gathers what the muxer writes itself, and puts pictures that lie elsewhere in their places.
///
/// It writes a megabyte at a time, up to a whole multiple of one in the file: a file system takes such a piece in large pages, for a third of
/// what single pictures cost. So what it was given must stay where it is until `written` has passed it.
final class ClipSink {
    /// How much is gathered before it is written.
    private static let chunk: Int64 = 1 << 20
    /// The most pieces that one call of the system takes, less one for a piece that is cut in two.
    private static let mostPieces = 1023
    private static let scratchBytes = 256 << 10

    /// For what the muxer writes itself: head, index and sound. Pictures don't pass through it.
    private static let bufferBytes: Int32 = 1 << 20

    private let output: any ClipOutput
    /// For what doesn't lie in the delay line.
    let scratch = ClipScratch(byteCount: ClipSink.scratchBytes)
    private var position: Int64 = 0
    /// What is to be written next, one piece behind the other.
    private var pending: [UnsafeRawBufferPointer] = []
    /// Where that begins in the file, and how much it is.
    private var pendingStart: Int64 = 0
    private var pendingBytes: Int64 = 0
    /// Where the file ends.
    private(set) var end: Int64 = 0
    private var endWritten: Int64 = 0
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

    /// Starts over at the file's beginning. What an earlier try wrote stays until it is overwritten; what it only gathered is dropped.
    func rewind() {
        drop()
        position = 0
    }

    /// Forgets what isn't written yet: the memory it lies in is given back.
    func drop() {
        end = endWritten
        pending.removeAll(keepingCapacity: true)
        pendingBytes = 0
        expected = nil
        resetScratch()
    }

    /// Everything that was gathered before this place is written.
    var written: Int64 { pendingStart }

    /// Makes an MP4 file that ends here whole, although an earlier try wrote more: the rest becomes a box that players skip.
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

    /// Takes what comes where the last piece ended, and writes it with what follows.
    /// - Returns: whether the output took what was gathered; once it hasn't, nothing more is written.
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

    /// Writes what was gathered up to the last multiple of a chunk.
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

    /// Writes all that was gathered.
    /// - Returns: whether the output took it, and everything before.
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

    /// As soon as nothing lies in it: neither what is to be written next, nor the lengths of the picture that the muxer has now.
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
