// SPDX-License-Identifier: GPL-3.0-or-later

/// The rule for deleting a session from a card that is nearly full (V-56). It applies only if somebody has switched it on.
///
/// One session at a time is deleted, the oldest first, and only while room is short. A session stays if it frees nothing, is protected, can
/// be continued by its archer, or is open or on screen. Each session is named on the TV for a minute before it is deleted.
public enum RoomRule {
    /// The room on the card.
    public struct Room: Hashable, Sendable {
        public var freeBytes: Int64
        public var totalBytes: Int64
        /// True if a clip was refused for lack of room.
        public var isFull: Bool

        public init(freeBytes: Int64, totalBytes: Int64, isFull: Bool) {
            self.freeBytes = freeBytes
            self.totalBytes = totalBytes
            self.isFull = isFull
        }

        /// True if less than a twentieth is free: the session to be deleted is named.
        public var isNearlyFull: Bool { isFull || freeBytes < totalBytes / 20 }
        /// True if less than a fortieth is free: the named session is deleted.
        public var isShort: Bool { isFull || freeBytes < totalBytes / 40 }
    }

    /// A session on the card that might be deleted.
    public struct Candidate: Hashable, Sendable {
        public var session: SessionSummary
        /// True if it has a journal, or its archer may continue it.
        public var isOpen: Bool

        public init(session: SessionSummary, isOpen: Bool) {
            self.session = session
            self.isOpen = isOpen
        }

        /// True if it may be deleted, as far as the card knows. Scores without clips take hardly any room.
        public var mayGo: Bool { !isOpen && !session.isProtected && session.clips > 0 }
    }

    /// The session that is named on the TV, and since when.
    public struct Announcement: Hashable, Sendable {
        public var session: SessionSummary
        public var since: Timestamp

        public init(session: SessionSummary, since: Timestamp) {
            self.session = session
            self.since = since
        }

        /// The time from which it may be deleted.
        public var end: Timestamp { since + RoomRule.patience }
    }

    public enum Verdict: Hashable, Sendable {
        /// There is room: nothing is to be done.
        case rests
        /// Room gets short, and no session may be deleted.
        case isStuck
        case announces(SessionSummary)
        case deletes(SessionSummary)
    }

    /// The time for which a session is named before it is deleted.
    public static let patience: Duration = .seconds(60)

    /// - Parameters:
    ///   - inUse: the folders of sessions that are shot in, may be continued or are on screen.
    ///   - announced: the session that is named on the TV now.
    public static func verdict(
        _ room: Room, of candidates: [Candidate], inUse: Set<String>, announced: Announcement?, at now: Timestamp
    ) -> Verdict {
        guard room.isNearlyFull else { return .rests }
        guard let session = oldest(of: candidates, inUse: inUse) else { return .isStuck }
        guard room.isShort, let announced, announced.session.name == session.name, announced.end <= now else { return .announces(session) }
        return .deletes(session)
    }

    /// Returns the oldest session that may be deleted. A card numbers its sessions, and clocks aren't trusted: the lowest number is the
    /// oldest.
    private static func oldest(of candidates: [Candidate], inUse: Set<String>) -> SessionSummary? {
        candidates.filter { $0.mayGo && !inUse.contains($0.session.name) }.map(\.session)
            .min { ($0.number, $0.name) < ($1.number, $1.name) }
    }
}
