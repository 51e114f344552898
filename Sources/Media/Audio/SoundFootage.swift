// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The decoded samples of a piece of footage, for any position that is asked for: silence where there is no sound.
///
/// Units that lie end to end, apart from the jitter of their stamps, are joined without a gap; a longer gap is silence of its length. Only
/// the samples near the last request are kept. Thread-bound.
public final class SoundFootage {
    /// The number of channels; samples are interleaved.
    public static let channels = SoundDecoder.channels
    /// The largest gap or overlap of two units' stamps at which the units still follow each other directly.
    private static let joint = Duration.milliseconds(10)
    /// The longest distance ahead that is reached by reading on instead of seeking.
    private static let longestSkip = Duration.milliseconds(500)
    /// The most units that one request reads: a file whose stamps stand still mustn't be read completely at once.
    private static let mostUnits = 64

    public var sampleRate: Int { reader.format.sampleRate }
    /// The number of units that couldn't be decoded.
    public var failedUnits: Int { decoder.failedUnits }
    private let reader: any SoundReader
    private let decoder: SoundDecoder
    /// The position of the first sample that is kept, and the samples from there on.
    private var start: Int64 = 0
    private var samples: [Int16] = []
    /// A unit that is decoded and not joined yet.
    private var pending: (place: Int64, samples: [Int16])?
    private var isBegun = false
    /// True if some unit was joined since the last seek: the next unit follows it.
    private var hasJoined = false
    /// True if the reader has ended: nothing comes after the kept samples.
    private var isAtEnd = false

    public init(_ reader: any SoundReader) throws(CodecError) {
        self.reader = reader
        decoder = try SoundDecoder(reader.format)
    }

    /// Returns the number of the sample at a position; the first shown picture's sample is 0.
    public func index(of place: Duration) -> Int64 { Int64((place.inSeconds.clamped(to: -1e7...1e7) * Double(sampleRate)).rounded()) }

    private func place(of index: Int64) -> Duration { .seconds(Double(index) / Double(sampleRate)) }

    private var end: Int64 { start + Int64(samples.count / Self.channels) }

    /// Returns `count` samples of each channel from a position on.
    public func samples(from first: Int64, count: Int) throws(ClipError) -> [Int16] {
        let last = first + Int64(count)
        let isFarAhead = first > end + index(of: Self.longestSkip)
        if !isBegun || first < start || isFarAhead && !isAtEnd { try begin(at: first) }
        try extend(to: last)
        drop(before: first)
        var result = [Int16](repeating: 0, count: count * Self.channels)
        let (from, through) = (max(first, start), min(last, end))
        guard from < through else { return result }
        let source = Int(from - start) * Self.channels..<Int(through - start) * Self.channels
        let target = Int(from - first) * Self.channels
        result.replaceSubrange(target..<target + source.count, with: samples[source])
        return result
    }

    /// Goes to a position. A unit decodes completely only after the unit before it.
    private func begin(at first: Int64) throws(ClipError) {
        decoder.flush()
        try reader.seek(to: place(of: first - 2 * Int64(SoundFormat.samplesPerUnit)))
        (start, samples, pending, isBegun, hasJoined, isAtEnd) = (first, [], nil, true, false, false)
        guard let unit = try decoded() else { return }
        // The first unit is decoded only for the second one's sake, unless the sound begins with it.
        if unit.place >= first { pending = unit }
    }

    private func decoded() throws(ClipError) -> (place: Int64, samples: [Int16])? {
        guard let unit = try reader.next() else {
            isAtEnd = reader.isFinite
            return nil
        }
        return (index(of: unit.place), decoder.decode(unit.bytes))
    }

    private func extend(to last: Int64) throws(ClipError) {
        for _ in 0..<Self.mostUnits where end < last {
            guard let unit = if let pending { pending } else { try decoded() } else { return }
            let gap = unit.place - end
            guard gap <= (hasJoined ? index(of: Self.joint) : 0) else {
                // Add silence, as far as it is asked for.
                let silence = min(gap, last - end)
                samples += [Int16](repeating: 0, count: Int(silence) * Self.channels)
                pending = unit
                continue
            }
            pending = nil
            let isTooEarly = gap < -index(of: Self.joint) || !hasJoined
            samples += unit.samples.dropFirst(isTooEarly ? Int(min(max(0, -gap), 1 << 24)) * Self.channels : 0)
            hasJoined = !samples.isEmpty
        }
    }

    /// Drops the samples that playing has passed.
    private func drop(before first: Int64) {
        guard first > start else { return }
        let passed = min(first, end) - start
        samples.removeFirst(Int(passed) * Self.channels)
        start += passed
    }
}
