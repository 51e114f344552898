// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A loop's seam: the pictures after it are decoded before the loop reaches it, so that no picture is late there.
///
/// 1. When the seam is near, the window is filled up to it.
/// 2. The decoder goes to the position where the loop continues, and fills a second window there. Both windows share one bound: pictures
///    that were passed make room.
/// 3. When the loop has come round, the second window replaces the first one, and decoding continues in it.
///
/// A loop that fits into the window needs none of it.
extension Player {
    /// The length of the footage before the seam at which fetching across it begins, at a rate of 1.
    private static let seamReach = Duration.seconds(1)
    /// The length of the footage before the loop's new position that is fetched with it when playing backwards.
    private static let seamLead = Duration.milliseconds(200)
    /// The length of that footage that is kept in any case, for the next vblanks.
    private static let leastLead = Duration.milliseconds(50)

    /// The window after the seam.
    struct Beyond {
        var seam: Seam
        var window: FrameWindow
        /// True if everything that is wanted of the window is there.
        var isComplete = false
    }

    /// The identity of a seam, which doesn't depend on the timeline's position.
    struct Seam: Hashable {
        var places: ClosedRange<Timestamp>
        var goesBack: Bool
    }

    /// Drops the pictures that were fetched for the old loop, if there is another loop now, or none.
    func noteSeam(_ turn: Turn) {
        let seam = turn.seam.map { Seam(places: $0.places, goesBack: $0.goesBack) }
        if let beyond = shared.withLock({ $0.beyond?.seam }), beyond != seam { dropBeyond() }
    }

    func dropBeyond() {
        shared.withLock { shared in
            shared.beyond = nil
            shared.balance()
        }
        if cursor == .beyond { cursor = .nowhere }
    }

    /// Makes the second window the player's window, if the loop has come round to it.
    func enterBeyond(at place: Timestamp) {
        let isUnderWay = cursor == .beyond
        let hasEntered = shared.withLock { shared in
            guard let beyond = shared.beyond?.window, let known = beyond.knownFrom, known <= place, !shared.window.lookup(place).isDue,
                isUnderWay || beyond.lookup(place).isDue
            else { return false }
            shared.window.enter(beyond)
            shared.beyond = nil
            shared.balance()
            return true
        }
        guard hasEntered else { return }
        // If nothing else was decoded since, the decoder stands at the window's end.
        cursor = isUnderWay ? .run : .nowhere
        skipThrough = nil
    }

    /// True if the window has all pictures that are shown until the seam.
    func hasReachedSeam(_ turn: Turn) -> Bool {
        guard let seam = turn.seam, isInRun(turn) else { return false }
        return window { seam.goesBack ? $0.knownFrom.map { $0 <= seam.end } ?? false : $0.lookup(seam.end).isDue }
    }

    /// Fetches ahead across the seam, if it is near.
    /// - Returns: true if there is more to fetch.
    func fetchSeam(_ turn: Turn) throws(ClipError) -> Bool {
        guard let seam = turn.seam, seam.left < Self.seamReach * max(1, abs(turn.rate)), window({ $0.keepsPassed }) else { return false }
        for _ in 0..<Self.fetchedInOneTurn {
            guard isCurrent(turn), !hasBeyond(seam) else { return false }
            if !hasReachedSeam(turn) {
                guard !seam.goesBack, window({ $0.hasRoomAhead(needed: turn.needed, beside: 1 + Self.framesAhead) }), try decodeOn(turn)
                else { return false }
            } else if try !decodeBeyond(turn, seam) {
                return false
            }
        }
        return true
    }

    /// True if nothing more is to be fetched after the seam.
    private func hasBeyond(_ seam: Track.Seam) -> Bool {
        shared.withLock { shared in
            shared.beyond?.isComplete
                ?? (shared.window.lookup(seam.places.lowerBound).isDue && shared.window.lookup(seam.places.upperBound).isDue)
        }
    }

    /// Decodes a picture after the seam.
    /// - Returns: true if there may be more of them.
    private func decodeBeyond(_ turn: Turn, _ seam: Track.Seam) throws(ClipError) -> Bool {
        let entry = seam.places.lowerBound
        func before(_ lead: Duration) -> Timestamp { seam.goesBack ? max(seam.end, entry - lead * max(1, abs(turn.rate))) : entry }
        let isUnderWay = cursor == .beyond
        let hasRoom = shared.withLock { $0.hasRoomBeyond(turn, seam, isUnderWay: isUnderWay) }
        guard hasRoom else { return false }
        if !isUnderWay {
            let start = before(Self.seamLead)
            guard try units.begin(at: start) != nil else { return false }
            begin(.beyond)
            shared.withLock { shared in
                // Playing forwards, only pictures that are shown are kept, not those that are decoded only for them.
                var window = FrameWindow(capacityBytes: shared.window.capacityBytes, keepsPassed: seam.goesBack)
                window.restart(at: seam.places.lowerBound)
                shared.beyond = Beyond(seam: Seam(places: seam.places, goesBack: seam.goesBack), window: window)
                shared.balance()
            }
        }
        let needed = before(Self.leastLead)...seam.places.upperBound
        let step = try units.step()
        take(makingWay: { $0.beyond?.window.makeWay(for: $1.buffer.pixelBytes, needed: needed) }) { shared, frame in
            shared.beyond?.window.append(frame, needed: needed)
        }
        if step == .gap {
            shared.withLock { $0.losses = units.losses }
            dropBeyond()
            return false
        }
        shared.withLock { shared in
            if step == .end { shared.beyond?.window.noteEnd() }
            guard let window = shared.beyond?.window else { return }
            let isThere =
                seam.goesBack ? window.covers(seam.places.upperBound) : window.ahead(of: seam.places.upperBound) >= Self.framesAhead
            shared.beyond?.isComplete = isThere || window.isAtEnd
        }
        return true
    }
}

extension Player.Shared {
    /// Returns the picture that is due at this position, on whichever side of a seam it lies.
    func lookup(_ place: Timestamp) -> FrameLookup {
        let found = window.lookup(place)
        guard !found.isDue, let other = beyond?.window.lookup(place), other.isDue, other.frame != nil else { return found }
        return other
    }

    /// Tells each window the size of the other, because both share one bound.
    mutating func balance() {
        window.reservedBytes = beyond?.window.byteCount ?? 0
        beyond?.window.reservedBytes = window.byteCount
    }

    /// Makes room for pictures after the seam: pictures that aren't shown before it are dropped.
    mutating func hasRoomBeyond(_ turn: Player.Turn, _ seam: Track.Seam, isUnderWay: Bool) -> Bool {
        guard let size = window.lookup(turn.needed.lowerBound).frame?.buffer.pixelBytes else { return true }
        let shown =
            seam.goesBack
            ? seam.end...max(seam.end, turn.needed.upperBound) : min(turn.needed.lowerBound, seam.end)...seam.end
        // Going back, the GOP's first pictures make room for its last ones, if there is room for a few.
        let pictures = seam.goesBack && !isUnderWay ? 2 * Player.framesAhead : 1
        let hasRoom = window.makeRoom(for: pictures * size, needed: shown) || seam.goesBack && isUnderWay
        balance()
        return hasRoom
    }
}
