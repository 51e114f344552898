// SPDX-License-Identifier: GPL-3.0-or-later

/// A session that is open: what the next run has to know of it, should this one end by itself.
public struct OpenSession: Hashable, Sendable, Codable {
    /// Its journal's first line.
    public var header: SessionHeader
    /// The number that its next mark gets.
    public var nextNumber: Int

    public init(header: SessionHeader, nextNumber: Int) {
        self.header = header
        self.nextNumber = nextNumber
    }
}
