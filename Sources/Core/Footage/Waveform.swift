// SPDX-License-Identifier: GPL-3.0-or-later

/// The loudness of a piece of footage from its beginning to its end: the loudest sample in each of many short, equal spans.
///
/// Its memory is limited, however long the footage is. Spans without samples are silent.
public struct Waveform: Hashable, Sendable {
    /// The shortest span. A release is a click of a few milliseconds and must be visible as a stroke on a bar.
    public static let finest = Duration.milliseconds(20)
    /// The most spans of one piece of footage. Footage longer than a minute gets longer spans.
    public static let most = 3000
    /// If the loudest sound is below this level, it doesn't fill the bar: the noise of an empty range is not magnified.
    public static let quietest = 1.0 / 32

    /// The length of each span.
    public let span: Duration
    /// The loudest sample of each span, 0…255 for 0…1.
    public private(set) var peaks: [UInt8]

    /// Creates a silent waveform.
    public init(of length: Duration) {
        let wanted = Int((length.inSeconds.clamped(to: 0...1e6) / Self.finest.inSeconds).rounded(.up))
        let count = wanted.clamped(to: 1...Self.most)
        span = max(Self.finest, .nanoseconds(length.nanoseconds.clamped(to: 0...1_000_000_000_000_000) / Int64(count)))
        peaks = [UInt8](repeating: 0, count: count)
    }

    /// Notes samples, interleaved or of one channel, that begin at a position.
    /// - Parameter rate: the number of these samples in a second.
    public mutating func note(_ samples: [Int16], from place: Duration, rate: Double) {
        guard rate >= 1, place.inSeconds.magnitude < 1e6 else { return }
        // Calculate with whole nanoseconds: a quotient that is a whole number is then exact.
        let (begin, unit) = (Double(place.nanoseconds), Double(span.nanoseconds))
        var index = 0
        while index < samples.count {
            let number = ((begin + Double(index) * 1e9 / rate) / unit).rounded(.down)
            let next = (((number + 1) * unit - begin) * rate / 1e9).rounded(.up).clamped(to: Double(index + 1)...Double(samples.count))
            defer { index = Int(next) }
            guard number >= 0, number < Double(peaks.count) else { continue }
            let loudest = samples[index..<Int(next)].reduce(0) { max($0, Int($1.magnitude)) }
            // Any sound at all has at least level 1.
            let level = loudest == 0 ? 0 : max(1, UInt8(clamping: (loudest * 255 + 16_384) / 32_768))
            peaks[Int(number)] = max(peaks[Int(number)], level)
        }
    }

    /// Notes the loudness of a stretch whose samples are no longer available.
    /// - Parameter level: the loudest of the samples, 0…255 for 0…1.
    public mutating func note(level: UInt8, from place: Duration, for length: Duration) {
        let unit = Double(span.nanoseconds)
        let first = (Double(place.nanoseconds) / unit).rounded(.down).clamped(to: 0...Double(peaks.count))
        let end = (Double((place + length).nanoseconds) / unit).rounded(.up).clamped(to: 0...Double(peaks.count))
        for index in Int(first)..<max(Int(first), Int(end)) { peaks[index] = max(peaks[index], level) }
    }

    /// True if there is something to hear.
    public var hasSound: Bool { peaks.contains { $0 > 0 } }

    /// Returns the loudest level in a range, 0…1.
    public func peak(in range: ClosedRange<Duration>) -> Double {
        let unit = Double(span.nanoseconds)
        let first = (Double(range.lowerBound.nanoseconds) / unit).rounded(.down).clamped(to: 0...Double(peaks.count))
        // The range's end is excluded, but at least one span is always included.
        let last = (Double(range.upperBound.nanoseconds) / unit).rounded(.up).clamped(to: 0...Double(peaks.count))
        guard range.upperBound > .zero || range.lowerBound == .zero, first < Double(peaks.count) else { return 0 }
        return Double(peaks[Int(first)..<max(Int(first) + 1, Int(last))].max() ?? 0) / 255
    }

    /// Returns the heights of `count` strokes side by side over a range, 0…1. The loudest sound of the whole footage has height 1, unless
    /// it is below `quietest`.
    public func strokes(_ count: Int, over range: ClosedRange<Duration>) -> [Double] {
        guard count > 0, let loudest = peaks.max(), loudest > 0 else { return [] }
        let full = max(Double(loudest) / 255, Self.quietest)
        let step = (range.upperBound - range.lowerBound) / count
        return (0..<count).map { index in
            let from = range.lowerBound + step * index
            return peak(in: from...from + step) / full
        }
    }
}
