// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Plays one piece of footage: has what its track shows decoded before it is due, in both directions, so that the display never
/// waits for a card or a decoder.
///
/// What is shown last stays until what is due now is decoded. Going back it fetches the GOP before the one that is shown: so a step
/// back costs no decoding while the window is warm, and playing backwards costs each picture one decoding.
///
/// `follow` belongs to the box's thread, `advance` to the player's own, `look` to the display's; in a virtual run the driver steps
/// them all. Between them lies a window whose lock is held for a few assignments.
public final class Player: @unchecked Sendable {
    // `units`, `reader`, `copies` and what says where they stand are the player thread's own; everything shared is in `shared`.

    /// How many pictures are decoded before they are due: with one, 6 % were late on a loaded machine; with four, none.
    public static let framesAhead = 4
    /// The same going back, while it plays and while it is stepped: a third of a GOP is enough to fetch the one before.
    static let framesBehind = (playing: 30, paused: 10)
    /// The same of a track that isn't shown yet: what proves the picture that is due, and the one that is due right after the switch.
    static let framesPrimed = 2
    /// How many pictures are fetched ahead in one turn, so that a change of the track is heard soon.
    static let fetchedInOneTurn = 4
    /// A picture that was due this long before isn't kept for a display that doesn't look, if the window only follows.
    private static let longestUnseen = Duration.milliseconds(100)
    /// With more than this between what was decoded and the keyframe that is wanted, it goes there at once.
    private static let longestSkip = Duration.milliseconds(500)

    /// What it couldn't decode.
    public struct Losses: Hashable, Sendable {
        /// Access units that the decoder could make nothing of.
        public var failedUnits: Int64 = 0
        /// Frames that were evicted before they were read.
        public var overtaken: Int64 = 0
    }

    struct Shared {
        var track: Track?
        /// Rises with each change of the track.
        var version = 0
        /// The newest version for which the player has been where the track is.
        var settled = 0
        var window: FrameWindow
        /// What comes after a loop's seam, fetched before it.
        var beyond: Beyond?
        var losses = Losses()
        var decoded: Int64 = 0

        /// What lies before this was let go by a window that only follows: the display has looked further on.
        var passed: Timestamp? { !window.keepsPassed && settled == version ? window.knownFrom : nil }
    }

    /// Where what is decoded next belongs.
    enum Cursor {
        case nowhere
        /// Behind the window's last picture.
        case run
        /// Before the window's first picture, on the way to it.
        case earlier
        /// After the seam of a loop.
        case beyond
    }

    let units: UnitDecoder
    let reader: any UnitReader
    let shared: Mutex<Shared>
    var cursor = Cursor.nowhere
    /// What was decoded already is decoded once more, on the way to what follows it.
    var skipThrough: Timestamp?
    var copies = PictureCopies()
    private(set) var goesBack = false
    /// As they were told last.
    var lastLosses = Losses()
    private var lastPlace: Timestamp?
    /// The window is small.
    private var isPrimed = false

    /// Nothing before it is ever due, whatever the timeline says.
    private let firstPlace: Timestamp?

    public init(reader: any UnitReader, decoder: any Decoder, window: FrameWindow = FrameWindow()) {
        self.reader = reader
        units = UnitDecoder(reader: reader, decoder: decoder)
        firstPlace = reader.begin
        shared = Mutex(Shared(window: window))
    }

    public var decoderName: String { units.decoder.name }
    public var losses: Losses { shared.withLock { $0.losses } }
    /// How many pictures came out of the decoder.
    public var decoded: Int64 { shared.withLock { $0.decoded } }
    /// The bytes of the pictures that it keeps.
    public var windowBytes: Int { shared.withLock { $0.window.byteCount + ($0.beyond?.window.byteCount ?? 0) } }
    /// Whether there is any picture to show.
    public var hasPicture: Bool { shared.withLock { !$0.window.isEmpty } }

    // MARK: The box's thread

