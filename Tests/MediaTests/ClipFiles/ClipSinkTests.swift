// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// However the sink gathers bytes and divides them into writes, the file has them in their positions.
@Suite struct ClipSinkTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func theFileHasWhatWasWritten(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let source = UnsafeMutableRawBufferPointer.allocate(byteCount: 3 << 20, alignment: 16)
        defer { source.deallocate() }
        for index in stride(from: 0, to: source.count, by: 8) { source.storeBytes(of: random.next(), toByteOffset: index, as: UInt64.self) }
        let output = WholeWrites()
        let sink = ClipSink(output)
        var wanted: [UInt8] = []
        var (place, seen) = (0, 0)
        while place < source.count {
            let count = min(Int.random(in: 1...(random.chance(0.1) ? 900_000 : 40_000), using: &random), source.count - place)
            let bytes = UnsafeRawBufferPointer(rebasing: source[place..<place + count])
            let cut = Int.random(in: 0...count, using: &random)
            if random.chance(0.8) {
                let standIn = sink.expect([UnsafeRawBufferPointer(rebasing: bytes[..<cut]), UnsafeRawBufferPointer(rebasing: bytes[cut...])])
                #expect(sink.write(standIn) && sink.tookPieces)
            } else {
                // The muxer may reuse its own buffer right after a write.
                var own = Array(bytes)
                #expect(own.withUnsafeBytes(sink.write))
                _ = own.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 0) }
            }
            wanted += bytes
            place += count
            #expect(sink.end == Int64(wanted.count) && sink.written <= sink.end)
            #expect(output.bytes[seen...] == wanted[seen..<output.bytes.count], "what is written is in its place")
            seen = output.bytes.count
            #expect(Int64(output.bytes.count) >= sink.written)
        }
        #expect(sink.flush() && output.bytes == wanted && sink.written == sink.end)
        #expect(output.writes < 3 + 3 * 4 + wanted.count / (256 << 10), "a megabyte at a time")
    }

    /// Keeps the bytes, and counts the writes.
    private final class WholeWrites: ClipOutput {
        private(set) var bytes: [UInt8] = []
        private(set) var writes = 0

        func write(_ piece: UnsafeRawBufferPointer, at offset: Int64) throws { try write([piece], at: offset) }

        func write(_ pieces: [UnsafeRawBufferPointer], at offset: Int64) throws {
            writes += 1
            bytes.removeLast(max(0, bytes.count - Int(offset)))
            for piece in pieces { bytes += piece }
        }
    }
}
