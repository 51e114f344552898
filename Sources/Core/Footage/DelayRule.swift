// SPDX-License-Identifier: GPL-3.0-or-later

/// Which picture is due: the newest whose sensor time isn't after the vblank's own time less the delay.
///
/// It is worked out anew at every vblank from the timestamps alone, so that encoding, decoding and queueing add nothing
/// to the delay and it can't drift. The delayed track (`Track.delayed`) follows `timeline`, and so do the display, which takes the
/// newest frame that isn't after it, and the decoder, which is there a few vblanks earlier.
public struct DelayRule: Hashable, Sendable {
    /// How far the TV lags life.
    public var delay: Duration

    public init(delay: Duration) {
        self.delay = delay
    }

    /// The newest footage that must stay for this delay: the delay, and a second for decoding ahead and for GOPs that go as a whole.
    public var protectedSpan: Duration { delay + .seconds(1) }

    /// Where the delayed picture is at any instant: at what the camera saw this long before.
    public var timeline: Timeline { Timeline(from: .zero, position: .zero - delay) }

    /// How long until the first delayed picture: the countdown while the line fills. Zero once it is there.
    /// - Parameter oldest: the oldest footage held, or `nil` while there is none.
    public func countdown(oldest: FrameStamp?, at now: Timestamp) -> Duration {
        guard let oldest else { return delay }
        return max(.zero, timeline.place(at: now).duration(to: oldest.timestamp))
    }

    /// The line holds less than the delay: there is no delayed picture yet.
    public func isFilling(oldest: FrameStamp?, at now: Timestamp) -> Bool {
        countdown(oldest: oldest, at: now) > .zero
    }
}
