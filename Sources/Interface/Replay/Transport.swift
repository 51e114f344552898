// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How a piece of footage is played and worked: at which speed, round which loop, a picture on or back, in a shuttle.
///
/// Where it is, is a closed form of time (`timeline`); `advance` only takes the next form once its instant has come. While it is paused it
/// stands in the middle of a picture's time: so a step of one interval is one picture, however the stamps are rounded.
struct Transport: Hashable, Sendable {
    /// An arrow is held: it runs for as long as that is.
    struct Shuttle: Hashable, Sendable {
        /// 1 on, −1 back.
        var direction: Double
        var start: Timestamp
        /// It played when it began.
        var wasPlaying: Bool

        /// A paused picture runs slowly first, so that a place is found; after this it runs faster.
        static let slowTime: Duration = .seconds(2)
        /// Pictures a second, and while it plays times its own speed.
        static let (slow, fast, playing) = (10.0, 30.0, 4.0)

        func isFast(at now: Timestamp) -> Bool { start + Self.slowTime <= now }
    }

    private(set) var timeline: Timeline
    /// From one picture to the next.
    private(set) var interval: Duration
    /// Where one of the pictures begins; the others lie whole intervals from it.
    private(set) var grid: Duration
    /// How fast it plays when it does; below 0 backwards.
    private(set) var speed: Double
    private(set) var shuttle: Shuttle?
    /// It hasn't begun to play yet.
    private(set) var isWaiting = false
    /// The speeds of the loops still to come; the last one stays.
    private var programme: [Double] = []
    /// When the loop that plays now is over, and the next speed's turn comes.
    private var passEnd: Timestamp?

    /// It plays from this place round the bounds: once at each of the speeds, and on at the last.
    init(playing place: Duration, within bounds: ClosedRange<Duration>, grid: Duration, interval: Duration, speeds: [Double], at now: Timestamp) {
        self.grid = grid
        self.interval = interval
        speed = speeds.first ?? 1
        timeline = Timeline(from: now, position: place.clamped(to: bounds), rate: speed, bounds: bounds, loops: true)
        programme = Array(speeds.dropFirst())
        planPass(at: now)
    }

    /// It stands on the picture of this place.
    init(pausedAt place: Duration, within bounds: ClosedRange<Duration>, grid: Duration, interval: Duration, at now: Timestamp) {
        self.grid = grid
        self.interval = interval
        speed = 1
        timeline = Timeline(from: now, position: place, rate: 0, bounds: bounds)
        stand(at: place, at: now)
    }

    /// It stands on the very picture that it will show first, until it begins to play round the bounds.
    init(waitingAt place: Duration, within bounds: ClosedRange<Duration>, interval: Duration, at now: Timestamp) {
        grid = .zero
        self.interval = interval
        speed = 1
        isWaiting = true
        timeline = Timeline(from: now, position: place.clamped(to: bounds), rate: 0, bounds: bounds, loops: true)
    }

    /// What waited plays from this instant on.
    mutating func begin(at now: Timestamp) {
        isWaiting = false
        timeline = timeline.changed(rate: speed, at: now)
    }

    // MARK: What it is

    var isPaused: Bool { timeline.rate == 0 }
    var bounds: ClosedRange<Duration> { timeline.bounds ?? timeline.position...timeline.position }

    func position(at now: Timestamp) -> Duration { timeline.position(at: now) }

    /// An interval is whole nanoseconds: over the twenty minutes of a line the stamps of 60 pictures a second stray so far at most.
    private static let stray: Duration = .microseconds(50)

    /// The picture at a place, counted from the one at `grid`.
    func picture(at place: Duration) -> Int64 {
        let (from, step) = ((place - grid + Self.stray).nanoseconds, max(1, interval.nanoseconds))
        return from >= 0 ? from / step : (from + 1) / step - 1
    }

    /// How long after a moment the picture of a place comes, by whole pictures.
    func time(of place: Duration, from moment: Duration) -> Double {
        (interval * Int(picture(at: place) - picture(at: moment))).inSeconds
    }

    /// The next instant at which it takes another form by itself.
    var deadline: Timestamp? {
        if let shuttle { return shuttle.wasPlaying ? nil : shuttle.start + Shuttle.slowTime }
        return passEnd
    }

    // MARK: Time

    /// What became so by the passing of time alone.
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

    /// Somebody took it in hand: what was planned isn't any more.
    private mutating func endProgramme() { (programme, passEnd) = ([], nil) }

    // MARK: What a person does

    mutating func togglePause(at now: Timestamp) {
        endProgramme()
        // An arrow that is still held doesn't move it any more.
        shuttle = nil
        if isPaused {
            // At an end there is nothing left to play: it begins anew.
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

    /// Goes to a place: paused it stands on the picture there, else it plays on from it.
    mutating func jump(to place: Duration, at now: Timestamp) {
        if isPaused { return stand(at: place, at: now) }
        endProgramme()
        timeline = timeline.moved(to: within(place), at: now)
    }

    /// Plays faster or slower from now on; paused, when it plays again.
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

    /// The arrow was let go: it stands where it is, or plays on from there as it did.
    mutating func endShuttle(at now: Timestamp) {
        guard let shuttle else { return }
        self.shuttle = nil
        if shuttle.wasPlaying { timeline = timeline.changed(rate: speed, at: now) } else { stand(at: position(at: now), at: now) }
    }

    /// It may go anywhere within these bounds from now on.
    mutating func set(bounds: ClosedRange<Duration>, loops: Bool, at now: Timestamp) {
        let place = position(at: now)
        timeline = Timeline(from: now, position: place.clamped(to: bounds), rate: timeline.rate, bounds: bounds, loops: loops)
    }

    /// The footage turned out to be other than it was thought.
    mutating func set(interval: Duration) { self.interval = max(.nanoseconds(1), interval) }

    // MARK: Places

    private func rate(ofPictures count: Double) -> Double { count * interval.inSeconds }

    /// Stands in the middle of the picture at a place.
    private mutating func stand(at place: Duration, at now: Timestamp) {
        endProgramme()
        let middle = grid + interval * Int(picture(at: within(place))) + interval / 2
        timeline = Timeline(from: now, position: middle.clamped(to: bounds), rate: 0, bounds: bounds, loops: timeline.loops)
    }

    /// The last picture begins before the end: a place at the end of a loop would be at its beginning.
    private func within(_ place: Duration) -> Duration {
        place.clamped(to: bounds.lowerBound...max(bounds.lowerBound, bounds.upperBound - interval / 2))
    }
}
