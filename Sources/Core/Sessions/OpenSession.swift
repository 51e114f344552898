// SPDX-License-Identifier: GPL-3.0-or-later

/// The open sessions, as the next run needs to know them if this run ends without closing them.
public struct OpenSession: Hashable, Sendable, Codable {
    /// The journal's first line of the session that was shot in last.
    public var header: SessionHeader
    /// The next numbers of that session.
    public var numbers: SessionNumbers
    /// The ids of the other open sessions, of all archers; the folder's name for a session without an id. The next run may continue them
    /// without asking, too.
    public var others: [String]

    public init(header: SessionHeader, numbers: SessionNumbers, others: [String] = []) {
        self.header = header
        self.numbers = numbers
        self.others = others
    }
}
