// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// Makes footage's sound last longer for slow motion, at its own pitch. Onsets are copied as they are, and the sound between is stretched.
///
/// A stretch alone would repeat a release two to five times. Each onset (`CopiedOnset`) is copied instead, its date exactly where its picture is.
/// Between two copies the sound is put together from pieces of 20 ms that overlap by half (WSOLA: W. Verhelst and M. Roelands, "An overlap-add
/// technique based on waveform similarity", ICASSP 1993). Each piece comes from within 10 ms of the position that is due. Its sound is the
/// most like the natural continuation of the piece before. No piece reaches into an onset, and no onset is heard twice. A copy takes less time
/// than its pictures; the next 90 ms of sound are stretched a little more, and make up for it.
///
/// It works from block to block and holds less than a second of sound, because a clip may last for minutes, and the delay line grows. Results
/// depend only on the sound and on the sample from which it began. A second of stretched sound costs some seven million multiplications.
/// Thread-bound.
public struct SoundStretcher: Sendable {
    /// The number of channels; samples are interleaved.
    public static let channels = StretchWindow.channels
    /// The frames that are read before the first sample, to know the usual sound and the onset before, and ahead of a piece.
    private static let frames: (before: Int64, ahead: Int64) = (80, CopiedOnsetFinder.ahead + 12)

    /// The speed, over 0 and up to 1: 0.5 makes the sound last twice as long.
    public let speed: Double
    /// The number of the stretched sample that is read next. Sample 0 belongs to sample 0 of the footage.
    public private(set) var next: Int64

    private var window: StretchWindow
    private var finder: CopiedOnsetFinder
    /// Onsets that aren't copied yet, and the last copied onset.
    private var onsets: [CopiedOnset] = []
    private var copied: CopiedOnset?
    /// The samples that are made and not read yet.
    private var ready: [Int16] = []
    private var isBegun = false
    /// The position in the footage whose sound would follow by itself.
    private var place: Int64 = 0
    /// The halves of a Hann window with which a piece replaces the one before, and of the fade into an onset.
    private let (slope, fade): ([Float], [Float])

    /// - Parameters:
    ///   - rate: samples a second, 8000…96 000.
    ///   - first: the stretched sample that is read first.
    /// - Precondition: the speed is over 0 and not over 1.
    public init(rate: Int, speed: Double, from first: Int64) {
        precondition(speed > 0 && speed <= 1, "sound is stretched, never shortened")
        self.speed = speed
        next = first
        // An even number, so that each frame has whole coarse samples.
        let step = 2 * max(1, Int64((Double(rate) / 4000).rounded()))
        let frame = step * 10
        let begin = (Int64((Double(first) * speed).rounded()) / frame - Self.frames.before) * frame
        window = StretchWindow(from: begin)
        finder = CopiedOnsetFinder(step: step, from: begin)
        func half(_ count: Int64) -> [Float] {
            (0..<count).map { (1 - Float.cos(.pi * (Float($0) + 0.5) / Float(count))) / 2 }
        }
        (slope, fade) = (half(frame * 2), half(step * 4))
    }

    /// Returns the next stretched samples, interleaved.
    /// - Parameters:
    ///   - count: the number of samples of each channel.
    ///   - source: returns a number of the footage's samples of each channel, from one sample on; silence if the footage has none there.
    /// - Throws: the error of the source.
    public mutating func read<Failure: Error>(
        _ count: Int, from source: (_ first: Int64, _ count: Int) throws(Failure) -> [Int16]
    ) throws(Failure) -> [Int16] {
        while ready.count < count * Self.channels {
            try fill(from: source)
            guard isBegun else {
                begin()
                continue
            }
            if let onset = onsets.first, onset.stretchedFirst(speed) - made < hop { copy(onset) } else { addPiece() }
            window.drop(before: min(place, due(made)) - 4 * hop)
        }
        let result = Array(ready.prefix(count * Self.channels))
        ready.removeFirst(result.count)
        next += Int64(count)
        return result
    }

