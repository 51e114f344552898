// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Plays one piece of footage: it decodes the pictures that its track shows before they are due, in both directions, so that the display
/// never waits for a card or a decoder.
///
/// A shown picture stays until the next due picture is decoded. When going back, the player fetches the GOP before the shown one. So a step
/// back costs no decoding while the window is warm, and playing backwards decodes each picture once.
///
/// `follow` belongs to the box's thread, `advance` to the player's own, `look` to the display's; in a virtual run the driver steps them
/// all. They share a window whose lock is held for a few assignments.
public final class Player: @unchecked Sendable {
    // Only the player's thread uses `units`, `reader`, `copies` and the properties of their state; everything shared is in `shared`.

    /// The number of pictures decoded before they are due. With one, 6 % were late on a loaded machine; with four, none.
    public static let framesAhead = 4
    /// The number of pictures wanted before the due one when going back: while playing, and while paused. A third of a GOP is enough to
    /// fetch the GOP before.
    static let framesBehind = (playing: 30, paused: 10)
    /// The number of pictures decoded ahead for a track that isn't shown yet: one proves which picture is due, one is due right after the
    /// switch.
    static let framesPrimed = 2
    /// The number of pictures fetched ahead in one turn, so that a change of the track takes effect soon.
    static let fetchedInOneTurn = 4
    /// In a window that only follows, a picture that was due this long ago is dropped even if the display hasn't read it.
    private static let longestUnseen = Duration.milliseconds(100)
    /// If the wanted keyframe is further than this ahead of the decoded pictures, the decoder goes there at once.
    private static let longestSkip = Duration.milliseconds(500)

    /// Footage that couldn't be decoded.
    public struct Losses: Hashable, Sendable {
        /// The number of access units that the decoder failed on.
        public var failedUnits: Int64 = 0
        /// The number of frames that were evicted before they were read.
        public var overtaken: Int64 = 0
    }

    struct Shared {
        var track: Track?
        /// A number that rises with each change of the track.
        var version = 0
        /// The newest version for which the player has reached the track's position.
        var settled = 0
        var window: FrameWindow
        /// The pictures after a loop's seam, fetched before the loop reaches it.
        var beyond: Beyond?
        var losses = Losses()
        var decoded: Int64 = 0

        /// The position before which a window that only follows has dropped its pictures, because the display is past them; otherwise
        /// `nil`.
        var passed: Timestamp? { !window.keepsPassed && settled == version ? window.knownFrom : nil }
    }

    /// The stretch to which the pictures that are decoded next belong.
    enum Cursor {
        case nowhere
        /// After the window's last picture.
        case run
        /// Before the window's first picture, leading up to it.
        case earlier
        /// After the seam of a loop.
        case beyond
    }

    let units: UnitDecoder
    let reader: any UnitReader
    let shared: Mutex<Shared>
    var cursor = Cursor.nowhere
    /// The position up to which pictures are decoded again, only to reach those after it.
    var skipThrough: Timestamp?
    var copies = PictureCopies()
    private(set) var goesBack = false
    /// The losses when they were last compared.
    var lastLosses = Losses()
    private var lastPlace: Timestamp?
    /// True if the window is limited to the pictures of a primed track.
    private var isPrimed = false

    /// The first position that can be due, whatever the timeline says; `nil` if there is no limit.
    private let firstPlace: Timestamp?

    public init(reader: any UnitReader, decoder: any Decoder, window: FrameWindow = FrameWindow()) {
        self.reader = reader
        units = UnitDecoder(reader: reader, decoder: decoder)
        firstPlace = reader.begin
        shared = Mutex(Shared(window: window))
    }

    public var decoderName: String { units.decoder.name }
    public var losses: Losses { shared.withLock { $0.losses } }
    /// The number of pictures that came out of the decoder.
    public var decoded: Int64 { shared.withLock { $0.decoded } }
    /// The bytes of the pictures that are kept.
    public var windowBytes: Int { shared.withLock { $0.window.byteCount + ($0.beyond?.window.byteCount ?? 0) } }
    /// True if there is any picture to show.
    public var hasPicture: Bool { shared.withLock { !$0.window.isEmpty } }

    // MARK: The box's thread

    /// Plays this track from now on; `nil` for nothing, because the footage isn't on the screen.
    public func follow(_ track: Track?) {
        shared.withLock { shared in
            guard shared.track != track else { return }
            shared.track = track
            shared.version += 1
        }
    }

    // MARK: The display's thread

    /// Returns the track's picture that is due at a vblank. If the player hasn't reached that position yet, it returns only a picture that
    /// is certainly due.
    /// - Parameter track: the track of the scene on the TV; the player may already be on the way to another position.
    public func look(at track: Track, offset: Duration = .zero, vblank: Timestamp) -> FrameLookup {
        let place = shown(track.timeline.place(at: vblank, offset: offset))
        return shared.withLock { shared in
            guard let followed = shared.track else { return .waiting }
            var found = shared.lookup(place)
            found.isSettled = shared.settled == shared.version && followed.timeline == track.timeline
            guard found.isSettled else {
                if !found.isDue { found.frame = nil }
                return found
            }
            shared.window.dropPassed(shown(track.timeline.place(at: vblank, offset: followed.span.lowerBound)))
            return found
        }
    }

    // MARK: The player's thread

