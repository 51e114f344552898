// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The loudness in short, equal spans of the clock: the newest spans, in memory taken once. A pure value.
struct LoudnessRing: Sendable {
    /// The length of a span: fine enough for a bar that covers minutes, on which a release is one stroke.
    static let span = Duration.milliseconds(100)

    /// The levels. A span's index is its number since the clock's zero, modulo the count.
    private var levels: [UInt8]
    /// The number of the newest span for which anything was noted.
    private var newest: Int64?

    init(seconds: Double) {
        levels = Array(repeating: 0, count: max(1, Int((seconds / Self.span.inSeconds).rounded(.up)) + 1))
    }

    /// Notes some samples, interleaved.
    /// - Parameter rate: the number of these samples per second, all channels together.
    mutating func note(_ samples: [Int16], from begin: Timestamp, rate: Double) {
        guard rate >= 1, begin >= .zero else { return }
        var index = 0
        while index < samples.count {
            let place = begin.nanoseconds + Int64(Double(index) * 1e9 / rate)
            let number = place / Self.span.nanoseconds
            let left = Double((number + 1) * Self.span.nanoseconds - place) * rate / 1e9
            let next = index + Int(left.rounded(.up).clamped(to: 1...Double(samples.count - index)))
            let loudest = samples[index..<next].reduce(0) { max($0, Int($1.magnitude)) }
            note(loudest == 0 ? 0 : max(1, UInt8(clamping: (loudest * 255 + 16_384) / 32_768)), inSpan: number)
            index = next
        }
    }

    private mutating func note(_ level: UInt8, inSpan number: Int64) {
        let count = Int64(levels.count)
        // The spans between the newest one and this one were silent. Levels older than the ring's length are gone.
        if let newest, number > newest {
            for silent in max(newest + 1, number - count + 1)...number { levels[Int(silent % count)] = 0 }
        }
        if let newest, number <= newest - count { return }
        newest = max(newest ?? number, number)
        levels[Int(number % count)] = max(levels[Int(number % count)], level)
    }

    /// Returns the waveform of a stretch of the clock. Spans that aren't held any more, or were never recorded, are silent.
    func waveform(from begin: Timestamp, through end: Timestamp) -> Waveform {
        var waveform = Waveform(of: begin.duration(to: max(begin, end)))
        guard let newest else { return waveform }
        let count = Int64(levels.count)
        let first = max(begin.nanoseconds / Self.span.nanoseconds, newest - count + 1, 0)
        let last = min(end.nanoseconds / Self.span.nanoseconds, newest)
        guard first <= last else { return waveform }
        for number in first...last {
            let place = Duration.nanoseconds(number * Self.span.nanoseconds - begin.nanoseconds)
            waveform.note(level: levels[Int(number % count)], from: place, for: Self.span)
        }
        return waveform
    }
}
