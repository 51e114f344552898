// SPDX-License-Identifier: GPL-3.0-or-later

/// The pictures of a strip: a row around a clip's moment, at equal steps, on the TV and in a still.
public struct StripRow: Hashable, Sendable {
    /// The time from one picture to the next, in seconds: a picture at 30 a second, since the release of a bow takes about a tenth of one.
    public static let usualStep = 1.0 / 30
    /// The most time from one picture to the next, in seconds.
    public static let longestStep = 0.5
    /// The number of pictures, if they have room.
    public static let usualCount = 8
    /// The tolerance of a picture's time, which a file has in its own ticks.
    private static let slack = Duration.milliseconds(1)

    /// The number of steps from the moment to each picture.
    public let offsets: Range<Int>
    private let moment: Duration
    private let step: Duration
    private let bounds: ClosedRange<Duration>

    /// - Parameters:
    ///   - moment: a position in the footage, as are `bounds`, between which there are pictures.
    ///   - chosen: the offset of a picture that has to be in the row.
    public init(_ count: Int = usualCount, around moment: Duration, step: Duration, within bounds: ClosedRange<Duration>, showing chosen: Int = 0) {
        (self.moment, self.step, self.bounds) = (moment, step, bounds)
        let step = max(.milliseconds(1), step)
        // The moment is about in the middle, or as near to it as both ends of the footage allow.
        func steps(_ span: Duration) -> Int { Int((span / step).rounded(.down).clamped(to: 0...1e6)) }
        let (before, after) = (steps(moment - bounds.lowerBound + Self.slack), steps(bounds.upperBound - moment))
        let index = min(max(count / 2, count - 1 - after), max(min(before, count - 1), 0))
        let first = min(max(-index, chosen - count + 1), chosen)
        offsets = first..<first + count
    }

    /// Returns the position of a picture in the footage, or `nil` if the footage has no picture there.
    public func place(_ offset: Int) -> Duration? {
        let place = moment + step * offset
        guard place >= bounds.lowerBound - Self.slack, place <= bounds.upperBound else { return nil }
        return max(bounds.lowerBound, place)
    }
}
