// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Media
import Runtime

/// Compares appending to the delay line with copying the same bytes into memory that is already there.
enum AppendBenchmark {
    static func run() throws -> [Figure] {
        let stream = try RecordedStream(StreamParameters(size: .hd1080, rate: FrameRate(30)), frames: 150, keepingPictures: false)
        let capacity = 128 << 20
        let line = try DelayLine(capacityBytes: capacity, parameters: stream.parameters)
        line.prefault(bytes: capacity)
        let slab = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 2 << 20)
        defer { slab.deallocate() }
        madvise(slab, capacity, Int32(MADV_HUGEPAGE))  // as the line's arena is
        memset(slab, 1, capacity)
        // Each round goes on where the last one stopped, because time in the line can't go back.
        var round = 0
        let times = 12
        var offset = 0
        let comparison = Comparison(rounds: 11, clock: .processor) {
            stream.append(to: line, rounds: round..<round + times)
            round += times
        } bare: {
            for _ in 0..<times {
                for unit in stream.units {
                    if offset + unit.bytes.count > capacity { offset = 0 }
                    unit.bytes.withUnsafeBytes { bytes in
                        if let base = bytes.baseAddress { memcpy(slab + offset, base, bytes.count) }
                    }
                    offset += unit.bytes.count
                }
            }
        }
        let frames = Double(times * stream.units.count)
        let extra = (comparison.ours - comparison.bare) / frames * 1e9
        return [
            Figure(
                name: "append / memcpy, \(stream.byteCount / stream.units.count) bytes a frame",
                value: "\(comparison.ratio), \(decimals(extra, 0)) ns more a frame", bar: "a copy and an index write")
        ]
    }
}
