// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The playback of a piece of footage and the control over it: speed, loop, single pictures, and shuttle.
///
/// The position is a closed form of time (`timeline`). `advance` only changes to the next form once its instant has come. While it is
/// paused, the position is the middle of a picture's time, so a step of one interval is one picture, however the timestamps are rounded.
struct Transport: Hashable, Sendable {
    /// A run forwards or backwards for as long as an arrow is held.
    struct Shuttle: Hashable, Sendable {
        /// 1 forwards, −1 backwards.
        var direction: Double
        var start: Timestamp
        /// True if it was playing when the shuttle began.
        var wasPlaying: Bool

        /// From a pause it runs slowly for this time, so that a position can be found; then it runs faster.
        static let slowTime: Duration = .seconds(2)
        /// The rates: `slow` and `fast` in pictures a second, from a pause; `playing` in times normal speed, if it was playing.
        static let (slow, fast, playing) = (10.0, 30.0, 4.0)

        func isFast(at now: Timestamp) -> Bool { start + Self.slowTime <= now }
    }

    private(set) var timeline: Timeline
    /// The time from one picture to the next.
    private(set) var interval: Duration
    /// The beginning of one of the pictures; the others lie whole intervals from it.
    private(set) var grid: Duration
    /// The speed at which it plays; below 0 it plays backwards.
    private(set) var speed: Double
    private(set) var shuttle: Shuttle?
    /// True if it hasn't begun to play yet.
    private(set) var isWaiting = false
    /// The speeds of the loops still to come; the last one stays.
    private var programme: [Double] = []
    /// The end of the current loop, at which the next speed begins.
    private var passEnd: Timestamp?

    /// Plays from this position within the bounds, in a loop: once at each of the speeds, and on at the last.
    init(playing place: Duration, within bounds: ClosedRange<Duration>, grid: Duration, interval: Duration, speeds: [Double], at now: Timestamp) {
        self.grid = grid
        self.interval = interval
        speed = speeds.first ?? 1
        timeline = Timeline(from: now, position: place.clamped(to: bounds), rate: speed, bounds: bounds, loops: true)
        programme = Array(speeds.dropFirst())
        planPass(at: now)
    }

    /// Pauses on the picture at this position.
    init(pausedAt place: Duration, within bounds: ClosedRange<Duration>, grid: Duration, interval: Duration, at now: Timestamp) {
        self.grid = grid
        self.interval = interval
        speed = 1
        timeline = Timeline(from: now, position: place, rate: 0, bounds: bounds)
        stand(at: place, at: now)
    }

    /// Waits on the very picture that it will show first, until `begin` starts a loop within the bounds.
    init(waitingAt place: Duration, within bounds: ClosedRange<Duration>, interval: Duration, at now: Timestamp) {
        grid = .zero
        self.interval = interval
        speed = 1
        isWaiting = true
        timeline = Timeline(from: now, position: place.clamped(to: bounds), rate: 0, bounds: bounds, loops: true)
    }

    /// Starts playing at this instant, after waiting.
    mutating func begin(at now: Timestamp) {
        isWaiting = false
        timeline = timeline.changed(rate: speed, at: now)
    }

    // MARK: State

    var isPaused: Bool { timeline.rate == 0 }
    var bounds: ClosedRange<Duration> { timeline.bounds ?? timeline.position...timeline.position }

    func position(at now: Timestamp) -> Duration { timeline.position(at: now) }

    /// The most by which timestamps stray from whole intervals. An interval is whole nanoseconds; this is the sum over the twenty minutes
    /// of a line at 60 pictures a second.
    private static let stray: Duration = .microseconds(50)

    /// Returns the number of the picture at a position, counted from the one at `grid`.
    func picture(at place: Duration) -> Int64 {
        let (from, step) = ((place - grid + Self.stray).nanoseconds, max(1, interval.nanoseconds))
        return from >= 0 ? from / step : (from + 1) / step - 1
    }

    /// Returns how many seconds after a moment the picture at a position comes, by whole pictures.
    func time(of place: Duration, from moment: Duration) -> Double {
        (interval * Int(picture(at: place) - picture(at: moment))).inSeconds
    }

    /// The next instant at which it takes another form by itself.
    var deadline: Timestamp? {
        if let shuttle { return shuttle.wasPlaying ? nil : shuttle.start + Shuttle.slowTime }
        return passEnd
    }

    // MARK: Time

