// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The sound of a piece of footage at the speeds at which it is heard: as it was recorded, or stretched for slow motion.
///
/// Stretched samples are counted as they are heard: at ½ there are two for each sample of the footage. They are made as they are asked for, and a
/// fifth of a second of the footage after them is read. Thread-bound.
public final class SlowedSound {
    public var sampleRate: Int { footage.sampleRate }
    private let footage: SoundFootage
    /// `nil` until slow motion is asked for.
    private var stretcher: SoundStretcher?

    public init(_ footage: SoundFootage) { self.footage = footage }

    /// Returns `count` samples of each channel from one sample on. Another speed, or another sample than the one after the last, takes longer:
    /// the 400 ms before it are read first.
    /// - Parameter speed: over 0 and up to 1.
    public func samples(from first: Int64, count: Int, speed: Double) throws(ClipError) -> [Int16] {
        guard speed > 0, speed < 1 else {
            stretcher = nil
            return try footage.samples(from: first, count: count)
        }
        let isNext = stretcher.map { $0.speed == speed && $0.next == first } ?? false
        var made = (isNext ? stretcher : nil) ?? SoundStretcher(rate: footage.sampleRate, speed: speed, from: first)
        // The only owner changes its samples without a copy.
        stretcher = nil
        let samples = try made.read(count) { (place: Int64, count: Int) throws(ClipError) in try footage.samples(from: place, count: count) }
        stretcher = made
        return samples
    }
}
