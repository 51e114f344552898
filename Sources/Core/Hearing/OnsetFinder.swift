// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds onsets in a stream of samples (docs/hearing.md, rules 1, 2 and 5).
///
/// An onset is known 30 frames after its own, which is 0.17 s at 48 kHz and 0.19 s at 44.1 kHz. The length of the blocks that the samples
/// come in changes nothing. Thread-bound.
struct OnsetFinder: Sendable {
    /// The least mean rise of the bands above 1 kHz, in dB (rule 1).
    private static let leastRise: Float = 7
    /// The frames before a frame over whose loudest it has to rise (rule 1).
    private static let earlier = 3...12
    /// Of two rises nearer to each other than this number of frames, one counts (rule 1).
    private static let apart: Int64 = 6
    /// A second rise at least this number of frames after the first is measured over the first, because `earlier` includes it. Its sound is louder.
    private static let over: Int64 = 3
    /// An onset's first sample lies at most this many frames before its frame: 35 ms (rule 2).
    private static let datedBefore: Int64 = 7
    /// The number of frames that are kept: more than the shape of an onset and the frames before it need.
    private static let kept = 64

    /// A frame that rises more than its neighbours.
    private struct Peak: Sendable {
        var frame: Int64
        var rise: Float
    }

    private let rate: Double
    private var bands: SoundBands
    private var envelope: SoundEnvelope
    /// The last 512 samples; the newest half is being filled.
    private var samples = [Float](repeating: 0, count: SoundBands.frame)
    private var filled = 0
    /// Frame n, whose middle is sample 256·n, is in slot n % `kept`.
    private var levels = [Float](repeating: SoundBands.floor, count: kept * SoundBands.count)
    private var frames: Int64 = 0
    /// The rise of the last frame and of the one before.
    private var (last, before): (Float, Float) = (0, 0)
    /// The rise of the last six frames that counts, which a louder sound may still replace.
    private var candidate: Peak?
    /// Onsets that are sure and dated, and whose shape isn't heard to its end.
    private var unfinished: [(frame: Int64, rise: SoundEnvelope.Rise)] = []

    /// True if whistles are looked for, too.
    var hearsWhistles = false
    private var whistleFinder: WhistleFinder
    private var whistles: [Duration] = []

    /// - Parameter rate: samples a second, 32,000 or more.
    init(rate: Double) {
        self.rate = rate
        whistleFinder = WhistleFinder(rate: rate)
        bands = SoundBands(rate: rate)
        envelope = SoundEnvelope(rate: rate)
    }

    /// Returns the loudest sound since this was last called, in dB of full scale between 2 and 10 kHz.
    mutating func takeLoudest() -> Double { Double(envelope.takeLoudest()) }

    /// Returns the beginnings of the whistles that became known since this was last called.
    mutating func takeWhistles() -> [Duration] {
        guard !whistles.isEmpty else { return [] }
        defer { whistles = [] }
        return whistles
    }

    /// The time up to which onsets are known, counted from the first sample.
    var heard: Duration { place(of: (frames - Int64(ShotShape.end) - Self.datedBefore) * Int64(SoundBands.hop)) }

    /// Takes one sample, −1…1, and returns the onset that became known with it: no more than one, because onsets are six frames apart.
    mutating func take(_ sample: Float) -> SoundOnset? {
        samples[SoundBands.hop + filled] = sample
        filled += 1
        guard filled == SoundBands.hop else { return nil }
        filled = 0
        measureFrame()
        findPeak()
        guard let first = unfinished.first, first.frame + Int64(ShotShape.end) <= frames else { return nil }
        unfinished.removeFirst()
        return onset(at: first.frame, first.rise)
    }

    private func place(of sample: Int64) -> Duration { .nanoseconds(Int64((Double(sample) * 1e9 / rate).rounded())) }

    /// Measures the frame that the newest samples complete, and makes room for the next.
    private mutating func measureFrame() {
        let slot = Int(frames) % Self.kept * SoundBands.count
        samples.withUnsafeMutableBufferPointer { samples in
            levels.withUnsafeMutableBufferPointer { levels in
                guard let samples = samples.baseAddress, let levels = levels.baseAddress else { return }
                envelope.take(samples + SoundBands.hop, count: SoundBands.hop)
                bands.measure(samples, to: levels + slot)
                samples.update(from: samples + SoundBands.hop, count: SoundBands.hop)
            }
        }
        if hearsWhistles, let first = bands.withPowers({ whistleFinder.take($0, frame: frames) }) {
            whistles.append(place(of: first * Int64(SoundBands.hop)))
        }
        frames += 1
    }

    private func level(_ frame: Int64, _ band: Int) -> Float { levels[Int(frame) % Self.kept * SoundBands.count + band] }

    /// Returns how much the bands above 1 kHz rise in this frame, on average, over the loudest of the frames before it.
    private func rise(of frame: Int64) -> Float {
        guard frame > Int64(Self.earlier.upperBound) else { return 0 }
        var sum: Float = 0
        for band in SoundBands.firstHigh..<SoundBands.count {
            var loudest = SoundBands.floor
            for back in Self.earlier { loudest = max(loudest, level(frame - Int64(back), band)) }
            sum += level(frame, band) - loudest
        }
        return sum / Float(SoundBands.count - SoundBands.firstHigh)
    }

    /// Compares the newest frame's rise with those before: a rise is the largest of its surroundings only when later ones are known.
    private mutating func findPeak() {
        let frame = frames - 1
        let rise = rise(of: frame)
        defer { (before, last) = (last, rise) }
        if last > Self.leastRise, last > before, last >= rise {
            let peak = Peak(frame: frame - 1, rise: last)
            if let waiting = candidate, peak.frame - waiting.frame < Self.apart {
                // A string's slide rises more over silence than a release that is clipped rises over the slide.
                if peak.rise > waiting.rise || peak.frame - waiting.frame >= Self.over { candidate = peak }
            } else {
                settle()
                candidate = peak
            }
        }
        if let waiting = candidate, frame - waiting.frame > Self.apart { settle() }
    }

    /// Makes the candidate an onset. Its envelope is known by now: six frames last longer than 30 ms at every rate up to 48 kHz.
    private mutating func settle() {
        guard let peak = candidate else { return }
        candidate = nil
        unfinished.append((peak.frame, envelope.rise(around: peak.frame * Int64(SoundBands.hop))))
    }

    private func onset(at frame: Int64, _ rise: SoundEnvelope.Rise) -> SoundOnset {
        let shape = ShotShape { self.level(frame + Int64($0), $1) }
        return SoundOnset(place: place(of: rise.sample), level: Double(rise.level), shape: shape)
    }
}
