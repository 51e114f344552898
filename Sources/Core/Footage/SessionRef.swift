// SPDX-License-Identifier: GPL-3.0-or-later

/// A reference to a session of this run, or to a session on a card.
public enum SessionRef: Hashable, Sendable {
    /// The session's number within the run, from 1.
    case run(Int)
    case stored(SessionKey)

    /// The session that a run begins with.
    public static let first = SessionRef.run(1)
}

/// A session that lies on a card.
///
/// The ids distinguish it from every other session: a Pi has no battery clock, so sessions on two cards may well have the same folder name.
/// The folder is only where the session lay when the card was last read.
public struct SessionKey: Hashable, Sendable {
    /// The card's id, as its `card.json` has it; `nil`: any card that is in.
    public var card: String?
    /// The session's own id, as its header has it; `nil` for a session from before version 3.
    public var id: String?
    /// The folder's name: `2026-11-20_1403_S07`.
    public var folder: String

    public init(card: String? = nil, id: String? = nil, folder: String) {
        self.card = card
        self.id = id
        self.folder = folder
    }

    /// Creates the key of a session of this run that has no folder, because no card has been in since it began.
    package init(unfiled session: Int) { self.init(id: "\(Self.unfiledID)\(session)", folder: "") }

    /// The session of this run, if this is the key of a session without a folder.
    package var unfiled: SessionRef? {
        guard folder.isEmpty, let id, id.hasPrefix(Self.unfiledID) else { return nil }
        return Int(id.dropFirst(Self.unfiledID.count)).map(SessionRef.run)
    }

    /// The beginning of the id of a session without a folder. The ids of sessions on a card are hexadecimal.
    private static let unfiledID = "run "

    /// Returns true if both mean the session in the same folder of the same card. An id that one of them lacks isn't compared.
    package func isSame(as other: SessionKey) -> Bool {
        folder == other.folder && (card == nil || other.card == nil || card == other.card) && (id == nil || other.id == nil || id == other.id)
    }

    /// Returns true if it lies on the card with this id, as far as that is known.
    package func isOn(_ card: String?) -> Bool { self.card == nil || card == nil || self.card == card }
}

/// One clip on a card.
public struct ClipKey: Hashable, Sendable {
    public var session: SessionKey
    public var number: Int

    public init(session: SessionKey, number: Int) {
        self.session = session
        self.number = number
    }
}
