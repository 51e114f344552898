// SPDX-License-Identifier: GPL-3.0-or-later

/// Which session is meant: one of this run, or one that lies on a card.
public enum SessionRef: Hashable, Sendable {
    /// Counts the sessions of a run, from 1.
    case run(Int)
    case stored(SessionKey)

    /// The session that a run begins with.
    public static let first = SessionRef.run(1)
}

/// A session that lies on a card.
///
/// The ids tell it from every other session: a Pi has no clock, so sessions of two cards may well have the same name. The folder only says
/// where the session lay when the card was looked at last.
public struct SessionKey: Hashable, Sendable {
    /// The card's id, as its `card.json` has it; `nil` if the session is looked for on whatever card is in.
    public var card: String?
    /// The session's own id, as its header has it; `nil` for a session of before version 3.
    public var id: String?
    /// The folder's name: `2026-11-20_1403_S07`.
    public var folder: String

    public init(card: String? = nil, id: String? = nil, folder: String) {
        self.card = card
        self.id = id
        self.folder = folder
    }

    /// Whether both mean the session in one folder of one card. What one of them doesn't know doesn't tell them apart.
    package func isSame(as other: SessionKey) -> Bool {
        folder == other.folder && (card == nil || other.card == nil || card == other.card) && (id == nil || other.id == nil || id == other.id)
    }

    /// Whether it lies on the card with this id, as far as that is known.
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
