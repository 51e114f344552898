// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Makes room on a card that is nearly full, if the setting asks for it. `RoomRule` decides what goes and when.
struct RoomKeeper: Hashable, Sendable {
    /// The time after which the card's oldest sessions are looked up again.
    static let refresh: Duration = .seconds(30)

    /// The session that goes next, as it is announced on the TV.
    private(set) var announced: RoomRule.Announcement?
    /// True if room gets short and no session may go.
    private(set) var isStuck = false
    /// The sessions that the card named as its oldest; `nil` before it has answered.
    private var candidates: [RoomRule.Candidate]?
    private var asked: Timestamp?
    /// The session that is being deleted.
    private var going: SessionSummary?
    /// The names of the sessions that the card refused to delete.
    private var refused: Set<String> = []

    /// Forgets everything, because the rule is off or there is room again.
    mutating func rest() {
        (announced, isStuck, candidates, asked) = (nil, false, nil, nil)
    }

    mutating func note(_ candidates: [RoomRule.Candidate]) {
        guard asked != nil else { return }
        self.candidates = candidates
    }

    /// Forgets the candidates, because the card's sessions have changed. They are looked up again.
    mutating func forget() { (candidates, asked) = (nil, nil) }

    /// - Returns: the session, if it is gone.
    mutating func noteMade(_ name: String, isGone: Bool) -> SessionSummary? {
        defer { going = nil }
        forget()
        if !isGone { refused.insert(name) }
        return isGone && going?.name == name ? going : nil
    }

    /// Returns the commands for the card at this instant.
    mutating func step(_ room: RoomRule.Room, inUse: Set<String>, at now: Timestamp) -> [CardCommand] {
        guard room.isNearlyFull else {
            rest()
            return []
        }
        guard going == nil else { return [] }
        guard let candidates, let asked else {
            guard self.asked == nil else { return [] }
            self.asked = now
            return [.findOldest]
        }
        let verdict = RoomRule.verdict(room, of: candidates, inUse: inUse.union(refused), announced: announced, at: now)
        isStuck = verdict == .isStuck
        switch verdict {
        case .rests, .isStuck: announced = nil
        case .announces(let session):
            if announced?.session.name != session.name { announced = RoomRule.Announcement(session: session, since: now) }
        case .deletes(let session):
            (going, announced) = (session, nil)
            return [.makeRoom(session.key)]
        }
        guard asked + Self.refresh <= now else { return [] }
        self.asked = now
        return [.findOldest]
    }

    /// Returns the instants at which there is something to do by time alone.
    func deadlines(_ room: RoomRule.Room?) -> [Timestamp] {
        guard room?.isNearlyFull == true, candidates != nil else { return [] }
        return [asked.map { $0 + Self.refresh }, announced?.end].compactMap { $0 }
    }
}

extension Context {
    /// The room on the card; `nil` if the rule is off, or no card takes anything.
    private var cardRoom: RoomRule.Room? {
        guard settings.deletesOldest, switchingOff.ending == nil, let facts = cardFacts else { return nil }
        switch conditions.card {
        case .ready: return RoomRule.Room(freeBytes: facts.freeBytes, totalBytes: facts.totalBytes, isFull: false)
        case .full: return RoomRule.Room(freeBytes: facts.freeBytes, totalBytes: facts.totalBytes, isFull: true)
        case .absent, .readOnly, .failing: return nil
        }
    }

    var roomDeadlines: [Timestamp] { room.deadlines(cardRoom) }

    mutating func makeRoom(at now: Timestamp) -> [Effect] {
        guard let cardRoom else {
            room.rest()
            return []
        }
        let looked = [desk.opening?.folder, desk.book?.name] + desk.guests.map(\.name)
        let inUse = sessions.folders.union(looked.compactMap { $0 }).union(exporting.sessions)
        return room.step(cardRoom, inUse: inUse, at: now).map(Effect.card)
    }

    mutating func noteRoom(_ key: SessionKey, _ problem: Message?) {
        let gone = problem == nil ? [key] : []
        sessions.left.noteDeleted(gone)
        edits.forget(gone)
        if let session = room.noteMade(key.folder, isGone: problem == nil) {
            conditions.note(Notice(deleted: session, free: cardFacts?.freeBytes ?? 0))
        } else if let problem {
            conditions.note(Notice(kind: .trouble, title: Strings.noRoomMade, detail: problem.text))
        }
    }

    /// The chip that says what goes next and how that is stopped, or that nothing may go.
    var roomChip: Chip? {
        let words: String
        if let session = room.announced?.session {
            words = cover.place == .live ? Strings.willBeDeleted(session) : Strings.goesNext(session)
        } else if room.isStuck {
            words = Strings.nothingMayGo
        } else {
            return nil
        }
        return Chip(kind: .cardNearlyFull(room.announced?.session.name ?? ""), icon: .cardFull, title: Strings.nearlyFullCard, line: words)
    }
}
