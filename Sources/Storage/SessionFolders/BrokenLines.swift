// SPDX-License-Identifier: GPL-3.0-or-later

/// The lines of a journal that can't be read: the first few by number, and the number of all.
public struct BrokenLines: Hashable, Sendable {
    /// The numbers of the first lines, from 1, in order.
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

    /// A sentence for each line that is named, and one for all others.
    var sentences: [String] {
        let named = first.map { "line \($0) of its journal can't be read" }
        return count > first.count ? named + ["\(count - first.count) more lines of its journal can't be read"] : named
    }
}
