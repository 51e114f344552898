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

    private struct Shared {
        var track: Track?
        /// Rises with each change of the track.
        var version = 0
        /// The newest version for which the player has been where the track is.
        var settled = 0
        var window: FrameWindow
        var losses = Losses()
        var decoded: Int64 = 0
    }

    /// Where what is decoded next belongs.
    private enum Cursor {
        case nowhere
        /// Behind the window's last picture.
        case run
        /// Before the window's first picture, on the way to it.
        case earlier
    }

    private let units: UnitDecoder
    private let reader: any UnitReader
    private let shared: Mutex<Shared>
    private var cursor = Cursor.nowhere
    /// What was decoded already is decoded once more, on the way to what follows it.
    private var skipThrough: Timestamp?
    private var copies = PictureCopies()
    private var goesBack = false
    /// As they were told last.
    private var lastLosses = Losses()
    private var lastPlace: Timestamp?

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
    public var windowBytes: Int { shared.withLock { $0.window.byteCount } }
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
            var found = shared.window.lookup(place)
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
    /// - Returns: whether there is more to fetch ahead: call again when nothing else is to be done.
    @discardableResult
    public func advance(to vblank: Timestamp) throws(ClipError) -> Bool {
        let (track, version) = shared.withLock { ($0.track, $0.version) }
        guard let track else {
            rest()
            return false
        }
        let places = track.places(at: vblank)
        let turn = Turn(needed: shown(places.lowerBound)...shown(places.upperBound), rate: track.timeline.rate, version: version)
        noteDirection(turn)
        try reach(turn)
        shared.withLock { shared in
            if shared.version == version { shared.settled = version }
            // Primed, and not on the screen yet, nobody looks: a hardware decoder stalls if its pictures are kept.
            if !shared.window.keepsPassed { shared.window.dropPassed(shown(turn.needed.lowerBound - Self.longestUnseen)) }
        }
        return try fetchAhead(turn)
    }

    private func shown(_ place: Timestamp) -> Timestamp { firstPlace.map { max($0, place) } ?? place }

    /// Lets the pictures go: what isn't on the screen isn't decoded, and takes no memory.
    private func rest() {
        guard cursor != .nowhere || hasPicture else { return }
        cursor = .nowhere
        lastPlace = nil
        goesBack = false
        change { $0.clear() }
        copies.removeAll()
    }

    private struct Turn {
        var needed: ClosedRange<Timestamp>
        var rate: Double
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

    // MARK: What is due

    private func reach(_ turn: Turn) throws(ClipError) {
        let (low, high) = (turn.needed.lowerBound, turn.needed.upperBound)
        if mustJump(to: low) { try jump(to: low) }
        if let known = window({ $0.knownFrom }), low < known {
            while isCurrent(turn), !window({ $0.covers(low) }), try decodeEarlier(turn) {}
        }
        guard !window({ $0.first.map { high < $0 } ?? false }) else { return }
        while isCurrent(turn), !window({ $0.covers(high) }), try decodeOn(turn) {}
    }

    /// Whether the picture of this place can't be reached (soon) by decoding on, or by fetching the GOP before.
    private func mustJump(to place: Timestamp) -> Bool {
        let (known, last, keepsPassed, isUnderWay) = window { ($0.knownFrom, $0.last, $0.keepsPassed, $0.isEarlier(place)) }
        guard let known else { return true }
        if place < known {
            guard keepsPassed, last != nil else { return true }
            if isUnderWay, cursor == .earlier || window({ $0.covers(place) }) { return false }
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

    private func begin(_ cursor: Cursor) {
        skipThrough = nil
        self.cursor = cursor
    }

    // MARK: Decoding

    /// Decodes what follows the window's last picture.
    /// - Returns: whether there was an access unit.
    private func decodeOn(_ turn: Turn) throws(ClipError) -> Bool {
        if reader.isFinite, window({ $0.isAtEnd }) { return false }
        if cursor != .run, try !resume() { return false }
        switch try units.step() {
        case .pictures:
            take(turn) { (window: inout FrameWindow, frame) in window.append(frame, needed: turn.needed) }
            return true
        case .end:
            take(turn) { (window: inout FrameWindow, frame) in window.append(frame, needed: turn.needed) }
            change { $0.noteEnd() }
            return false
        case .gap:
            shared.withLock { $0.losses = units.losses }
            return true
        }
    }

    /// Goes back to the keyframe that the picture after the window's last one needs.
    private func resume() throws(ClipError) -> Bool {
        guard let last = window({ $0.last }), try units.begin(at: last) != nil else { return false }
        change { $0.discardEarlier() }
        begin(.run)
        skipThrough = last
        return true
    }

    /// Decodes a picture of the GOP before the window's first.
    /// - Returns: whether there may be more of it.
    private func decodeEarlier(_ turn: Turn) throws(ClipError) -> Bool {
        guard let first = window({ $0.first }), let known = window({ $0.knownFrom }) else { return false }
        if cursor != .earlier || turn.needed.lowerBound < known && !window({ $0.isEarlier(turn.needed.lowerBound) }) {
            if let begin = reader.begin, known <= begin { return false }
            guard let keyframe = reader.keyframe(notAfter: known - .nanoseconds(1)), keyframe < known,
                let start = try units.begin(at: known - .nanoseconds(1))
            else { return false }
            begin(.earlier)
            guard start < known else {
                cursor = .nowhere
                return false
            }
            change { $0.beginEarlier(at: start) }
        }
        // The last picture before the window may be inside the decoder still; if not, nothing more is to be decoded.
        let step = try units.step { $0.isKeyframe && $0.stamp.timestamp >= first }
        var isThere = step == .end
        take(turn) { (window: inout FrameWindow, frame) in
            if frame.stamp.timestamp >= first { isThere = true } else { window.appendEarlier(frame, needed: turn.needed) }
        }
        if step == .gap {
            change { $0.discardEarlier() }
            cursor = .nowhere
            return false
        }
        guard isThere else { return true }
        change { $0.joinEarlier() }
        cursor = .nowhere
        return false
    }

    /// Puts what is ready into the window, copied if the decoder's own memory is too small for it.
    private func take(_ turn: Turn, _ put: (inout FrameWindow, VideoFrame) -> Void) {
        let losses = units.losses
        guard !units.ready.isEmpty || losses != lastLosses else { return }
        lastLosses = losses
        for frame in units.ready {
            let place = frame.stamp.timestamp
            let isShown = reader.begin.map { place >= $0 } ?? true
            let isNew = skipThrough.map { place > $0 } ?? true
            var picture = isShown && isNew && mustCopy(frame) ? copies.copy(frame) : frame
            picture.orientation = reader.orientation
            shared.withLock { shared in
                shared.decoded += 1
                if isShown, isNew { put(&shared.window, picture) }
            }
        }
        units.removeReady()
        shared.withLock { $0.losses = losses }
    }

    private func mustCopy(_ frame: VideoFrame) -> Bool {
        guard let held = units.decoder.heldPictures else { return false }
        return window { $0.keepsPassed && $0.capacityBytes / max(1, frame.buffer.pixelBytes) > held }
    }

    // MARK: Ahead of what is due

    private func fetchAhead(_ turn: Turn) throws(ClipError) -> Bool {
        guard goesBack, window({ $0.keepsPassed }) else {
            while isCurrent(turn), window({ $0.ahead(of: turn.needed.upperBound) }) < Self.framesAhead, try decodeOn(turn) {}
            return false
        }
        for _ in 0..<Self.fetchedInOneTurn {
            guard isCurrent(turn), wantsEarlier(turn), try decodeEarlier(turn) else { return false }
        }
        return wantsEarlier(turn)
    }

    private func wantsEarlier(_ turn: Turn) -> Bool {
        let behind = window { $0.behind(turn.needed.lowerBound) }
        let wanted = turn.rate < 0 ? Self.framesBehind.playing : Self.framesBehind.paused
        // What was begun is brought to its end: only then it is of use.
        guard behind < wanted || (cursor == .earlier && window { $0.hasEarlier }) else { return false }
        return window { $0.hasRoomForEarlier(needed: turn.needed, mayShorten: behind < wanted) }
    }

    // MARK: Steps

    private func isCurrent(_ turn: Turn) -> Bool { shared.withLock { $0.version == turn.version } }

    private func window<Value: Sendable>(_ body: (FrameWindow) -> Value) -> Value { shared.withLock { body($0.window) } }

    private func change(_ body: (inout FrameWindow) -> Void) { shared.withLock { body(&$0.window) } }
}
