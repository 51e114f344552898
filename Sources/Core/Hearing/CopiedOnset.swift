// SPDX-License-Identifier: GPL-3.0-or-later

/// An onset that slow motion copies as it is, with its loud part. Positions are samples of the footage.
struct CopiedOnset: Hashable, Sendable {
    /// The first sample that is copied: a little before the onset, in the quiet before it.
    var first: Int64
    /// The sample that is heard exactly with its picture: the first one over a quarter of the loudest, where an ear dates a sound.
    var date: Int64
    /// The sample after the copy.
    var end: Int64

    /// Returns the position of the first copied sample in sound that is stretched for this speed.
    func stretchedFirst(_ speed: Double) -> Int64 { Int64((Double(date) / speed).rounded()) - (date - first) }

    /// Returns the position after the last copied sample in sound that is stretched for this speed.
    func stretchedEnd(_ speed: Double) -> Int64 { stretchedFirst(speed) + end - first }
}

/// Finds the onsets that slow motion copies: 5 ms in which the sample-to-sample differences have more than four times the energy that they
/// usually had in the 200 ms before, 150 ms or more after the onset before.
///
/// A quiet beginning belongs to the blow that follows it, and therefore the loudest sample is searched in the next 50 ms. The copy ends 30 ms
/// after the date, or later if the sound is still over a quarter of its loudest, but 80 ms after the date at most. The same sound gives the
/// same onsets with any blocks, if reading begins 350 ms before them.
struct CopiedOnsetFinder: Sendable {
    /// The factor over the usual energy.
    private static let rise: Float = 4
    /// The number of frames of 5 ms from which the usual energy is taken, and the fewest that tell it.
    private static let (frames, fewest) = (40, 8)
    /// The number of frames from one onset to the next.
    private static let apart: Int64 = 30
    /// The number of frames from a frame on that have to be known: 50 ms to the date, 80 ms of loud sound and 10 ms in which it ends.
    static let ahead: Int64 = 30
    /// The least energy of a sample's difference that isn't taken for silence: ten steps of 16 bits, −70 dB of full scale.
    private static let quietest: Float = 100
    /// The part of the loudest sample at which a sound is dated, and over which it is loud.
    private static let loud: Float = 0.25

    /// The samples of half a millisecond, to which an onset's beginning is found; ten of them are a frame.
    let step: Int64
    /// The energies of the frames before the next one, the oldest first.
    private var energies: [Float] = []
    /// The first sample of the next frame.
    private var next: Int64
    private var last: Int64?

    var frame: Int64 { step * 10 }

    /// - Parameters:
    ///   - step: the samples of half a millisecond.
    ///   - first: the first sample, a multiple of a frame.
    init(step: Int64, from first: Int64) {
        self.step = step
        next = first
        energies.reserveCapacity(Self.frames + 1)
    }

    /// Returns the onsets that became known with the newest samples.
    mutating func find(in window: StretchWindow) -> [CopiedOnset] {
        var found: [CopiedOnset] = []
        while next + frame * Self.ahead <= window.end {
            let energy = window.differences(from: next, count: frame)
            if energies.count >= Self.fewest, last.map({ next - $0 >= Self.apart * frame }) ?? true {
                let limit = Self.rise * max(energies.sorted()[energies.count / 2], Self.quietest * Float(frame))
                if energy > limit {
                    found.append(onset(in: window, over: limit / 10))
                    last = next
                }
            }
            energies.append(energy)
            if energies.count > Self.frames { energies.removeFirst() }
            next += frame
        }
        return found
    }

    /// Returns the onset of the next frame. It may have begun in the second half of the frame before.
    /// - Parameter limit: the energy of half a millisecond that is too much to be usual.
    private func onset(in window: StretchWindow, over limit: Float) -> CopiedOnset {
        let beginnings = stride(from: next - 5 * step, to: next + frame, by: Int(step))
        let begin = beginnings.first { window.differences(from: $0, count: step) > limit } ?? next
        let peak = window.peak(from: begin, count: frame * 10)
        let date = window.first(from: begin, count: frame * 10, over: peak * Self.loud)
        var end = date + frame * 6
        while end < date + frame * 16, window.peak(from: end, count: frame * 2) > peak * Self.loud { end += frame }
        // Two milliseconds, in which the copy fades in.
        return CopiedOnset(first: begin - 4 * step, date: date, end: end)
    }
}
