// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The filter of the list of sessions, and the sheet on which it is chosen.
struct HistoryFilter: Hashable, Sendable {
    enum Item: Hashable, Sendable {
        /// A month, such as `2026-11`; `nil` for any date.
        case date(String?)
        /// A face's id and name; `nil` for any face.
        case face(SessionList.Face?)
        /// An archer's name; `nil` for any archer.
        case archer(String?)

        var words: String {
            switch self {
            case .date(nil): Strings.anyDate
            case .date(let month?): SessionMoment.month(month)
            case .face(nil): Strings.anyFace
            case .face(let face?): face.name
            case .archer(nil): Strings.anyArcher
            case .archer(let name?): name
            }
        }
    }

    private(set) var date: String?
    private(set) var face: SessionList.Face?
    private(set) var archer: String?
    private(set) var months: [String] = []
    private(set) var faces: [SessionList.Face] = []
    private(set) var archers: [String] = []
    /// The item that the open sheet is on; `nil` while the sheet is closed.
    private(set) var choice: Int?

    var isOpen: Bool { choice != nil }
    var isNarrowed: Bool { date != nil || face != nil || archer != nil }

    /// Returns true if the query has this filter.
    func isAbout(_ query: SessionQuery) -> Bool { query.date == date && query.face == face?.id && query.archer == archer }

    func query(offset: Int, limit: Int) -> SessionQuery {
        SessionQuery(date: date, face: face?.id, archer: archer, offset: offset, limit: limit)
    }

    /// The items to choose from. If nothing was scored, there are no faces; if only one archer shot, there are no archers.
    var items: [Item] {
        let byFace: [Item] = faces.isEmpty && face == nil ? [] : [.face(nil)] + faces.map { .face($0) }
        let byArcher: [Item] = archers.count < 2 && archer == nil ? [] : [.archer(nil)] + archers.map { .archer($0) }
        return [.date(nil)] + months.map { .date($0) } + byArcher + byFace
    }

    mutating func take(_ list: SessionList) {
        let chosen = choice.map { items[$0] }
        months = list.months
        faces = list.faces
        archers = list.archers
        if let chosen { choice = items.firstIndex(of: chosen) ?? 0 }
    }

    mutating func open() { choice = items.firstIndex { isTaken($0) } ?? 0 }
    mutating func close() { choice = nil }

    mutating func move(by steps: Int) {
        guard let choice else { return }
        self.choice = (choice + steps.clamped(to: -10_000...10_000)).clamped(to: 0...items.count - 1)
    }

    mutating func choose(_ index: Int) {
        if items.indices.contains(index) { choice = index }
    }

    /// Filters by the chosen item.
    mutating func take() {
        guard let choice else { return }
        switch items[choice] {
        case .date(let month): date = month
        case .face(let face): self.face = face
        case .archer(let name): archer = name
        }
    }

    func isTaken(_ item: Item) -> Bool {
        switch item {
        case .date(let month): month == date
        case .face(let face): face == self.face
        case .archer(let name): name == archer
        }
    }

    /// The filter in words; `nil` if the list isn't narrowed.
    var words: String? {
        let parts = [date.map(SessionMoment.month), archer, face?.name].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
