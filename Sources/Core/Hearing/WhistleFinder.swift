// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds a referee's whistle in the spectra of a stream of frames (docs/hearing.md, A whistle).
///
/// A whistle is a tone that is louder than everything below its overtones together, for a quarter of a second. The pea in it lets the tone
/// warble by 100 to 200 Hz, 20 to 40 times a second, and makes it quieter for a few milliseconds each time. Thread-bound.
struct WhistleFinder: Sendable {
    /// The frequencies of whistles, in hertz.
    private static let (lowest, highest) = (2000.0, 4500.0)
    /// The tone's reach on each side of its loudest line, and the distance from its usual frequency within which it is the same tone, in hertz.
    private static let (reach, wander) = (300.0, 450.0)
    /// The tone is compared with what lies above this frequency, in hertz, and below this multiple of its own: overtones belong to it.
    private static let (bottom, top) = (300.0, 1.6)
    /// The least power of the tone beside all else: 6 dB.
    private static let leastRatio: Float = 4
    /// The least power of the tone: −45 dB of full scale.
    private static let quietest: Float = 3.16e-5
    /// The least length of a whistle, in seconds.
    private static let shortest = 0.25
    /// A break in the tone of this number of frames doesn't end it: 21 ms at 48 kHz.
    private static let longestBreak: Int64 = 4
    /// The least share of the frames from its beginning that have the tone: a bird that trills over a wider range has it in fewer.
    private static let leastShare = 0.7
    /// After a whistle this time has to pass before another one is told, in seconds: a referee's signal may have several blasts.
    private static let apart = 1.0
    /// The share of each frame's frequency in the usual one.
    private static let follow = 0.1

    /// A tone that goes on.
    private struct Tone: Sendable {
        var first: Int64
        var last: Int64
        var frequency: Double
        /// The number of frames that have the tone.
        var count: Int64 = 0

        var length: Int64 { last - first + 1 }
    }

    /// The width of a line, in hertz, and the time of a frame, in seconds.
    private let (width, step): (Double, Double)
    private let lines: ClosedRange<Int>
    private let reachedLines: Int
    private let bottomLine: Int
    private var tone: Tone?
    /// The last frame of the last whistle that was told.
    private var told: Int64?

    /// - Parameter rate: samples a second, 32,000 or more.
    init(rate: Double) {
        width = rate / Double(FFT512.length)
        step = Double(SoundBands.hop) / rate
        lines = Int((Self.lowest / width).rounded(.up))...Int(Self.highest / width)
        reachedLines = Int((Self.reach / width).rounded(.up))
        bottomLine = Int((Self.bottom / width).rounded(.up))
    }

    /// Takes the next frame.
    /// - Parameter powers: its 256 powers; a sine of full scale has `SoundBands.fullScale`.
    /// - Returns: the frame with which a whistle began, once it is sure of it.
    mutating func take(_ powers: UnsafeBufferPointer<Float>, frame: Int64) -> Int64? {
        if let frequency = frequency(of: powers), tone.map({ abs($0.frequency - frequency) <= Self.wander }) ?? true {
            var now = tone ?? Tone(first: frame, last: frame, frequency: frequency)
            now.frequency += (frequency - now.frequency) * Self.follow
            now.last = frame
            now.count += 1
            tone = now
        } else if let now = tone, frame - now.last > Self.longestBreak {
            tone = nil
        }
        guard let tone, tone.last == frame, Double(tone.length) * step >= Self.shortest,
            Double(tone.count) >= Self.leastShare * Double(tone.length)
        else { return nil }
        // A blast that goes on, or one soon after it, belongs to the same whistle.
        defer { told = frame }
        if let told, Double(tone.first - told) * step < Self.apart { return nil }
        return tone.first
    }

    /// Returns the frequency of a frame's tone; `nil` if the frame is no whistle's.
    private func frequency(of powers: UnsafeBufferPointer<Float>) -> Double? {
        var loudest = lines.lowerBound
        for line in lines where powers[line] > powers[loudest] { loudest = line }
        var (power, rest): (Float, Float) = (0, 0)
        for line in bottomLine...min(powers.count - 1, Int(Self.top * Double(loudest))) {
            if abs(line - loudest) <= reachedLines { power += powers[line] } else { rest += powers[line] }
        }
        guard power >= Self.quietest * SoundBands.fullScale, power >= Self.leastRatio * rest else { return nil }
        return Double(loudest) * width
    }
}
