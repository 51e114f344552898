// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One of two clips that are compared.
struct CompareSide: Hashable, Sendable {
    let key: ClipKey
    let track: TrackID
    /// The position of the clip's moment, after its first picture. Both clips show their moments at the same instant.
    private(set) var moment: Duration
    /// The length of the clip, and the time from one of its pictures to the next.
    private(set) var length: Duration
    private(set) var interval: Duration
    private(set) var size = VideoSize.hd1080
    private var recorded = PictureOrientation.upright
    /// True once the clip's file is open and has stated its facts.
    private(set) var isOpen = false
    /// The number of its own frames by which this clip is aligned earlier than its moment says.
    var shift = 0

    /// Creates a side. Until the clip's file is open, its record gives the length, and the camera's rate stands for its own.
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

    /// The facts as the file would state them.
    var facts: ClipFacts { ClipFacts(seconds: length.inSeconds, interval: interval, size: size, orientation: recorded) }

    /// The footage that is searched for the person.
    var searched: Persons.Subject { Persons.Subject(footage: .clip(key), moment: moment) }

    /// The clip's position at zero of the common clock.
    var zero: Duration { moment + interval * shift }

    /// The clip's span on the common clock, which has zero at the moment.
    var span: ClosedRange<Duration> { .zero - zero...max(.zero - zero, length - zero) }

    /// Returns the number of the picture at a position. Pictures lie whole intervals from the first one; timestamps stray a little.
    func picture(at place: Duration) -> Int64 { max(0, (place + .microseconds(50)).nanoseconds / max(1, interval.nanoseconds)) }

    /// Returns the orientation that somebody chose; `nil` if the clip is shown as its file says.
    func decidedOrientation(_ book: ScoreBook?) -> PictureOrientation? { book?.clip(key.number)?.orientation }

    /// Returns the orientation in which the clip is shown.
    func orientation(_ book: ScoreBook?) -> PictureOrientation { decidedOrientation(book) ?? recorded }

    /// Returns the aspect ratio of its picture as shown.
    func aspect(_ book: ScoreBook?) -> Double {
        let seen = orientation(book).size(of: size)
        return Double(max(1, seen.width)) / Double(max(1, seen.height))
    }

    /// Returns the track that plays if the common clock runs like this.
    func track(_ clock: Timeline, isHeard: Bool = false) -> Track {
        var timeline = clock
        timeline.position += zero
        timeline.bounds = clock.bounds.map { $0.lowerBound + zero...$0.upperBound + zero }
        return Track(id: track, footage: .clip(key), timeline: timeline, isHeard: isHeard)
    }
}
