// SPDX-License-Identifier: GPL-3.0-or-later

/// The sessions that are open: what the next run has to know of them, should this one end by itself.
public struct OpenSession: Hashable, Sendable, Codable {
    /// The journal's first line of the one that was shot in last.
    public var header: SessionHeader
    /// Where its numbers go on.
    public var numbers: SessionNumbers
    /// The ids of the others, each archer's; the folder of a session that has none. They are gone on with unasked too.
    public var others: [String]

    public init(header: SessionHeader, numbers: SessionNumbers, others: [String] = []) {
        self.header = header
        self.numbers = numbers
        self.others = others
    }
}
