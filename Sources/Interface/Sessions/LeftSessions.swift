// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What earlier runs left that isn't over: the newest session of each archer.
struct LeftSessions: Hashable, Sendable {
    private var sessions: [ResumableSession] = []
    /// Somebody said that these aren't gone on with, or they were.
    private var declined: Set<SessionRef> = []
    /// The run before had these open when it ended by itself, by their ids or else their folders: they go on unasked.
    private var unasked: Set<String> = []
    /// The session of this run that somebody went on with, until the card says whether it has it.
    private(set) var asked: SessionRef?
    /// What the archers are called now who had another name when this run began.
    private var names: [String: String] = [:]

    /// The card says what it has.
    mutating func note(_ sessions: [ResumableSession]) { self.sessions = sessions }

    /// - Parameter names: the ids, or else the folders, of the sessions that were open when the run before ended by itself.
    mutating func noteOpen(_ names: [String]) { unasked = Set(names) }

    mutating func decline(_ ref: SessionRef) { declined.insert(ref) }

    func isDeclined(_ ref: SessionRef) -> Bool { declined.contains(ref) }

    /// The one of an archer that may be gone on with.
    func session(of archer: String?) -> ResumableSession? {
        sessions.first { $0.target.archer == archer && !declined.contains($0.ref) }
    }

    /// An archer has another name now.
    mutating func rename(_ archer: String, to name: String) {
        for index in sessions.indices where sessions[index].target.archer == archer { sessions[index].target.archer = name }
        for (written, now) in names where now == archer { names[written] = name }
        if names[archer] == nil { names[archer] = name }
    }

    /// What an archer is called now whom a journal knows by this name.
    func name(of archer: String?) -> String? { archer.map { names[$0] ?? $0 } }

    /// The one that lies there, also if somebody began another session instead.
    func session(at key: SessionKey) -> ResumableSession? { sessions.first { $0.key?.isSame(as: key) ?? false } }

    /// Those that may be gone on with: declined ones from the history.
    var folders: Set<String> { Set(sessions.compactMap(\.key?.folder)) }

    /// The card doesn't have these any more.
    mutating func noteDeleted(_ keys: [SessionKey]) {
        sessions.removeAll { session in keys.contains { session.key?.isSame(as: $0) ?? false } }
    }

    /// The one of an archer that goes on with the next mark, since only a crash came between.
    func unaskedSession(of archer: String?) -> ResumableSession? {
        session(of: archer).flatMap { session in session.key.map { unasked.contains($0.name) } ?? false ? session : nil }
    }

    /// Somebody wants to go on with one, as this session of the run.
    mutating func ask(for ref: SessionRef) { asked = ref }

    /// The card has answered about this session of the run.
    /// - Returns: whether somebody had wanted to go on with it.
    mutating func noteAnswer(about ref: SessionRef) -> Bool {
        defer { if asked == ref { asked = nil } }
        return asked == ref
    }
}

extension ResumableSession {
    /// Where it lies, if it is one of the card.
    fileprivate var key: SessionKey? { if case .stored(let key) = ref { key } else { nil } }
}

extension [SessionKey] {
    /// Whether one of them means this session.
    func has(_ session: SessionKey) -> Bool { contains { $0.isSame(as: session) } }
}

extension SessionKey {
    /// What the next run knows it by: its id, or its folder if it has none.
    var name: String { id ?? folder }
}
