// SPDX-License-Identifier: GPL-3.0-or-later

/// Which place on the screen a track is for. A track of the same name may go on with other footage.
public struct TrackID: Hashable, Sendable {
    public var number: Int

    public init(_ number: Int) {
        self.number = number
    }

    /// The camera's picture, as long ago as the delay says.
    public static let delayed = TrackID(0)
    /// What is looked at again: a clip, or a part of the line.
    public static let replay = TrackID(1)
    /// What is compared with that.
    public static let compared = TrackID(2)
}

/// What a track is played from.
public enum FootageID: Hashable, Sendable {
    /// The delay line.
    case line
    case clip(ClipKey)
}

/// Something that plays: a piece of footage and where in it the screen is at any instant.
public struct Track: Hashable, Sendable {
    public var id: TrackID
    public var footage: FootageID
    public var timeline: Timeline
    /// The offsets that are shown of it: more than one picture of the same track may be on the screen. It has zero in it as a rule.
    public var span: ClosedRange<Duration>
    /// Its sound is meant to be heard; of several tracks at most one's.
    public var isHeard: Bool
    /// It isn't shown yet: so that it can begin at once, the first few of its pictures are decoded, and no more.
    public var isPrimed: Bool

    public init(
        id: TrackID, footage: FootageID, timeline: Timeline, span: ClosedRange<Duration> = .zero ... .zero, isHeard: Bool = false,
        isPrimed: Bool = false
    ) {
        self.isPrimed = isPrimed
        self.id = id
        self.footage = footage
        self.timeline = timeline
        self.span = span
        self.isHeard = isHeard
    }

    /// Sound is heard only as fast as it was recorded, and of what is shown.
    public var isAudible: Bool { isHeard && timeline.rate == 1 && !isPrimed }

    /// The same, with no sound.
    public var silent: Track {
        var track = self
        track.isHeard = false
        return track
    }

    /// The delayed picture.
    public static func delayed(by delay: Duration) -> Track {
        Track(id: .delayed, footage: .line, timeline: DelayRule(delay: delay).timeline)
    }

    /// The places in the footage that are shown at this instant, as the pictures' stamps say them.
    public func places(at now: Timestamp) -> ClosedRange<Timestamp> {
        let first = timeline.place(at: now, offset: span.lowerBound)
        return first...max(first, timeline.place(at: now, offset: span.upperBound))
    }

    /// Where a loop goes on when it has come to its end.
    public struct Seam: Hashable, Sendable {
        /// How much of the footage is shown until then.
        public var left: Duration
        /// The last place before it, in the direction in which it plays.
        public var end: Timestamp
        /// The places that are shown right after it.
        public var places: ClosedRange<Timestamp>
        public var goesBack: Bool
    }

    /// The seam that comes next; `nil` if there is none, since it stands still or doesn't loop.
    public func seam(after now: Timestamp) -> Seam? {
        guard timeline.loops, timeline.rate != 0, let bounds = timeline.bounds, bounds.lowerBound < bounds.upperBound else { return nil }
        let position = timeline.position(at: now)
        let goesBack = timeline.rate < 0
        let (end, entry) = goesBack ? (bounds.lowerBound, bounds.upperBound) : (bounds.upperBound, bounds.lowerBound)
        func place(_ offset: Duration) -> Timestamp { .zero + (entry + offset).clamped(to: bounds) }
        return Seam(
            left: goesBack ? position - end : end - position, end: .zero + end,
            places: place(span.lowerBound)...max(place(span.lowerBound), place(span.upperBound)), goesBack: goesBack)
    }
}