    /// Takes the forms whose instants have come by `now`.
    mutating func advance(to now: Timestamp) {
        if let shuttle, !shuttle.wasPlaying, shuttle.isFast(at: now), abs(timeline.rate) < rate(ofPictures: Shuttle.fast) {
            timeline = timeline.changed(rate: shuttle.direction * rate(ofPictures: Shuttle.fast), at: shuttle.start + Shuttle.slowTime)
        }
        while let end = passEnd, end <= now, let next = programme.first {
            programme.removeFirst()
            speed = next
            timeline = Timeline(from: end, position: next < 0 ? bounds.upperBound : bounds.lowerBound, rate: next, bounds: bounds, loops: true)
            planPass(at: end)
        }
    }

    private mutating func planPass(at now: Timestamp) {
        passEnd = nil
        guard !programme.isEmpty, speed != 0 else { return }
        let left = speed > 0 ? bounds.upperBound - position(at: now) : position(at: now) - bounds.lowerBound
        passEnd = now + left / abs(speed)
    }

    /// Drops the planned speeds, because somebody took control.
    private mutating func endProgramme() { (programme, passEnd) = ([], nil) }

    // MARK: Actions

    mutating func togglePause(at now: Timestamp) {
        endProgramme()
        // From now on an arrow that is still held doesn't move it any more.
        shuttle = nil
        if isPaused {
            // At an end there is nothing left to play, so it begins anew.
            let (place, isForward) = (position(at: now), speed > 0)
            let isAtEnd = !timeline.loops && (isForward ? place + interval > bounds.upperBound : place - interval < bounds.lowerBound)
            if isAtEnd, bounds.lowerBound < bounds.upperBound {
                timeline = timeline.moved(to: isForward ? bounds.lowerBound : bounds.upperBound, at: now)
            }
            timeline = timeline.changed(rate: speed, at: now)
        } else {
            stand(at: position(at: now), at: now)
        }
    }

    /// Goes to a position: stands on the picture there if paused, otherwise plays on from there.
    mutating func jump(to place: Duration, at now: Timestamp) {
        if isPaused { return stand(at: place, at: now) }
        endProgramme()
        timeline = timeline.moved(to: within(place), at: now)
    }

    /// Changes the speed from now on; if paused, for when it plays again.
    mutating func change(speed new: Double, at now: Timestamp) {
        endProgramme()
        speed = new
        if !isPaused { timeline = timeline.changed(rate: new, at: now) }
    }

    mutating func beginShuttle(_ direction: Double, at now: Timestamp) {
        guard shuttle == nil else { return }
        endProgramme()
        shuttle = Shuttle(direction: direction, start: now, wasPlaying: !isPaused)
        let rate = isPaused ? rate(ofPictures: Shuttle.slow) : Shuttle.playing
        timeline = timeline.changed(rate: direction * rate, at: now)
    }

    /// Ends the shuttle when the arrow is released: pauses at the current position, or plays on from there as before.
    mutating func endShuttle(at now: Timestamp) {
        guard let shuttle else { return }
        self.shuttle = nil
        if shuttle.wasPlaying { timeline = timeline.changed(rate: speed, at: now) } else { stand(at: position(at: now), at: now) }
    }

    /// Sets the bounds within which it may move from now on.
    mutating func set(bounds: ClosedRange<Duration>, loops: Bool, at now: Timestamp) {
        let place = position(at: now)
        timeline = Timeline(from: now, position: place.clamped(to: bounds), rate: timeline.rate, bounds: bounds, loops: loops)
    }

    /// Corrects the interval once the footage is better known.
    mutating func set(interval: Duration) { self.interval = max(.nanoseconds(1), interval) }

    // MARK: Positions

    private func rate(ofPictures count: Double) -> Double { count * interval.inSeconds }

    /// Pauses in the middle of the picture at a position.
    private mutating func stand(at place: Duration, at now: Timestamp) {
        endProgramme()
        let middle = grid + interval * Int(picture(at: within(place))) + interval / 2
        timeline = Timeline(from: now, position: middle.clamped(to: bounds), rate: 0, bounds: bounds, loops: timeline.loops)
    }

    /// Returns a position no later than the middle of the last picture, because the end of a loop is its beginning.
    private func within(_ place: Duration) -> Duration {
        place.clamped(to: bounds.lowerBound...max(bounds.lowerBound, bounds.upperBound - interval / 2))
    }
}
