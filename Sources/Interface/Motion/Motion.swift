// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A span of time in which the scene changes with every vblank.
struct TimeSpan: Hashable, Sendable {
    var start: Timestamp
    var end: Timestamp

    init(_ start: Timestamp, for duration: Duration) {
        self.start = start
        end = start + duration
    }

    init(_ start: Timestamp, _ end: Timestamp) {
        self.start = start
        self.end = max(start, end)
    }

    /// Returns 0 before it, 1 after it, and a linear value in between.
    func progress(at now: Timestamp) -> Double {
        if now <= start { return 0 }
        if now >= end { return 1 }
        return start.duration(to: now).inSeconds / start.duration(to: end).inSeconds
    }

    /// Returns the next instant after `seen` at which this span changes the scene, or `nil` once it is over.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        if seen < start { return start }
        return seen < end ? min(end, seen + Motion.step) : nil
    }
}

/// A value on its way to a target. Its position is known at any instant, so it can be turned round anywhere.
struct Transition: Hashable, Sendable {
    private var from: Double
    private(set) var target: Double
    private(set) var span: TimeSpan

    /// Creates a value at rest.
    init(at value: Double, since instant: Timestamp) {
        from = value
        target = value
        span = TimeSpan(instant, for: .zero)
    }

    func value(at now: Timestamp) -> Double {
        let rest = 1 - span.progress(at: now)
        return target + (from - target) * rest * rest * rest
    }

    /// Returns the velocity, a second.
    func velocity(at now: Timestamp) -> Double {
        guard now >= span.start, now < span.end else { return 0 }
        let rest = 1 - span.progress(at: now)
        return 3 * (target - from) * rest * rest / span.start.duration(to: span.end).inSeconds
    }

    mutating func go(to target: Double, at now: Timestamp, within duration: Duration) {
        from = value(at: now)
        self.target = target
        span = TimeSpan(now, for: duration)
    }
}

/// The durations of motions and waits.
enum Motion {
    /// Moving things are drawn anew at least this often. No TV refreshes so fast that this would show.
    static let step: Duration = .milliseconds(8)
    /// The time in which a page slides over another one.
    static let slide: Duration = .milliseconds(250)
    static let sheet: Duration = .milliseconds(250)
    /// The time in which a picture turns to where the person is.
    static let gaze: Duration = .milliseconds(400)
    static let crossFade: Duration = .milliseconds(150)
    /// Hints go if nobody has touched anything for this long …
    static let idle: Duration = .seconds(5)
    /// … and take this long to go.
    static let fade: Duration = .milliseconds(300)
    static let toast: Duration = .seconds(5)
    /// The delay stays amber for this long after it was turned.
    static let turned: Duration = .seconds(2)
    /// A sheet that only tells something stays for this long after there is no more to tell.
    static let report: Duration = .seconds(5)
    /// A report that waits for a card goes after this long in any case.
    static let longestReport: Duration = .seconds(30)
    static let offer: Duration = .seconds(10)
    /// Settings are saved this long after the last change of one.
    static let settle: Duration = .seconds(2)
}
