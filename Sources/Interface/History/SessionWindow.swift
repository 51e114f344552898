// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The part of a long list of sessions that is at hand: some pages about the chosen one. However long the list is, memory isn't.
struct SessionWindow: Hashable, Sendable {
    /// Sessions to a page.
    static let page = 50
    /// Pages kept to either side of the one that is looked at.
    private static let reach = 2

    private var sessions: [Int: SessionSummary] = [:]
    private var asked: Set<Int> = []
    /// How many there are in all; `nil` before the card has answered.
    private(set) var count: Int?

    subscript(index: Int) -> SessionSummary? { sessions[index] }

    /// The pages to ask for when these rows are looked at; each is asked for once.
    mutating func pagesToAsk(for rows: ClosedRange<Int>) -> [Int] {
        let pages = max(0, rows.lowerBound / Self.page)...max(0, rows.upperBound / Self.page)
        let kept = (pages.lowerBound - Self.reach)...(pages.upperBound + Self.reach)
        asked.formIntersection(Set(kept))
        sessions = sessions.filter { kept.contains($0.key / Self.page) }
        let wanted = pages.filter { page in
            !asked.contains(page) && (count.map { page * Self.page < max($0, 1) } ?? true)
        }
        asked.formUnion(wanted)
        return wanted
    }

    mutating func take(_ list: SessionList) {
        count = max(0, list.matching)
        asked.insert(list.query.offset / Self.page)
        for (index, session) in list.sessions.enumerated() { sessions[list.query.offset + index] = session }
    }

    /// Where a session of this name lies, if it is at hand.
    func index(of name: String) -> Int? { sessions.first { $0.value.name == name }?.key }

    /// Those of these that are at hand.
    func known(_ keys: Set<SessionKey>) -> [SessionSummary] { sessions.values.filter { keys.contains($0.key) } }
}
