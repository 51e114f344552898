// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// In tests with only one card, a session is named by its folder.
extension SessionKey: ExpressibleByStringLiteral {
    public init(stringLiteral folder: String) { self.init(folder: folder) }
}

extension ScoreBook {
    package init(_ record: SessionRecord, name: String) { self.init(record, key: SessionKey(folder: name)) }

    package init(_ session: SessionState, name: String?) { self.init(session, key: name.map { SessionKey(folder: $0) }) }
}

extension FiledSession {
    package init(name: String, record: SessionRecord) { self.init(key: SessionKey(folder: name), record: record) }
}

extension ContinuedSession {
    package init(name: String, record: SessionRecord, journal: [JournalEntry]) {
        self.init(key: SessionKey(folder: name), record: record, journal: journal)
    }

    /// Its folder.
    package var name: String { key.folder }
}

extension ResumableSession {
    package init?(_ record: SessionRecord, name: String) { self.init(record, key: SessionKey(folder: name)) }
}

extension ClipKey {
    package init(session folder: String, number: Int) { self.init(session: SessionKey(folder: folder), number: number) }
}
