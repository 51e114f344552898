// SPDX-License-Identifier: GPL-3.0-or-later

/// Which picture is due: the newest whose sensor time isn't after the vblank's own time less the delay.
///
/// It is worked out anew at every vblank from the timestamps alone, so that encoding, decoding and queueing add nothing
/// to the delay and it can't drift.
public struct DelayRule: Hashable, Sendable {
    /// How far the TV lags life.
    public var delay: Duration

    public init(delay: Duration) {
        self.delay = delay
    }

    /// The newest footage that must stay for this delay: the delay, and a second for decoding ahead and for GOPs that go as a whole.
    public var protectedSpan: Duration { delay + .seconds(1) }

    /// The instant of life that the TV shows from this vblank on.
    public func target(at vblank: Timestamp) -> Timestamp { vblank - delay }

    /// Which of these frames, oldest first, is due at this vblank; `nil` while all are too new.
    public func due(among frames: some RandomAccessCollection<FrameStamp>, at vblank: Timestamp) -> FrameStamp? {
        let target = target(at: vblank)
        return frames.last { $0.timestamp <= target }
    }

    /// How much older the picture is than the delay asks: from zero to one frame interval where all is well.
    public func error(showing shown: FrameStamp, at vblank: Timestamp) -> Duration {
        shown.timestamp.duration(to: target(at: vblank))
    }

    /// How long until the first delayed picture: the countdown while the line fills. Zero once it is there.
    /// - Parameter oldest: the oldest footage held, or `nil` while there is none.
    public func countdown(oldest: FrameStamp?, at now: Timestamp) -> Duration {
        guard let oldest else { return delay }
        return max(.zero, target(at: now).duration(to: oldest.timestamp))
    }

    /// The line holds less than the delay: there is no delayed picture yet.
    public func isFilling(oldest: FrameStamp?, at now: Timestamp) -> Bool {
        countdown(oldest: oldest, at: now) > .zero
    }
}
