// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What earlier runs left that isn't over: the newest session of each archer.
struct LeftSessions: Hashable, Sendable {
    private var sessions: [ResumableSession] = []
    /// Somebody said that these aren't gone on with, or they were.
    private var declined: Set<SessionRef> = []
    /// The run before had these open when it ended by itself: they go on unasked.
    private var unasked: Set<SessionRef> = []
    /// The session of this run that somebody went on with, until the card says whether it has it.
    private(set) var asked: SessionRef?
    /// What the archers are called now who had another name when this run began.
    private var names: [String: String] = [:]

    /// The card says what it has.
    mutating func note(_ sessions: [ResumableSession]) { self.sessions = sessions }

    /// - Parameter folders: of the sessions that were open when the run before ended by itself.
    mutating func noteOpen(_ folders: [String]) { unasked = Set(folders.map(SessionRef.stored)) }

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

    /// The one in this folder, also if somebody began another session instead.
    func session(named name: String) -> ResumableSession? { sessions.first { $0.ref == .stored(name) } }

    /// Those that may be gone on with: declined ones from the history.
    var folders: Set<String> { Set(sessions.compactMap { if case .stored(let name) = $0.ref { name } else { nil } }) }

    /// The card doesn't have these any more.
    mutating func noteDeleted(_ names: [String]) {
        sessions.removeAll { session in names.contains { session.ref == .stored($0) } }
    }

    /// The one of an archer that goes on with the next mark, since only a crash came between.
    func unaskedSession(of archer: String?) -> ResumableSession? {
        session(of: archer).flatMap { unasked.contains($0.ref) ? $0 : nil }
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
