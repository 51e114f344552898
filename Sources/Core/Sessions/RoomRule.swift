// SPDX-License-Identifier: GPL-3.0-or-later

/// Which session goes from a card that is nearly full, and when (V-56). It only counts if somebody has asked for it.
///
/// One session at a time, the oldest first, and only as long as room is short: what frees nothing stays, and so does what is protected,
/// what its archer may go on with, and what is open or looked at. Nothing goes that wasn't named on the TV for a minute.
public enum RoomRule {
    /// How much room the card has.
    public struct Room: Hashable, Sendable {
        public var freeBytes: Int64
        public var totalBytes: Int64
        /// A clip was refused for want of room.
        public var isFull: Bool

        public init(freeBytes: Int64, totalBytes: Int64, isFull: Bool) {
            self.freeBytes = freeBytes
            self.totalBytes = totalBytes
            self.isFull = isFull
        }

        /// Less than a twentieth is free: what would go is named.
        public var isNearlyFull: Bool { isFull || freeBytes < totalBytes / 20 }
        /// Less than a fortieth is free: what was named goes.
        public var isShort: Bool { isFull || freeBytes < totalBytes / 40 }
    }

    /// A session of the card.
    public struct Candidate: Hashable, Sendable {
        public var session: SessionSummary
        /// It has a journal, or its archer may go on with it.
        public var isOpen: Bool

        public init(session: SessionSummary, isOpen: Bool) {
            self.session = session
            self.isOpen = isOpen
        }

        /// As far as the card knows. Scores without clips take no room worth having.
        public var mayGo: Bool { !isOpen && !session.isProtected && session.clips > 0 }
    }

    /// What was named on the TV.
    public struct Announcement: Hashable, Sendable {
        public var session: SessionSummary
        public var since: Timestamp

        public init(session: SessionSummary, since: Timestamp) {
            self.session = session
            self.since = since
        }

        /// When it may go.
        public var end: Timestamp { since + RoomRule.patience }
    }

    public enum Verdict: Hashable, Sendable {
        /// There is room.
        case rests
        /// Room gets short, and no session may go.
        case isStuck
        case announces(SessionSummary)
        case deletes(SessionSummary)
    }

    /// How long a session is named before it goes.
    public static let patience: Duration = .seconds(60)

    /// - Parameters:
    ///   - inUse: folders of sessions that are shot in, may be gone on with or are looked at.
    ///   - announced: what is named on the TV now.
    public static func verdict(
        _ room: Room, of candidates: [Candidate], inUse: Set<String>, announced: Announcement?, at now: Timestamp
    ) -> Verdict {
        guard room.isNearlyFull else { return .rests }
        guard let session = oldest(of: candidates, inUse: inUse) else { return .isStuck }
        guard room.isShort, let announced, announced.session.name == session.name, announced.end <= now else { return .announces(session) }
        return .deletes(session)
    }

    /// A card counts its sessions, and no clock is believed: the lowest number is the oldest.
    private static func oldest(of candidates: [Candidate], inUse: Set<String>) -> SessionSummary? {
        candidates.filter { $0.mayGo && !inUse.contains($0.session.name) }.map(\.session)
            .min { ($0.number, $0.started, $0.name) < ($1.number, $1.started, $1.name) }
    }
}
