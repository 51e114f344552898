/// Where a clip that plays is at any instant: a closed form, so that whoever shows it and whoever decodes it agree without asking.
public struct PlaybackTimeline: Hashable, Sendable {
    /// At this instant …
    public var anchor: Timestamp
    /// … it was here, from the clip's first shown picture.
    public var position: Duration
    /// How fast it goes on from there; 0 is a pause.
    public var rate: Double

    public init(from anchor: Timestamp, position: Duration = .zero, rate: Double = 1) {
        self.anchor = anchor
        self.position = position
        self.rate = rate
    }

    /// Never before the clip's beginning.
    public func position(at now: Timestamp) -> Duration {
        max(.zero, position + .seconds(anchor.duration(to: now).inSeconds * rate))
    }

    /// The same place from `now` on, at another rate.
    public func changed(rate: Double, at now: Timestamp) -> PlaybackTimeline {
        PlaybackTimeline(from: now, position: position(at: now), rate: rate)
    }
}
