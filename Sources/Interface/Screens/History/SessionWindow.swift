// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The loaded part of a long list of sessions: some pages around the chosen one. However long the list is, this stays small.
struct SessionWindow: Hashable, Sendable {
    /// The number of sessions on a page.
    static let page = 50
    /// The number of pages that are kept to either side of the visible ones.
    private static let reach = 2

    private var sessions: [Int: SessionSummary] = [:]
    private var asked: Set<Int> = []
    /// The number of sessions in all; `nil` before the card has answered.
    private(set) var count: Int?

    subscript(index: Int) -> SessionSummary? { sessions[index] }

    /// Returns the pages to ask for if these rows are shown; each page is asked for once.
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

    /// Returns the index of the session with this name, if it is loaded.
    func index(of name: String) -> Int? { sessions.first { $0.value.name == name }?.key }

    /// Returns those of these sessions that are loaded.
    func known(_ keys: Set<SessionKey>) -> [SessionSummary] { sessions.values.filter { keys.contains($0.key) } }
}
