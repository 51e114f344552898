// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The sessions that earlier runs left and that aren't over: the newest of each archer.
struct ResumableSessions: Hashable, Sendable {
    private var sessions: [ResumableSession] = []
    /// The sessions that somebody declined, or has gone on with.
    private var declined: Set<SessionRef> = []
    /// The sessions that were open when the run before ended by itself, by their ids or else their folders. They go on without a question.
    private var unasked: Set<String> = []
    /// The session of this run that somebody asked to go on as, until the card says whether it has the left one.
    private(set) var asked: SessionRef?
    /// The sessions of this run that the card splits now. Until it has answered, nobody goes on with them.
    var splitting: Set<SessionRef> = []
    /// The archers' present names, by their names when this run began.
    private var names: [String: String] = [:]

    /// Takes over the sessions that the card has.
    mutating func note(_ sessions: [ResumableSession]) { self.sessions = sessions }

    /// - Parameter names: the ids, or else the folders, of the sessions that were open when the run before ended by itself.
    mutating func noteOpen(_ names: [String]) { unasked = Set(names) }

    mutating func decline(_ ref: SessionRef) { declined.insert(ref) }

    func isDeclined(_ ref: SessionRef) -> Bool { declined.contains(ref) }

    /// Returns the session of an archer that can be gone on with.
    func session(of archer: String?) -> ResumableSession? {
        sessions.first { $0.target.archer == archer && !declined.contains($0.ref) }
    }

    /// Notes an archer's new name.
    mutating func rename(_ archer: String, to name: String) {
        for index in sessions.indices where sessions[index].target.archer == archer { sessions[index].target.archer = name }
        for (written, now) in names where now == archer { names[written] = name }
        if names[archer] == nil { names[archer] = name }
    }

    /// Returns the present name of an archer, by the name in a journal.
    func name(of archer: String?) -> String? { archer.map { names[$0] ?? $0 } }

    /// Returns the session at this key, also if somebody began another one instead.
    func session(at key: SessionKey) -> ResumableSession? { sessions.first { $0.key?.isSame(as: key) ?? false } }

    /// The folders of all sessions that can be gone on with; declined ones can be from the history.
    var folders: Set<String> { Set(sessions.compactMap(\.key?.folder)) }

    /// Adds the later part of a session that was split: it goes on with its archer's next mark.
    mutating func add(_ later: ResumableSession) { sessions.insert(later, at: 0) }

    /// Forgets sessions that the card doesn't have any more.
    mutating func noteDeleted(_ keys: [SessionKey]) {
        sessions.removeAll { session in keys.contains { session.key?.isSame(as: $0) ?? false } }
    }

    /// Returns the session that goes on with the next mark: only a crash came between, or it is the round of the start directly before.
    /// - Parameter target: the target of the next mark.
    func unaskedSession(for target: SessionTarget) -> ResumableSession? {
        guard let session = session(of: target.archer) else { return nil }
        let isOpen = session.key.map { unasked.contains($0.name) } ?? false
        return isOpen || session.isDirect && session.target.isSame(as: target) ? session : nil
    }

    /// Notes that somebody wants to go on with a left session, as this session of the run.
    mutating func ask(for ref: SessionRef) { asked = ref }

    /// Notes the card's answer about this session of the run.
    /// - Returns: true if somebody had wanted to go on with it.
    mutating func noteAnswer(about ref: SessionRef) -> Bool {
        defer { if asked == ref { asked = nil } }
        return asked == ref
    }
}

extension ResumableSession {
    /// The session's key, if it is one of the card.
    fileprivate var key: SessionKey? { if case .stored(let key) = ref { key } else { nil } }
}

extension [SessionKey] {
    /// Returns true if one of the keys means this session.
    func has(_ session: SessionKey) -> Bool { contains { $0.isSame(as: session) } }
}

extension SessionKey {
    /// The name by which the next run knows it: its id, or its folder if it has none.
    var name: String { id ?? folder }
}
