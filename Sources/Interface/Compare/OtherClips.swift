// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The clips that another one is compared with, in a row: this archer's other sessions, the newest nearest, then the session that is looked at,
/// then the delayed picture. Only the sessions that somebody comes to are read.
struct OtherClips: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case clip(ClipKey)
        case delayed
        /// This session has to be read first: `goOn` then says what comes.
        case read(SessionKey)
    }

    /// A session that the card reads.
    private struct Reading: Hashable {
        var session: SessionKey
        /// −1: somebody comes from the newer side of the row, and 1 from the older one.
        var direction: Int
    }

    /// This archer's other sessions that have clips, newest first.
    private var sessions: [SessionKey] = []
    private var reading: Reading?
    /// The card was asked for them.
    private var isAsked = false

    // MARK: What the card is asked

    static func query(_ desk: Desk) -> SessionQuery { SessionQuery(archer: desk.book?.archer, limit: SessionWindow.page) }

    /// Has the card look for the sessions, once.
    mutating func ask(_ desk: Desk) -> [Effect] {
        guard !isAsked else { return [] }
        isAsked = true
        return [.card(.find(Self.query(desk)))]
    }

    /// The card has told its sessions. Where no archers are named, those of nobody are this one's.
    mutating func take(_ list: SessionList, _ desk: Desk) {
        guard list.query == Self.query(desk) else { return }
        sessions = list.sessions.filter { $0.clips > 0 && $0.archer == desk.book?.archer && $0.key != desk.book?.key }.map(\.key)
    }

    func isReading(_ session: SessionKey) -> Bool { reading?.session == session }

    /// Nothing is waited for any more.
    mutating func giveUp() { reading = nil }

    /// These sessions are gone.
    mutating func remove(_ gone: [SessionKey]) { sessions.removeAll(where: gone.has) }

    /// Another card may come.
    mutating func forget() { self = OtherClips() }

    // MARK: Along the row

    /// - Parameters:
    ///   - direction: −1 or 1.
    ///   - other: the clip that is compared now; `nil`: the delayed picture.
    ///   - side: the clip that it is compared with.
    /// - Returns: `nil` at an end of the row, and while a session is read.
    mutating func step(_ direction: Int, from other: ClipKey?, besides side: ClipKey, in desk: Desk) -> Step? {
        guard reading == nil, let own = desk.book?.key else { return nil }
        guard let other else { return direction < 0 ? enter(-1, direction, besides: side, in: desk) : nil }
        let clips = Self.clips(of: other.session, besides: side, and: other, in: desk)
        if let index = clips.firstIndex(of: other), clips.indices.contains(index + direction) { return .clip(clips[index + direction]) }
        if other.session == own { return direction > 0 ? .delayed : enter(0, direction, besides: side, in: desk) }
        // A session out of the list, perhaps another archer's, lies beyond all of this archer's.
        let place = sessions.firstIndex(of: other.session) ?? sessions.count
        return enter(place - direction, direction, besides: side, in: desk)
    }

    /// A session was read, or couldn't be: then another one comes.
    /// - Returns: `nil` if it isn't the one that is waited for, or if nothing more comes.
    mutating func goOn(_ session: SessionKey, read: SessionKey?, besides side: ClipKey, in desk: Desk) -> Step? {
        guard let reading, reading.session == session else { return nil }
        self.reading = nil
        guard let place = sessions.firstIndex(of: session) else { return nil }
        if let read {
            // Somebody may have renamed it.
            sessions[place] = read
            return enter(place, reading.direction, besides: side, in: desk)
        }
        sessions.remove(at: place)
        return enter(reading.direction < 0 ? place : place - 1, reading.direction, besides: side, in: desk)
    }

    /// The nearest clip of a session, or of the next one that has any.
    /// - Parameter place: in `sessions`; −1: the session that is looked at.
    private mutating func enter(_ place: Int, _ direction: Int, besides side: ClipKey, in desk: Desk) -> Step? {
        var place = place
        while place < sessions.count {
            guard place >= 0 else {
                let own = desk.book?.key.map { Self.clips(of: $0, besides: side, in: desk) } ?? []
                if let clip = direction < 0 ? own.last : own.first { return .clip(clip) }
                guard direction < 0 else { return .delayed }
                place = 0
                continue
            }
            let session = sessions[place]
            guard desk.guests.contains(where: { $0.key == session }) else {
                reading = Reading(session: session, direction: direction)
                return .read(session)
            }
            let clips = Self.clips(of: session, besides: side, in: desk)
            if let clip = direction < 0 ? clips.last : clips.first { return .clip(clip) }
            place -= direction
        }
        return nil
    }

    /// Of this session all clips, of another one those of its shots.
    /// - Parameter other: out of the list it may be any clip.
    private static func clips(of session: SessionKey, besides side: ClipKey, and other: ClipKey? = nil, in desk: Desk) -> [ClipKey] {
        let isOwn = desk.book?.key == session
        let book = isOwn ? desk.book : desk.guests.first { $0.key == session }
        return book?.clips.compactMap { clip in
            let key = ClipKey(session: session, number: clip.number)
            let isShot = clip.kind == .mark || clip.kind == .part
            return clip.isPlayable && key != side && (isOwn || isShot || key == other) ? key : nil
        } ?? []
    }
}

extension ScoreBook {
    /// The clip that another one is compared with first: that of the best arrow, the newest of several; without arrows the newest that is
    /// liked, else the one before or after; of another session its last shot.
    /// - Parameter number: that other one; `nil` if it is of another session.
    func best(besides number: Int? = nil) -> Clip? {
        let playable = clips.filter { $0.isPlayable && $0.number != number }
        let scored = ends.flatMap { $0.score.entries }.compactMap { entry in
            entry.arrow.clip.flatMap { clip in playable.first { $0.number == clip } }.map { (clip: $0, score: entry.score) }
        }
        let best = scored.max { ($0.score.points, $0.score.ring, $0.clip.number) < ($1.score.points, $1.score.ring, $1.clip.number) }
        let before = playable.last { clip in number.map { clip.number < $0 } ?? (clip.kind == .mark) }
        return best?.clip ?? playable.last(where: \.judgement.isLiked) ?? before ?? playable.first
    }
}
