// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A session as it lies on the card.
public struct StoredSession: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        case closed(SessionRecord)
        /// The session's journal is still there: the session goes on, or a power cut ended it. The record is what is acknowledged so far.
        case open(SessionRecord)
        /// Written by a later VIR.
        case later(version: Int)
        case unreadable(String)
    }

    /// The folder's name.
    public var name: String
    public var state: State
    /// The lines of its journal that the card lost.
    public var brokenLines = BrokenLines()
    /// The folders of sessions that were joined to it, as long as its journal says so. If such a folder is still there, it is on its way out.
    var joined: Set<String> = []

    /// The session's record, if it can be read.
    public var record: SessionRecord? {
        switch state {
        case .closed(let record), .open(let record): record
        case .later, .unreadable: nil
        }
    }
}

extension Card {
    /// Returns every session on the card, by name and so by time. A session that can't be read has the state `unreadable`, and hides no
    /// other. A session that was joined to another one is a part of that.
    public func sessions() throws(CardError) -> [StoredSession] {
        var sessions: [StoredSession] = []
        for name in try sessionNames() { sessions.append(try storedSession(named: name)) }
        let joined = sessions.reduce(into: Set<String>()) { $0.formUnion($1.joined) }
        return sessions.filter { !joined.contains($0.name) }
    }

    /// Returns one session of the card, whatever is wrong with it.
    func storedSession(named name: String) throws(CardError) -> StoredSession {
        do {
            return try session(named: name)
        } catch {
            guard case .failed(_, let subject, let reason) = error else { throw error }
            return StoredSession(name: name, state: .unreadable("\(inside(subject, name)): \(reason)"))
        }
    }

    /// Returns a path in a session's folder, relative to that folder.
    private func inside(_ place: String, _ name: String) -> String {
        let folder = "\(path)/\(name)/"
        return place.hasPrefix(folder) ? String(place.dropFirst(folder.count)) : name
    }

    /// Returns one session of the card.
    /// - Throws: `CardError.failed` if the name is no session's, or if the session can't be read.
    public func session(named name: String) throws(CardError) -> StoredSession {
        guard try isSession(name) else {
            throw .failed(operation: "read", subject: name, reason: .noSession)
        }
        let folder = "\(path)/\(name)"
        if try files.kind(of: "\(folder)/\(CardLayout.journal)") != nil {
            let reading = try Journal.read("\(folder)/\(CardLayout.journal)", files: files)
            let state = SessionRecord(journal: reading.entries, ending: .recovered).map(StoredSession.State.open)
            let joined = reading.entries.compactMap { if case .joined(let folder, _) = $0, folder != name { folder } else { nil } }
            return StoredSession(
                name: name, state: state ?? .unreadable("its journal has no first line"), brokenLines: reading.broken, joined: Set(joined))
        }
        guard try files.kind(of: "\(folder)/\(CardLayout.record)") != nil else {
            return StoredSession(name: name, state: .unreadable("it has neither a record nor a journal"))
        }
        return StoredSession(name: name, state: .init(try files.contents(of: "\(folder)/\(CardLayout.record)")))
    }
}

extension StoredSession.State {
    /// Makes the state of a closed session from its record.
    init(_ record: [UInt8]) {
        self =
            switch SessionFile.content(record) {
            case .record(let record): .closed(record)
            case .later(let version): .later(version: version)
            case .unreadable(let reason): .unreadable("\(CardLayout.record): \(reason)")
            }
    }
}
