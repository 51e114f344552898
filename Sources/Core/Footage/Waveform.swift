// SPDX-License-Identifier: GPL-3.0-or-later

/// How loud a piece of footage is, from its beginning to its end: the loudest sample in each of many short, equal spans.
///
/// Its memory is bounded, however long the footage is. What isn't covered is silent.
public struct Waveform: Hashable, Sendable {
    /// No span is shorter: a release is a click of a few milliseconds, and on a bar it is a stroke of at least this.
    public static let finest = Duration.milliseconds(20)
    /// The most spans of one footage; longer ones than a minute get longer spans.
    public static let most = 3000
    /// Sound that is never louder than this is drawn as quiet as it is: the noise of an empty range isn't blown up to fill the bar.
    public static let quietest = 1.0 / 32

    /// How long each span is.
    public let span: Duration
    /// The loudest sample of each span, 0…255 for 0…1.
    public private(set) var peaks: [UInt8]

    /// A silent one.
    public init(of length: Duration) {
        let wanted = Int((length.inSeconds.clamped(to: 0...1e6) / Self.finest.inSeconds).rounded(.up))
        let count = wanted.clamped(to: 1...Self.most)
        span = max(Self.finest, .nanoseconds(length.nanoseconds.clamped(to: 0...1_000_000_000_000_000) / Int64(count)))
        peaks = [UInt8](repeating: 0, count: count)
    }

    /// Notes some samples, interleaved or of one channel, that are heard from one place on.
    /// - Parameter rate: how many of these samples a second has.
    public mutating func note(_ samples: [Int16], from place: Duration, rate: Double) {
        guard rate >= 1, place.inSeconds.magnitude < 1e6 else { return }
        // Whole nanoseconds: a quotient of those is exact where it is whole.
        let (begin, unit) = (Double(place.nanoseconds), Double(span.nanoseconds))
        var index = 0
        while index < samples.count {
            let number = ((begin + Double(index) * 1e9 / rate) / unit).rounded(.down)
            let next = (((number + 1) * unit - begin) * rate / 1e9).rounded(.up).clamped(to: Double(index + 1)...Double(samples.count))
            defer { index = Int(next) }
            guard number >= 0, number < Double(peaks.count) else { continue }
            let loudest = samples[index..<Int(next)].reduce(0) { max($0, Int($1.magnitude)) }
            // Any sound at all is more than none.
            let level = loudest == 0 ? 0 : max(1, UInt8(clamping: (loudest * 255 + 16_384) / 32_768))
            peaks[Int(number)] = max(peaks[Int(number)], level)
        }
    }

    /// Notes how loud a stretch was whose samples are gone.
    /// - Parameter level: the loudest of them, 0…255 for 0…1.
    public mutating func note(level: UInt8, from place: Duration, for length: Duration) {
        let unit = Double(span.nanoseconds)
        let first = (Double(place.nanoseconds) / unit).rounded(.down).clamped(to: 0...Double(peaks.count))
        let end = (Double((place + length).nanoseconds) / unit).rounded(.up).clamped(to: 0...Double(peaks.count))
        for index in Int(first)..<max(Int(first), Int(end)) { peaks[index] = max(peaks[index], level) }
    }

    /// There is something to hear.
    public var hasSound: Bool { peaks.contains { $0 > 0 } }

    /// The loudest of what lies in a range, 0…1.
    public func peak(in range: ClosedRange<Duration>) -> Double {
        let unit = Double(span.nanoseconds)
        let first = (Double(range.lowerBound.nanoseconds) / unit).rounded(.down).clamped(to: 0...Double(peaks.count))
        // The end isn't among it, but for a range shorter than a span.
        let last = (Double(range.upperBound.nanoseconds) / unit).rounded(.up).clamped(to: 0...Double(peaks.count))
        guard range.upperBound > .zero || range.lowerBound == .zero, first < Double(peaks.count) else { return 0 }
        return Double(peaks[Int(first)..<max(Int(first) + 1, Int(last))].max() ?? 0) / 255
    }

    /// How high each of so many strokes is that lie side by side over a range, 0…1: the loudest sound of all reaches 1.
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
