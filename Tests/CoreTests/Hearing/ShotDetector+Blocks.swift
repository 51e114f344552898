// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core

extension ShotDetector {
    /// Takes all samples in blocks of this length.
    mutating func take(_ samples: some RandomAccessCollection<Float>, block: Int = 480) -> [ShotVerdict] {
        let samples = Array(samples)
        return stride(from: 0, to: samples.count, by: block).flatMap { first in
            samples[first..<min(first + block, samples.count)].withUnsafeBufferPointer { take($0) }
        }
    }
}
