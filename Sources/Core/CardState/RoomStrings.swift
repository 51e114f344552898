// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about a card that is nearly full, and about the session that is deleted.
extension Strings {
    package static func willBeDeleted(_ session: SessionSummary) -> String { Phrases.Room.willBeDeleted(short(session)) }
    /// The same, if there is room for one line only.
    package static func goesNext(_ session: SessionSummary) -> String { Phrases.Room.goesNext(short(session)) }
    package static func roomMade(_ session: SessionSummary, free: Int64) -> String {
        Phrases.Room.madeDetail(short(session), free: bytes(free))
    }

    /// `12 May · Ana`; `Session 37 · Ana` if no date is known.
    private static func short(_ session: SessionSummary) -> String {
        let day = self.session(started: session.started, number: session.number, folder: session.name, isShort: true)
        return [day, session.archer].compactMap { $0 }.joined(separator: " · ")
    }
}
