// SPDX-License-Identifier: GPL-3.0-or-later

/// The position in a piece of footage at any instant, as a closed form of time. So the display and the decoder agree without asking each
/// other.
///
/// Positions in a clip are counted from its first shown picture; positions in the delay line are sensor times, counted from the clock's
/// zero. Stepping, slow motion, playing backwards, a pause and the delay are all timelines and have no code of their own.
public struct Timeline: Hashable, Sendable {
    /// The instant at which the footage is at `position`.
    public var anchor: Timestamp
    /// The position at the instant `anchor`.
    public var position: Duration
    /// The rate from there on; 0 is a pause, and a negative rate plays backwards.
    public var rate: Double
    /// The range of positions, which is never left; `nil`: there is no limit.
    public var bounds: ClosedRange<Duration>?
    /// True if it jumps from one end of its bounds to the other instead of stopping. Without bounds this has no effect.
    public var loops: Bool

    public init(
        from anchor: Timestamp, position: Duration = .zero, rate: Double = 1, bounds: ClosedRange<Duration>? = nil,
        loops: Bool = false
    ) {
        self.anchor = anchor
        self.position = position
        self.rate = rate
        self.bounds = bounds
        self.loops = loops
    }

    /// Returns the position at an instant, exact to the nanosecond at a rate of 1.
    /// - Parameter offset: the distance to a second picture beside the first one. The result stays within the bounds and isn't carried
    ///   round a loop.
    public func position(at now: Timestamp, offset: Duration = .zero) -> Duration {
        let elapsed = now.nanoseconds - anchor.nanoseconds
        let moved = rate == 1 ? elapsed : Int64(clampingRounded: Double(elapsed) * rate)
        let place = position + .nanoseconds(moved)
        guard let bounds else { return place + offset }
        return ((loops ? place.wrapped(into: bounds) : place.clamped(to: bounds)) + offset).clamped(to: bounds)
    }

    /// Returns the same position as a time on the pictures' stamps, counted from the clock's zero.
    public func place(at now: Timestamp, offset: Duration = .zero) -> Timestamp { .zero + position(at: now, offset: offset) }

    /// Returns the timeline that goes on from its position at `now`, at another rate.
    public func changed(rate: Double, at now: Timestamp) -> Timeline {
        Timeline(from: now, position: position(at: now), rate: rate, bounds: bounds, loops: loops)
    }

    /// Returns the timeline that goes on from another position at `now`, at the same rate.
    public func moved(to position: Duration, at now: Timestamp) -> Timeline {
        Timeline(from: now, position: bounds.map { position.clamped(to: $0) } ?? position, rate: rate, bounds: bounds, loops: loops)
    }
}

extension Int64 {
    /// Rounds a number and clamps it to ±4e18; NaN becomes 0.
    fileprivate init(clampingRounded value: Double) {
        // A nanosecond clock reaches this limit after 126 years, but a product of two large numbers may exceed it.
        let limit = 4e18
        self = value.isNaN ? 0 : Int64(Swift.min(Swift.max(value.rounded(), -limit), limit))
    }
}

extension Duration {
    /// Returns the position in a loop over the range, whose end is the same position as its beginning.
    fileprivate func wrapped(into bounds: ClosedRange<Duration>) -> Duration {
        let length = (bounds.upperBound - bounds.lowerBound).nanoseconds
        guard length > 0 else { return bounds.lowerBound }
        let past = (self - bounds.lowerBound).nanoseconds % length
        return bounds.lowerBound + .nanoseconds(past < 0 ? past + length : past)
    }
}
