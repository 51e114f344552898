// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// When the service manager's watchdog is fed: only while the frame path is alive.
///
/// Alive means that since the last feed the display has had a vblank, and the loops of the box and the decoder have gone round. The
/// camera's loop may stand still for a few feeds, since a camera takes its time to be opened, and the clips in memory are worth a
/// wait. A camera that is away isn't death, and neither is a TV or a card: the loops go round without them. A pure value.
struct WatchdogRule {
    /// How often each part has shown that it lives.
    struct Beats: Hashable, Sendable {
        var display: UInt64 = 0
        var box: UInt64 = 0
        var camera: UInt64 = 0
        var decoder: UInt64 = 0
    }

    /// So many feeds the camera may stand still for; each is half an interval after the one before, or later.
    static let cameraPatience = 6

    /// The program is killed when this much time goes by without a feed.
    let interval: Duration
    private var atLastFeed: Beats
    /// Feeds since the camera was last seen to move.
    private var feedsWithoutCamera = 0

    init(interval: Duration, beats: Beats) {
        self.interval = interval
        atLastFeed = beats
    }

    /// The interval that the service manager asks of this process; `nil` when it asks nothing.
    ///
    /// `WATCHDOG_USEC` is in microseconds; with `WATCHDOG_PID` it is meant for that process alone.
    static func interval(environment: [String: String], process: Int32) -> Duration? {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init), microseconds > 0,
            microseconds < Int64.max / 1000
        else { return nil }
        if let meant = environment["WATCHDOG_PID"], Int32(meant) != process { return nil }
        return .microseconds(microseconds)
    }

    /// One look at the beats.
    /// - Returns: whether to feed now, and how long until the next look: half the interval after a feed; sooner while
    ///   a part stands still, so that a pause that ends in time isn't taken for death.
    mutating func look(at beats: Beats) -> (feeds: Bool, pause: Duration) {
        if beats.camera != atLastFeed.camera { feedsWithoutCamera = 0 }
        guard beats.display != atLastFeed.display, beats.box != atLastFeed.box, beats.decoder != atLastFeed.decoder,
            feedsWithoutCamera < Self.cameraPatience
        else { return (false, interval / 20) }
        atLastFeed = beats
        feedsWithoutCamera += 1
        return (true, interval / 2)
    }
}
