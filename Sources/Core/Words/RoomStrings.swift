// SPDX-License-Identifier: GPL-3.0-or-later

/// What is said of a card that is nearly full and of the session that goes.
extension Strings {
    package static var nearlyFullCard: String { text("room.nearly-full") }
    package static func willBeDeleted(_ session: SessionSummary) -> String { text("room.will-be-deleted", ["session": short(session)]) }
    /// The same where there is room for one line.
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

    /// `12 May · Ana`; by its folder where no date is known.
    private static func short(_ session: SessionSummary) -> String {
        [SessionMoment(session.started).map { day($0) } ?? session.name, session.archer].compactMap { $0 }.joined(separator: " · ")
    }
}