    /// Plays this from now on; `nil`: nothing, since it isn't on the screen.
    public func follow(_ track: Track?) {
        shared.withLock { shared in
            guard shared.track != track else { return }
            shared.track = track
            shared.version += 1
        }
    }

    // MARK: The display's thread

    /// What is due of the track at a vblank. Where the player hasn't been yet, only what is sure.
    /// - Parameter track: as the scene on the TV means it; the player may be on the way to another place already.
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

    /// Decodes until what is due at this vblank is there, and some of what will be.
    ///
    /// A display that is ahead of the player, since the machine is busy, may have passed this vblank: what it looks at next is decoded then.
    /// - Returns: whether there is more to fetch ahead: call again when nothing else is to be done.
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
            // Primed, and not on the screen yet, nobody looks: a hardware decoder stalls if its pictures are kept.
            if !shared.window.keepsPassed { shared.window.dropPassed(shown(turn.needed.lowerBound - Self.longestUnseen)) }
        }
        let hasMore = try fetchAhead(turn)
        return hasMore || isPassed(turn)
    }

    private func shown(_ place: Timestamp) -> Timestamp { firstPlace.map { max($0, place) } ?? place }

    /// Lets the pictures go: what isn't on the screen isn't decoded, and takes no memory.
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
        /// Where the loop goes on, if there is one.
        var seam: Track.Seam?
        /// It isn't shown yet.
        var isPrimed: Bool
        var version: Int
    }

    /// A pause keeps the direction of the last step.
    private func noteDirection(_ turn: Turn) {
        let place = turn.needed.lowerBound
        if turn.rate != 0 {
            goesBack = turn.rate < 0
        } else if let lastPlace, lastPlace != place {
            goesBack = place < lastPlace
        }
        lastPlace = place
    }

    /// A primed track has room for its first pictures only. Once it is shown, its window grows as it plays.
    private func notePriming(_ turn: Turn) {
        guard turn.isPrimed != isPrimed else { return }
        isPrimed = turn.isPrimed
        if isPrimed {
            dropBeyond()
            copies.removeAll()
        }
        let last = window { $0.last }
        change { $0.limit(to: isPrimed ? 1 + Self.framesPrimed : nil, needed: turn.needed) }
        // What was given up behind the last picture is decoded once more.
        if cursor == .earlier && isPrimed || cursor == .run && window({ $0.last }) != last { begin(.nowhere) }
    }

    // MARK: What is due

    private func reach(_ turn: Turn) throws(ClipError) {
        let (low, high) = (turn.needed.lowerBound, turn.needed.upperBound)
        enterBeyond(at: low)
        if mustJump(to: low) { try jump(to: low) }
        while isCurrent(turn), !window({ $0.covers(low) && $0.covers(high) }), try decodeOn(turn) {}
    }

    /// Whether the picture of this place can't be reached (soon) by decoding on, or by fetching the GOP before.
    private func mustJump(to place: Timestamp) -> Bool {
        let (known, last, keepsPassed, isUnderWay) = window { ($0.knownFrom, $0.last, $0.keepsPassed, $0.isEarlier(place)) }
        guard let known else { return true }
        if place < known {
            // A small window has no room for what lies between.
            guard keepsPassed, !isPrimed, last != nil else { return true }
            if isUnderWay { return false }
            // The GOP right before the window is fetched without letting go of the window.
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

    /// The decoder leaves what it was at. What it had fetched before the window without reaching it is of no use then.
    func begin(_ cursor: Cursor) {
        skipThrough = nil
        self.cursor = cursor
        if cursor != .earlier { change { $0.discardEarlier() } }
    }

    // MARK: Steps

    func isCurrent(_ turn: Turn) -> Bool {
        shared.withLock { $0.version == turn.version && ($0.passed ?? turn.needed.lowerBound) <= turn.needed.lowerBound }
    }

    /// The display looked further on while this turn lasted: whoever went on with it would fetch what the display lets go of, for ever.
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
