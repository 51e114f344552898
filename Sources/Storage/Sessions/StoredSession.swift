import Core

/// A session as it lies on the card.
public struct StoredSession: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        case closed(SessionRecord)
        /// Its journal is still there: the session goes on, or a cut ended it. This is what is acknowledged so far.
        case open(SessionRecord)
        /// Written by a later VIR.
        case later(version: Int)
        case unreadable(String)
    }

    /// The folder's name.
    public var name: String
    public var state: State
    /// Lines of its journal that the card lost, from 1.
    public var brokenLines: [Int] = []

    /// What is known of it.
    public var record: SessionRecord? {
        switch state {
        case .closed(let record), .open(let record): record
        case .later, .unreadable: nil
        }
    }
}

extension Card {
    /// Every session on the card, by name and so by time.
    public func sessions() throws(CardError) -> [StoredSession] {
        var sessions: [StoredSession] = []
        for name in try files.list(path) where CardLayout.sessionNumber(inName: name) != nil {
            guard try files.isFolder("\(path)/\(name)") else { continue }
            sessions.append(try session(named: name))
        }
        return sessions
    }

    /// One session of the card.
    /// - Throws: `CardError.failed` for a name that is no session's.
    public func session(named name: String) throws(CardError) -> StoredSession {
        guard CardLayout.sessionNumber(inName: name) != nil else {
            throw .failed(operation: "read", subject: name, reason: "there is no such session")
        }
        let folder = "\(path)/\(name)"
        if try files.isFile("\(folder)/\(CardLayout.journal)") {
            let reading = Journal.read(try files.contents(of: "\(folder)/\(CardLayout.journal)"))
            let state = SessionRecord(journal: reading.entries, ending: .recovered).map(StoredSession.State.open)
            return StoredSession(name: name, state: state ?? .unreadable("its journal has no first line"),
                                 brokenLines: reading.brokenLines)
        }
        guard try files.isFile("\(folder)/\(CardLayout.record)") else {
            return StoredSession(name: name, state: .unreadable("it has neither a record nor a journal"))
        }
        return switch SessionFile.content(try files.contents(of: "\(folder)/\(CardLayout.record)")) {
        case .record(let record): StoredSession(name: name, state: .closed(record))
        case .later(let version): StoredSession(name: name, state: .later(version: version))
        case .unreadable(let reason): StoredSession(name: name, state: .unreadable("\(CardLayout.record): \(reason)"))
        }
    }
}
