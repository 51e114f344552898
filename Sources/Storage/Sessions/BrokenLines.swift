// SPDX-License-Identifier: GPL-3.0-or-later

/// Which lines of a journal can't be read: the first few by number, and how many there are in all.
public struct BrokenLines: Hashable, Sendable {
    /// From 1, in order.
    public private(set) var first: [Int] = []
    public private(set) var count = 0

    private static let mostNamed = 20

    public init() {}

    mutating func add(_ line: Int) {
        if first.count < Self.mostNamed { first.append(line) }
        count += 1
    }

    mutating func add(_ others: BrokenLines) {
        first += others.first.prefix(Self.mostNamed - first.count)
        count += others.count
    }

    /// A sentence for each that is named, and one for all others.
    var sentences: [String] {
        let named = first.map { "line \($0) of its journal can't be read" }
        return count > first.count ? named + ["\(count - first.count) more lines of its journal can't be read"] : named
    }
}