    /// Decodes the pictures that are due at this vblank, and some of those after it.
    ///
    /// On a busy machine, the display may be ahead of the player and past this vblank: then the pictures that it reads next are decoded.
    /// - Returns: true if there is more to fetch ahead: call again when nothing else is to be done.
    @discardableResult
    public func advance(to vblank: Timestamp) throws(ClipError) -> Bool {
        let (track, version, passed) = shared.withLock { ($0.track, $0.version, $0.passed) }
        guard let track else {
            rest()
            return false
        }
        let places = track.places(at: vblank)
        let first = max(shown(places.lowerBound), passed ?? .zero)
        let turn = Turn(
            needed: first...max(first, shown(places.upperBound)), rate: track.timeline.rate, seam: track.seam(after: vblank),
            isPrimed: track.isPrimed, version: version)
        noteDirection(turn)
        notePriming(turn)
        noteSeam(turn)
        try reach(turn)
        shared.withLock { shared in
            if shared.version == version { shared.settled = version }
            // The display doesn't read a primed track that isn't on the screen yet, and a hardware decoder stalls if its pictures are kept.
            if !shared.window.keepsPassed { shared.window.dropPassed(shown(turn.needed.lowerBound - Self.longestUnseen)) }
        }
        let hasMore = try fetchAhead(turn)
        return hasMore || isPassed(turn)
    }

    private func shown(_ place: Timestamp) -> Timestamp { firstPlace.map { max($0, place) } ?? place }

    /// Drops the pictures: a track that isn't on the screen isn't decoded, and takes no memory.
    private func rest() {
        guard cursor != .nowhere || hasPicture else { return }
        cursor = .nowhere
        lastPlace = nil
        goesBack = false
        change { $0.clear() }
        dropBeyond()
        copies.removeAll()
    }

    struct Turn {
        var needed: ClosedRange<Timestamp>
        var rate: Double
        /// The loop's next seam, if there is one.
        var seam: Track.Seam?
        /// True if the track isn't shown yet.
        var isPrimed: Bool
        var version: Int
    }

    /// Notes the direction. A pause keeps the direction of the last step.
    private func noteDirection(_ turn: Turn) {
        let place = turn.needed.lowerBound
        if turn.rate != 0 {
            goesBack = turn.rate < 0
        } else if let lastPlace, lastPlace != place {
            goesBack = place < lastPlace
        }
        lastPlace = place
    }

    /// Limits a primed track's window to its first pictures. Once the track is shown, its window grows as it plays.
    private func notePriming(_ turn: Turn) {
        guard turn.isPrimed != isPrimed else { return }
        isPrimed = turn.isPrimed
        if isPrimed {
            dropBeyond()
            copies.removeAll()
        }
        let last = window { $0.last }
        change { $0.limit(to: isPrimed ? 1 + Self.framesPrimed : nil, needed: turn.needed) }
        // Pictures that the limit removed from the run's end are decoded again.
        if cursor == .earlier && isPrimed || cursor == .run && window({ $0.last }) != last { begin(.nowhere) }
    }

    // MARK: Due pictures

    private func reach(_ turn: Turn) throws(ClipError) {
        let (low, high) = (turn.needed.lowerBound, turn.needed.upperBound)
        enterBeyond(at: low)
        if mustJump(to: low) { try jump(to: low) }
        while isCurrent(turn), !window({ $0.covers(low) && $0.covers(high) }), try decodeOn(turn) {}
    }

    /// True if the picture of this position can't be reached soon by decoding on, or by fetching the GOP before.
    private func mustJump(to place: Timestamp) -> Bool {
        let (known, last, keepsPassed, isUnderWay) = window { ($0.knownFrom, $0.last, $0.keepsPassed, $0.isEarlier(place)) }
        guard let known else { return true }
        if place < known {
            // A small window has no room for the pictures between.
            guard keepsPassed, !isPrimed, last != nil else { return true }
            if isUnderWay { return false }
            // The GOP right before the window is fetched without dropping the window.
            guard let wanted = reader.keyframe(notAfter: place) else { return false }
            return wanted != reader.keyframe(notAfter: known - .nanoseconds(1))
        }
        let reached = cursor == .run ? max(units.head, last ?? units.head) : last
        guard let reached else { return true }
        guard place > reached + Self.longestSkip, let keyframe = reader.keyframe(notAfter: place) else { return false }
        return keyframe > reached + Self.longestSkip
    }

    private func jump(to place: Timestamp) throws(ClipError) {
        guard try units.begin(at: place) != nil else { return }
        begin(.run)
        change { $0.restart(at: place) }
    }

    /// Ends the decoder's current stretch and begins another. Pictures fetched before the window that didn't reach it are then useless, and
    /// are dropped.
    func begin(_ cursor: Cursor) {
        skipThrough = nil
        self.cursor = cursor
        if cursor != .earlier { change { $0.discardEarlier() } }
    }

    // MARK: Steps

    func isCurrent(_ turn: Turn) -> Bool {
        shared.withLock { $0.version == turn.version && ($0.passed ?? turn.needed.lowerBound) <= turn.needed.lowerBound }
    }

    /// True if the display moved on during this turn. Continuing the turn would fetch pictures that the display drops, for ever.
    private func isPassed(_ turn: Turn) -> Bool {
        shared.withLock { $0.version == turn.version && ($0.passed ?? turn.needed.lowerBound) > turn.needed.lowerBound }
    }

    func window<Value: Sendable>(_ body: (FrameWindow) -> Value) -> Value { shared.withLock { body($0.window) } }

    func change(_ body: (inout FrameWindow) -> Void) {
        shared.withLock { shared in
            body(&shared.window)
            shared.balance()
        }
    }
}
