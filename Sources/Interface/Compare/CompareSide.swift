// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One of two clips that are looked at together.
struct CompareSide: Hashable, Sendable {
    let key: ClipKey
    let track: TrackID
    /// What the clip is about, after its first picture: both clips have it at the same instant.
    private(set) var moment: Duration
    /// How long it plays, and from one of its pictures to the next.
    private(set) var length: Duration
    private(set) var interval: Duration
    private(set) var size = VideoSize.hd1080
    private var recorded = PictureOrientation.upright
    /// Its file has said what it is.
    private(set) var isOpen = false
    /// So many of its own pictures it comes before its moment says.
    var shift = 0

    /// Before the clip's file is open, its record says how long it plays, and the camera's rate stands for its own.
    init(_ clip: ScoreBook.Clip, key: ClipKey, track: TrackID, in context: Context) {
        self.key = key
        self.track = track
        interval = context.stream.rate.interval
        length = max(.zero, .seconds(clip.seconds))
        moment = min(length, .seconds(clip.moment ?? 0))
        if let facts = context.openClips.facts(of: key, on: track) { take(facts) }
    }

    mutating func take(_ facts: ClipFacts) {
        (interval, size, recorded) = (max(.nanoseconds(1), facts.interval), facts.size, facts.orientation)
        length = max(.zero, .seconds(facts.seconds))
        moment = min(length, moment)
        isOpen = true
    }

    /// As a file would say it.
    var facts: ClipFacts { ClipFacts(seconds: length.inSeconds, interval: interval, size: size, orientation: recorded) }

    /// Where its own clock has the zero of the common one.
    var zero: Duration { moment + interval * shift }

    /// What it has of the time round its moment.
    var span: ClosedRange<Duration> { .zero - zero...max(.zero - zero, length - zero) }

    /// The picture at a place of it. Its pictures lie whole intervals from its first one; stamps stray a little.
    func picture(at place: Duration) -> Int64 { max(0, (place + .microseconds(50)).nanoseconds / max(1, interval.nanoseconds)) }

    /// How somebody turned it; `nil`: it lies as its file says.
    func decidedOrientation(_ book: ScoreBook?) -> PictureOrientation? { book?.clip(key.number)?.orientation }

    /// How it is looked at.
    func orientation(_ book: ScoreBook?) -> PictureOrientation { decidedOrientation(book) ?? recorded }

    /// The width of its picture over the height, as it is seen.
    func aspect(_ book: ScoreBook?) -> Double {
        let seen = orientation(book).size(of: size)
        return Double(max(1, seen.width)) / Double(max(1, seen.height))
    }

    /// What plays, if the common clock runs like this.
    func track(_ clock: Timeline, isHeard: Bool = false) -> Track {
        var timeline = clock
        timeline.position += zero
        timeline.bounds = clock.bounds.map { $0.lowerBound + zero...$0.upperBound + zero }
        return Track(id: track, footage: .clip(key), timeline: timeline, isHeard: isHeard)
    }
}
