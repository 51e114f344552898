// SPDX-License-Identifier: GPL-3.0-or-later

/// Identifies the picture on the screen that a track is for. A track with the same id may change to other footage.
public struct TrackID: Hashable, Sendable {
    public var number: Int

    public init(_ number: Int) {
        self.number = number
    }

    /// The camera's picture, late by the delay.
    public static let delayed = TrackID(0)
    /// The replay: a clip, or a part of the delay line.
    public static let replay = TrackID(1)
    /// The footage that is compared with the replay.
    public static let compared = TrackID(2)
}

/// The footage that a track plays.
public enum FootageID: Hashable, Sendable {
    /// The delay line.
    case line
    case clip(ClipKey)
}

/// A piece of footage that plays, with its position at any instant.
public struct Track: Hashable, Sendable {
    public var id: TrackID
    public var footage: FootageID
    public var timeline: Timeline
    /// The offsets that are shown, because several pictures of one track can be on the screen at once. Usually it contains zero.
    public var span: ClosedRange<Duration>
    /// True if the sound is to be heard; at most one of several tracks has this.
    public var isHeard: Bool
    /// True if the track isn't shown yet. Only its first few pictures are decoded, so that it can begin at once.
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

    /// The rates of a timeline at which sound is heard: as it was recorded, and stretched in slow motion. Backwards it is silent.
    public static let heardRates = [0.125, 0.25, 0.5, 0.75, 1]

    /// True if the sound is really heard: only at these rates, and only if the track is shown.
    public var isAudible: Bool { isHeard && Self.heardRates.contains(timeline.rate) && !isPrimed }

    /// The same track without sound.
    public var silent: Track {
        var track = self
        track.isHeard = false
        return track
    }

    /// Returns the track of the delayed picture.
    public static func delayed(by delay: Duration) -> Track {
        Track(id: .delayed, footage: .line, timeline: DelayRule(delay: delay).timeline)
    }

    /// Returns the positions in the footage that are shown at this instant, as times on the pictures' stamps.
    public func places(at now: Timestamp) -> ClosedRange<Timestamp> {
        let first = timeline.place(at: now, offset: span.lowerBound)
        return first...max(first, timeline.place(at: now, offset: span.upperBound))
    }

    /// The jump of a loop from one end of its bounds to the other.
    public struct Seam: Hashable, Sendable {
        /// The length of footage that is shown before the jump.
        public var left: Duration
        /// The last position before the jump, in the direction of playing.
        public var end: Timestamp
        /// The positions that are shown right after the jump.
        public var places: ClosedRange<Timestamp>
        public var goesBack: Bool
    }

    /// Returns the next seam; `nil` if the track doesn't loop or stands still.
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
