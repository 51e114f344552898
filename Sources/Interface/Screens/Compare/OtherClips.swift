// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The clips that a clip can be compared with, in a row: imported films, this archer's other sessions with the newest nearest, then the
/// session on the desk, then the archer's model, then the delayed picture. Only sessions of films, and those that somebody comes to, are read.
struct OtherClips: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case clip(ClipKey)
        case delayed
        /// This session has to be read first: `goOn` then returns the next step.
        case read(SessionKey)
    }

    /// A session that the card reads.
    private struct Reading: Hashable {
        var session: SessionKey
        /// The direction of the step: −1 comes from the newer side of the row, 1 from the older side.
        var direction: Int
    }

    /// This archer's other sessions that have clips, newest first, and behind them those of imported films, which are nobody's.
    private var sessions: [SessionKey] = []
    private var films: [SessionKey] = []
    private var reading: Reading?
    /// True if the card was asked for the sessions.
    private var isAsked = false
    var search = ModelSearch()
    /// True until somebody chooses another clip or tool: meanwhile a model that is found takes the place of the clip that came first.
    var isOpening = true

    // MARK: The card

    static func query(_ desk: Desk) -> SessionQuery { SessionQuery(archer: desk.book?.archer, limit: SessionWindow.page) }

    /// The sessions of imported films.
    static let filmQuery = SessionQuery(isOfFilms: true, limit: SessionWindow.page)

    /// Asks the card for the sessions, once.
    mutating func ask(_ desk: Desk) -> [Effect] {
        guard !isAsked else { return [] }
        isAsked = true
        return [.card(.find(Self.query(desk))), .card(.find(Self.filmQuery))]
    }

    /// Takes in the list of sessions from the card. If the desk's session has no archer, the sessions without an archer count.
    /// - Returns: the session of films that has to be read first to find the model; `nil` for another list.
    @discardableResult
    mutating func take(_ list: SessionList, _ desk: Desk) -> ModelSearch.Answer? {
        let found = list.sessions.filter { $0.clips > 0 && $0.key != desk.book?.key }
        var question: ModelSearch.Answer?
        if list.query == Self.filmQuery {
            films = found.map(\.key)
            // Beside a film, no film is a model.
            question = search.begin(desk.book?.isOfFilms == true ? [] : films)
        } else if list.query == Self.query(desk) {
            sessions = found.filter { $0.archer == desk.book?.archer }.map(\.key)
        } else {
            return nil
        }
        // If nobody is named, the films are among the sessions without an archer already.
        for film in films where !sessions.contains(film) { sessions.append(film) }
        return question
    }

    func isReading(_ session: SessionKey) -> Bool { reading?.session == session }

    /// Stops waiting for a session.
    mutating func giveUp() { (reading, isOpening) = (nil, false) }

    /// Removes sessions that are gone.
    mutating func remove(_ gone: [SessionKey]) {
        sessions.removeAll(where: gone.has)
        films.removeAll(where: gone.has)
    }

    /// Forgets everything, because another card may come.
    mutating func forget() {
        self = OtherClips()
        isOpening = false
    }

    // MARK: Along the row

    /// - Parameters:
    ///   - direction: −1 for older, 1 for newer.
    ///   - other: the clip that is compared now; `nil` for the delayed picture.
    ///   - side: the clip that it is compared with.
    /// - Returns: `nil` at an end of the row, and while a session is being read.
    mutating func step(_ direction: Int, from other: ClipKey?, besides side: ClipKey, in desk: Desk) -> Step? {
        isOpening = false
        guard reading == nil, let own = desk.book?.key else { return nil }
        let model = desk.model(besides: side)
        guard let other else { return direction < 0 ? model.map { .clip($0) } ?? enter(-1, direction, besides: side, in: desk) : nil }
        if other == model { return direction < 0 ? enter(-1, direction, besides: side, in: desk) : .delayed }
        let clips = Self.clips(of: other.session, besides: side, and: other, in: desk)
        if let index = clips.firstIndex(of: other), clips.indices.contains(index + direction) { return .clip(clips[index + direction]) }
        if other.session == own { return direction > 0 ? Self.newest(besides: side, in: desk) : enter(0, direction, besides: side, in: desk) }
        // A session from the list, perhaps another archer's, lies beyond all of this archer's.
        let place = sessions.firstIndex(of: other.session) ?? sessions.count
        return enter(place - direction, direction, besides: side, in: desk)
    }

    /// Returns the next step after a session was read, or couldn't be read; then another session comes.
    /// - Returns: `nil` if another session is waited for, or if no further clip comes.
    mutating func goOn(_ session: SessionKey, read: SessionKey?, besides side: ClipKey, in desk: Desk) -> Step? {
        guard let reading, reading.session == session else { return nil }
        self.reading = nil
        guard let place = sessions.firstIndex(of: session) else { return nil }
        if let read {
            // The session may have been renamed.
            sessions[place] = read
            return enter(place, reading.direction, besides: side, in: desk)
        }
        sessions.remove(at: place)
        return enter(reading.direction < 0 ? place : place - 1, reading.direction, besides: side, in: desk)
    }

    /// Returns the nearest clip of a session, or of the next session that has any.
    /// - Parameter place: an index of `sessions`, or −1 for the session on the desk.
    private mutating func enter(_ place: Int, _ direction: Int, besides side: ClipKey, in desk: Desk) -> Step? {
        var place = place
        while place < sessions.count {
            guard place >= 0 else {
                let own = desk.book?.key.map { Self.clips(of: $0, besides: side, in: desk) } ?? []
                if let clip = direction < 0 ? own.last : own.first { return .clip(clip) }
                guard direction < 0 else { return Self.newest(besides: side, in: desk) }
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

    /// Returns what comes after the last clip of the session on the desk: the model, otherwise the delayed picture.
    private static func newest(besides side: ClipKey, in desk: Desk) -> Step { desk.model(besides: side).map { .clip($0) } ?? .delayed }

    /// Returns all clips of the session on the desk, but of another session only those of its shots, and imported films. The model has
    /// its own place.
    /// - Parameter other: the clip that is compared now. From the list it may be of any kind.
    private static func clips(of session: SessionKey, besides side: ClipKey, and other: ClipKey? = nil, in desk: Desk) -> [ClipKey] {
        let isOwn = desk.book?.key == session
        let book = isOwn ? desk.book : desk.guests.first { $0.key == session }
        return book?.clips.compactMap { clip in
            let key = ClipKey(session: session, number: clip.number)
            let isShot = clip.kind == .mark || clip.kind == .part || clip.kind == .film
            return clip.isPlayable && key != side && key != desk.model && (isOwn || isShot || key == other) ? key : nil
        } ?? []
    }
}

extension ScoreBook {
    /// Returns the clip to compare first: the clip of the best arrow, the newest of several. Without arrows it is the newest liked clip,
    /// otherwise the clip before or after; of another session it is the last shot.
    /// - Parameter number: the clip to compare it with; `nil` if that is of another session.
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
