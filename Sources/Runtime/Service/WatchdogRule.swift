import Core

/// When the service manager's watchdog is fed: only while the frame path is alive.
///
/// Alive means that since the last feed the display has had a vblank and the box's loop has gone round. A camera that
/// is away isn't death, and neither is a TV or a card: both loops go on without them. A pure value.
struct WatchdogRule {
    /// How often each part has shown that it lives.
    struct Beats: Hashable, Sendable {
        var display: UInt64 = 0
        var box: UInt64 = 0
    }

    /// The program is killed when this much time goes by without a feed.
    let interval: Duration
    private var atLastFeed: Beats

    init(interval: Duration, beats: Beats) {
        self.interval = interval
        atLastFeed = beats
    }

    /// The interval that the service manager asks of this process; `nil` when it asks nothing.
    ///
    /// `WATCHDOG_USEC` is in microseconds; with `WATCHDOG_PID` it is meant for that process alone.
    static func interval(environment: [String: String], process: Int32) -> Duration? {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init), microseconds > 0,
              microseconds < Int64.max / 1000 else { return nil }
        if let meant = environment["WATCHDOG_PID"], Int32(meant) != process { return nil }
        return .microseconds(microseconds)
    }

    /// One look at the beats.
    /// - Returns: whether to feed now, and how long until the next look: half the interval after a feed; sooner while
    ///   a part stands still, so that a pause that ends in time isn't taken for death.
    mutating func look(at beats: Beats) -> (feeds: Bool, pause: Duration) {
        guard beats.display != atLastFeed.display, beats.box != atLastFeed.box else { return (false, interval / 20) }
        atLastFeed = beats
        return (true, interval / 2)
    }
}
