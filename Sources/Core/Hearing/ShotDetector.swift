// SPDX-License-Identifier: GPL-3.0-or-later

/// Hears the shots of one archer in the sound of a microphone, and learns from pressed marks what they sound like (docs/hearing.md).
///
/// It reads no clock: all times are counted from the first sample. It holds less than a megabyte and allocates nothing for a block without an
/// onset. Nothing is decided with what comes later than 0.2 s after a shot (rule 5). Thread-bound.
public struct ShotDetector: Sendable {
    /// The sample rates that are heard as they are: half of the lowest lies above the highest band, and at the highest a shape of 30 frames
    /// still lasts as long as its release.
    private static let rates = 32_000.0..<64_000.0
    /// Sound comes 2.9 ms later for each metre: 343 m/s at 20 °C.
    package static let delayPerMetre = Duration.microseconds(2915)
    /// The same as a speed, in metres a second.
    package static let soundSpeed = 343.0
    /// The time on both sides of the box's own tones in which nothing is heard.
    private static let ownSoundMargin = Duration.milliseconds(150)
    /// Samples beyond full scale are clipped here; what isn't a number is silence.
    private static let loudest: Float = 8

    /// The most bytes that a detector holds: its onsets, and the tables and buffers of some 20,000 samples beside which all else is small.
    package static let mostBytes = ShotTeaching.mostBytes + 100_000

    /// The teaching by marks, and what was learned.
    public private(set) var teaching = ShotTeaching()
    /// The distance from the bow to the microphone, in metres.
    public var microphoneDistance: Double = 0
    /// True if the level alone decides: the reference that the benchmark puts beside the rule.
    package var hearsByLevelAlone: Bool {
        get { picker.hearsByLevelAlone }
        set { picker.hearsByLevelAlone = newValue }
    }
    /// True if referees' whistles are looked for, too.
    public var hearsWhistles: Bool {
        get { finder.hearsWhistles }
        set { finder.hearsWhistles = newValue }
    }
    private var finder: OnsetFinder
    private var picker = ShotPicker()
    private var ownSounds: [ClosedRange<Duration>] = []
    /// The number of sounds of the box's own that are remembered.
    package var ignoredSounds: Int { ownSounds.count }
    /// Of higher rates, the mean of this many samples is one.
    private var merged: Int
    private var (sum, summed): (Float, Int) = (0, 0)

    /// - Parameter sampleRate: samples a second. `nil` below 32 kHz, which leaves out what tells a release from other sounds.
    public init?(sampleRate: Int) {
        guard let merged = Self.merged(at: sampleRate) else { return nil }
        self.merged = merged
        finder = OnsetFinder(rate: Double(sampleRate) / Double(merged))
    }

    /// Begins with another stream of samples, whose times are counted from its own first one. What was learned stays; marks whose sound
    /// wasn't heard to its end teach nothing.
    /// - Parameter sampleRate: as for `init`.
    /// - Returns: false if the rate is too low; nothing has changed then.
    public mutating func restart(sampleRate: Int) -> Bool {
        guard let merged = Self.merged(at: sampleRate) else { return false }
        self.merged = merged
        (sum, summed) = (0, 0)
        let hearsWhistles = hearsWhistles
        finder = OnsetFinder(rate: Double(sampleRate) / Double(merged))
        finder.hearsWhistles = hearsWhistles
        picker.restart()
        teaching.forgetOnsets()
        ownSounds = []
        return true
    }

    private static func merged(at sampleRate: Int) -> Int? {
        guard sampleRate >= Int(rates.lowerBound), sampleRate <= 768_000 else { return nil }
        var merged = 1
        while Double(sampleRate) / Double(merged) >= rates.upperBound { merged += 1 }
        return merged
    }

    /// The time up to which every onset is known.
    public var heard: Duration { finder.heard }

    /// Takes the next samples of one channel, any number.
    /// - Returns: the verdicts on the onsets that became known, in the order of their times; as a rule none.
    public mutating func take(_ samples: UnsafeBufferPointer<Int16>) -> [ShotVerdict] {
        var verdicts: [ShotVerdict] = []
        for sample in samples { take(Float(sample) / 32_768, &verdicts) }
        teaching.settle(heard: heard)
        return verdicts
    }

    /// Takes the next samples of one channel, −1…1, any number.
    public mutating func take(_ samples: UnsafeBufferPointer<Float>) -> [ShotVerdict] {
        var verdicts: [ShotVerdict] = []
        for sample in samples {
            take(sample.isFinite ? sample.clamped(to: -Self.loudest...Self.loudest) : 0, &verdicts)
        }
        teaching.settle(heard: heard)
        return verdicts
    }

    /// Returns how loud the loudest sound since the last call was, as a shot's level is measured: in dB of full scale.
    public mutating func takeLoudest() -> Double { finder.takeLoudest() }

    /// Returns the beginnings of the whistles that became known since the last call, at the microphone. A whistle is known a quarter of a
    /// second after it began.
    public mutating func takeWhistles() -> [Duration] {
        finder.takeWhistles().filter { whistle in !ownSounds.contains { $0.contains(whistle) } }
    }

    /// Learns from a pressed MARK.
    /// - Parameters:
    ///   - pressed: the time of the press.
    ///   - shown: the time at which the picture was taken that was on the TV then; `nil` if the TV showed no delayed picture.
    public mutating func mark(pressed: Duration, shown: Duration?) {
        teaching.mark(pressed: pressed, shown: shown)
    }

    /// Ignores what is heard while the box itself plays a tone or a voice. Times must come before the sound does.
    public mutating func ignore(_ sound: ClosedRange<Duration>) {
        let ignored = sound.lowerBound - Self.ownSoundMargin...sound.upperBound + Self.ownSoundMargin
        // A clip that plays is told piece by piece, and is one sound.
        if let last = ownSounds.last, last.overlaps(ignored) {
            ownSounds[ownSounds.count - 1] = min(last.lowerBound, ignored.lowerBound)...max(last.upperBound, ignored.upperBound)
        } else {
            ownSounds.append(ignored)
        }
    }

    private mutating func take(_ sample: Float, _ verdicts: inout [ShotVerdict]) {
        sum += sample
        summed += 1
        guard summed == merged else { return }
        let mean = sum / Float(merged)
        (sum, summed) = (0, 0)
        guard let onset = finder.take(mean) else { return }
        judge(onset, &verdicts)
    }

    private mutating func judge(_ onset: SoundOnset, _ verdicts: inout [ShotVerdict]) {
        ownSounds.removeAll { $0.upperBound < onset.place - .seconds(1) }
        guard !ownSounds.contains(where: { $0.contains(onset.place) }) else { return }
        var onset = onset
        onset.place -= Self.delayPerMetre * microphoneDistance
        teaching.note(onset)
        // The marks before this onset count for it, however long the blocks are.
        teaching.settle(heard: heard)
        guard let learned = teaching.learned, let verdict = picker.take(onset, learned) else { return }
        verdicts.append(verdict)
    }
}
