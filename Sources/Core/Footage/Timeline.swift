// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a piece of footage is at any instant: a closed form, so that whoever shows it and whoever decodes it agree without asking.
///
/// Positions in a clip are counted from its first shown picture; positions in the delay line are sensor times, counted from the
/// clock's zero. Stepping, slow motion, playing backwards, a pause and the delay are all timelines and no code of their own.
public struct Timeline: Hashable, Sendable {
    /// At this instant …
    public var anchor: Timestamp
    /// … it was here.
    public var position: Duration
    /// How fast it goes on from there; 0 is a pause, below 0 it goes backwards.
    public var rate: Double
    /// It never leaves this range; `nil`: it goes on for ever.
    public var bounds: ClosedRange<Duration>?
    /// At one end of its bounds it goes on from the other, instead of standing still. Without bounds it means nothing.
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

    /// Where it is, exact to the nanosecond at a rate of 1.
    /// - Parameter offset: for a second picture beside the first one; it stays within the bounds, and isn't carried round a loop.
    public func position(at now: Timestamp, offset: Duration = .zero) -> Duration {
        let elapsed = now.nanoseconds - anchor.nanoseconds
        let moved = rate == 1 ? elapsed : Int64(clampingRounded: Double(elapsed) * rate)
        let place = position + .nanoseconds(moved)
        guard let bounds else { return place + offset }
        return ((loops ? place.wrapped(into: bounds) : place.clamped(to: bounds)) + offset).clamped(to: bounds)
    }

    /// The same, as the pictures' stamps say it: counted from the clock's zero.
    public func place(at now: Timestamp, offset: Duration = .zero) -> Timestamp { .zero + position(at: now, offset: offset) }

    /// From `now` on at another rate, from where it is.
    public func changed(rate: Double, at now: Timestamp) -> Timeline {
        Timeline(from: now, position: position(at: now), rate: rate, bounds: bounds, loops: loops)
    }

    /// From `now` on at another place, at the rate that it has.
    public func moved(to position: Duration, at now: Timestamp) -> Timeline {
        Timeline(from: now, position: bounds.map { position.clamped(to: $0) } ?? position, rate: rate, bounds: bounds, loops: loops)
    }
}

extension Int64 {
    /// Rounded; what is too large for it becomes the largest. `nan` is 0.
    fileprivate init(clampingRounded value: Double) {
        // A nanosecond clock is far from these for centuries; a product of two large numbers isn't.
        let limit = 4e18
        self = value.isNaN ? 0 : Int64(Swift.min(Swift.max(value.rounded(), -limit), limit))
    }
}

extension Duration {
    /// The place in a loop that is as long as the range, its end being its beginning.
    fileprivate func wrapped(into bounds: ClosedRange<Duration>) -> Duration {
        let length = (bounds.upperBound - bounds.lowerBound).nanoseconds
        guard length > 0 else { return bounds.lowerBound }
        let past = (self - bounds.lowerBound).nanoseconds % length
        return bounds.lowerBound + .nanoseconds(past < 0 ? past + length : past)
    }
}
