// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about a card that is nearly full, and about the session that is deleted.
extension Strings {
    package static var nearlyFullCard: String { text("room.nearly-full") }
    package static func willBeDeleted(_ session: SessionSummary) -> String { text("room.will-be-deleted", ["session": short(session)]) }
    /// The same, if there is room for one line only.
    package static func goesNext(_ session: SessionSummary) -> String { text("room.goes-next", ["session": short(session)]) }
    package static var nothingMayGo: String { text("room.nothing-may-go") }
    package static var roomMade: String { text("room.made") }
    package static func roomMade(_ session: SessionSummary, free: Int64) -> String {
        text("room.made-detail", ["session": short(session), "free": bytes(free)])
    }
    package static var noRoomMade: String { text("room.not-made") }
    package static var protectedWord: String { text("room.protected") }
    package static func protected(_ count: Int) -> String { text("room.protected-now", count: count) }
    package static func notProtected(_ count: Int) -> String { text("room.not-protected-now", count: count) }

    /// `12 May · Ana`; if no date is known, the folder's name replaces it.
    private static func short(_ session: SessionSummary) -> String {
        [SessionMoment(session.started).map { day($0) } ?? session.name, session.archer].compactMap { $0 }.joined(separator: " · ")
    }
}
