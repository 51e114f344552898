// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How loud it was, in short, equal spans of the clock: the newest ones, in memory taken once. A pure value.
struct LoudnessRing: Sendable {
    /// Fine enough for a bar on which minutes lie: a release is a stroke in its place.
    static let span = Duration.milliseconds(100)

    /// By the span's number since the clock's zero, in the place that is the remainder.
    private var levels: [UInt8]
    /// The newest span that anything was noted of.
    private var newest: Int64?

    init(seconds: Double) {
        levels = Array(repeating: 0, count: max(1, Int((seconds / Self.span.inSeconds).rounded(.up)) + 1))
    }

    /// Notes some samples, interleaved.
    /// - Parameter rate: how many of these samples a second has.
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
        // What lies between the newest and this one was silent, and what is as old as the ring is long is gone.
        if let newest, number > newest {
            for silent in max(newest + 1, number - count + 1)...number { levels[Int(silent % count)] = 0 }
        }
        if let newest, number <= newest - count { return }
        newest = max(newest ?? number, number)
        levels[Int(number % count)] = max(levels[Int(number % count)], level)
    }

    /// Of a stretch of the clock; what isn't held any more, or was never heard, is silent.
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