    /// Half of a piece, 10 ms.
    private var hop: Int64 { Int64(slope.count) }
    /// The number of the stretched sample that is made next.
    private var made: Int64 { next + Int64(ready.count / Self.channels) }

    /// Returns the footage's sample that is due at a stretched sample.
    private func due(_ stretched: Int64) -> Int64 {
        if let copied {
            var place = copied.end + hop * 9
            var until = Int64((Double(place) / speed).rounded())
            if let onset = onsets.first, onset.first < place { (place, until) = (onset.first, onset.stretchedFirst(speed)) }
            let from = copied.stretchedEnd(speed)
            if stretched < until, from < until {
                return copied.end + Int64((Double(stretched - from) * Double(place - copied.end) / Double(until - from)).rounded())
            }
        }
        return Int64((Double(stretched) * speed).rounded())
    }

    /// Reads as far ahead as the next piece, and the onsets round it, need.
    private mutating func fill<Failure: Error>(from source: (Int64, Int) throws(Failure) -> [Int16]) throws(Failure) {
        let block = finder.frame * 4
        while window.end < max(place, due(made)) + Self.frames.ahead * finder.frame {
            window.append(try source(window.end, Int(block)), count: Int(block))
            onsets += finder.find(in: window)
        }
    }

    /// Finds the first position, which may lie in an onset.
    private mutating func begin() {
        isBegun = true
        while let onset = onsets.first, onset.stretchedEnd(speed) <= made { copied = onsets.removeFirst() }
        place = due(made)
        guard let onset = onsets.first else { return }
        let left = onset.stretchedFirst(speed) - made
        if left > 0 {
            place = min(place, onset.first - min(left, 2 * hop))
        } else {
            append(from: onset.first - left, until: onset.end)
            pass(onset)
        }
    }

    private mutating func pass(_ onset: CopiedOnset) {
        place = onset.end
        copied = onset
        onsets.removeFirst()
    }

    /// Lets the sound go on as it would by itself until the onset, and copies that.
    private mutating func copy(_ onset: CopiedOnset) {
        let left = max(0, onset.stretchedFirst(speed) - made)
        append(from: place, until: place + left)
        append(from: place + left, to: onset.first, fade)
        append(from: onset.first + Int64(fade.count), until: onset.end)
        pass(onset)
    }

    /// Adds half a piece, which fades in while the piece before fades out.
    private mutating func addPiece() {
        let due = due(made)
        var last = due + hop
        // The sound that follows this piece by itself must end where the onset begins.
        if let onset = onsets.first { last = min(last, onset.first - min(2 * hop, onset.stretchedFirst(speed) - made)) }
        let first = min(last, max(copied?.end ?? .min, min(due, last) - hop))
        var piece = place
        if !(first...last).contains(place) {
            piece = window.mostAlike(to: place, among: first...last, length: slope.count, otherwise: due.clamped(to: first...last))
        }
        append(from: place, to: piece, slope)
        place = piece + hop
    }

    // MARK: Samples

    private mutating func append(from first: Int64, until end: Int64) {
        for place in stride(from: first, to: end, by: 1) {
            let sample = window.sample(place)
            ready.append(sample.left)
            ready.append(sample.right)
        }
    }

    /// Appends the sound at one position, which fades into the sound at another one.
    private mutating func append(from old: Int64, to new: Int64, _ slope: [Float]) {
        for (index, part) in slope.enumerated() {
            let (from, to) = (window.sample(old + Int64(index)), window.sample(new + Int64(index)))
            ready.append(Self.blend(from.left, to.left, part))
            ready.append(Self.blend(from.right, to.right, part))
        }
    }

    /// - Parameter part: the part of the second sample, 0…1.
    private static func blend(_ from: Int16, _ to: Int16, _ part: Float) -> Int16 {
        Int16((Float(from) + (Float(to) - Float(from)) * part).rounded())
    }
}
