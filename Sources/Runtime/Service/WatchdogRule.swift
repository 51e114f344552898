// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides when the service manager's watchdog is fed: only while the frame path is alive.
///
/// Alive means that since the last feed the display has had a vblank, and the loops of the box and the decoder have gone round. The
/// camera's loop may stand still for a few feeds, since a camera takes its time to be opened, and the clips in memory are worth a
/// wait. A box whose camera, TV or card is away is alive too: the loops go round without it. A pure value.
struct WatchdogRule {
    /// The number of times that each part has shown that it lives.
    struct Beats: Hashable, Sendable {
        var display: UInt64 = 0
        var box: UInt64 = 0
        var camera: UInt64 = 0
        var decoder: UInt64 = 0
    }

    /// The number of feeds for which the camera may stand still; each is half an interval after the one before, or later.
    static let cameraPatience = 6

    /// The time without a feed after which the program is killed.
    let interval: Duration
    private var atLastFeed: Beats
    /// The number of feeds since the camera was last seen to move.
    private var feedsWithoutCamera = 0

    init(interval: Duration, beats: Beats) {
        self.interval = interval
        atLastFeed = beats
    }

    /// Returns the interval that the service manager asks of this process; `nil` if it asks for no watchdog.
    ///
    /// `WATCHDOG_USEC` is in microseconds; with `WATCHDOG_PID` it is meant for that process alone.
    static func interval(environment: [String: String], process: Int32) -> Duration? {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init), microseconds > 0,
            microseconds < Int64.max / 1000
        else { return nil }
        if let meant = environment["WATCHDOG_PID"], Int32(meant) != process { return nil }
        return .microseconds(microseconds)
    }

    /// Checks the beats.
    /// - Returns: `feeds`: whether to feed now; `pause`: the time until the next check: half the interval after a feed; sooner while
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
