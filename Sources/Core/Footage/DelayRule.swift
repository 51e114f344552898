// SPDX-License-Identifier: GPL-3.0-or-later

/// The rule for the picture that is due: the newest one whose sensor time isn't after the vblank's own time minus the delay.
///
/// It is evaluated at every vblank from the timestamps alone, so that encoding, decoding and queueing add nothing to the delay, and the
/// delay can't drift. The delayed track (`Track.delayed`) follows `timeline`. So do the display, which takes the newest frame that isn't
/// after it, and the decoder, which reaches it a few vblanks earlier.
public struct DelayRule: Hashable, Sendable {
    /// The time by which the TV lags life.
    public var delay: Duration

    public init(delay: Duration) {
        self.delay = delay
    }

    /// The length of the newest footage that must stay for this delay: the delay, plus a second for decoding ahead and because GOPs are
    /// evicted as a whole.
    public var protectedSpan: Duration { delay + .seconds(1) }

    /// The sensor time of the delayed picture at any instant: the instant minus the delay.
    public var timeline: Timeline { Timeline(from: .zero, position: .zero - delay) }

    /// Returns the time until the first delayed picture, which is the countdown while the line fills; zero once the picture is there.
    /// - Parameter oldest: the oldest footage held, or `nil` if the line is empty.
    public func countdown(oldest: FrameStamp?, at now: Timestamp) -> Duration {
        guard let oldest else { return delay }
        return max(.zero, timeline.place(at: now).duration(to: oldest.timestamp))
    }

    /// True if the line holds less than the delay, so there is no delayed picture yet.
    public func isFilling(oldest: FrameStamp?, at now: Timestamp) -> Bool {
        countdown(oldest: oldest, at: now) > .zero
    }
}
