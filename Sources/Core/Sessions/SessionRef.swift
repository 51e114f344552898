// SPDX-License-Identifier: GPL-3.0-or-later

/// Which session is meant: one of this run, or one that lies on the card.
public enum SessionRef: Hashable, Sendable {
    /// Counts the sessions of a run, from 1.
    case run(Int)
    /// By its folder's name: `2026-11-20_1403_S07`.
    case stored(String)

    /// The session that a run begins with.
    public static let first = SessionRef.run(1)
}

/// One clip on the card.
public struct ClipKey: Hashable, Sendable {
    /// The session's folder.
    public var session: String
    public var number: Int

    public init(session: String, number: Int) {
        self.session = session
        self.number = number
    }
}
