// SPDX-License-Identifier: GPL-3.0-or-later

/// One copy of a session, as far as a merge has to know it.
struct MergeCopy: Hashable, Sendable {
    /// The same for all copies of a session, and for no other session.
    var id: String
    /// The session's number on its card.
    var number: Int
    /// The label of its beginning; `nil` if no date is known.
    var date: String?
    var revision = 0
    /// The checksum by which its record is known, and those of its earlier records (`RecordLineage`).
    var sum: UInt32
    var earlier: Set<UInt32> = []
    /// A checksum of the contents alone; `nil` if nothing has to be compared with them. Two copies may say the same although they were
    /// filed separately.
    var content: UInt32?

    /// True if nothing of the other copy's record is lost when this one is taken: it descends from that record, or says the same.
    func stands(for other: MergeCopy) -> Bool {
        sum == other.sum || earlier.contains(other.sum) || content != nil && content == other.content
    }
}

/// The rule by which several cards become one book: which copy of each session is taken, and which number it gets.
///
/// - Of copies with the same id, a descendant stands for its ancestors. Copies that have gone different ways are all taken.
/// - A session keeps the number that it has in the book, as long as each card's own order allows that. All others are numbered behind
///   the book's highest number, in one order: each card's own order is kept, the earliest date comes first where both sessions have one,
///   and otherwise the card that was named first.
///
/// So a second merge of the same cards changes nothing, and a merge that was cut off goes on with the same numbers. Pure.
struct MergePlan: Hashable, Sendable {
    /// The place of a copy: the card by its place among the arguments, and the copy by its place on that card. The book comes after the
    /// last card.
    struct Place: Hashable, Sendable {
        var card: Int
        var index: Int
    }

    struct Session: Hashable, Sendable {
        /// The copy that is taken.
        var copy: Place
        /// The copies for which it stands; their clips stay too.
        var others: [Place]
        /// Its number in the book.
        var number: Int
        /// True if another copy of the session has gone another way.
        var hasRival: Bool
    }

    /// Every session of the cards and of the book, in the order of their numbers.
    let sessions: [Session]

    /// - Parameters:
    ///   - cards: the sessions of each card in that card's own order.
    ///   - book: the sessions that the book has already.
    ///   - highest: the highest number that the book ever gave.
    init(cards: [[MergeCopy]], book: [MergeCopy], highest: Int) {
        let all = cards + [book]
        var items = Self.items(of: all)
        var item: [Place: Int] = [:]
        for (index, one) in items.enumerated() {
            for place in one.places { item[place] = index }
        }
        // The order of each card, as far as it is known: two copies of one session on a card are one.
        let orders = cards.enumerated().map { card, copies in
            var seen: Set<Int> = []
            return copies.indices.compactMap { item[Place(card: card, index: $0)] }.filter { seen.insert($0).inserted }
        }
        Self.keepNumbers(of: &items, orders)
        var next = max(highest, book.map(\.number).max() ?? 0)
        for index in Self.merged(orders.map { $0.filter { items[$0].number == nil } }, dates: items.map(\.date)) {
            next += 1
            items[index].number = next
        }
        sessions = items.map { Session(copy: $0.places[0], others: Array($0.places.dropFirst()), number: $0.number ?? 0, hasRival: $0.hasRival) }
            .sorted { ($0.number, $0.copy.card, $0.copy.index) < ($1.number, $1.copy.card, $1.copy.index) }
    }

    /// A session of the book while its number is sought.
    private struct Item {
        /// Its copies: the first is taken.
        var places: [Place]
        var date: String?
        var number: Int?
        var hasRival: Bool
    }

    private static func items(of all: [[MergeCopy]]) -> [Item] {
        var ids: [String] = []
        var groups: [String: [Place]] = [:]
        for (card, copies) in all.enumerated() {
            for (index, copy) in copies.enumerated() {
                if groups[copy.id] == nil { ids.append(copy.id) }
                groups[copy.id, default: []].append(Place(card: card, index: index))
            }
        }
        func copy(_ place: Place) -> MergeCopy { all[place.card][place.index] }
        return ids.flatMap { id in
            // A descendant has a higher revision than its ancestors.
            let places = (groups[id] ?? []).sorted { (-copy($0).revision, $0.card, $0.index) < (-copy($1).revision, $1.card, $1.index) }
            var heads: [[Place]] = []
            for place in places {
                if let head = heads.firstIndex(where: { copy($0[0]).stands(for: copy(place)) }) {
                    heads[head].append(place)
                } else {
                    heads.append([place])
                }
            }
            return heads.map { places in
                let kept = places.filter { $0.card == all.count - 1 }.map { copy($0).number }.max()
                return Item(places: places, date: copy(places[0]).date, number: kept, hasRival: heads.count > 1)
            }
        }
    }

    /// Takes from the sessions those numbers of the book that are there twice, or that break the order of a card.
    private static func keepNumbers(of items: inout [Item], _ orders: [[Int]]) {
        let ordered = Set(orders.joined())
        var taken: Set<Int> = []
        for index in items.indices {
            guard let number = items[index].number else { continue }
            // A session that only the book has stays as it is.
            if !taken.insert(number).inserted, ordered.contains(index) { items[index].number = nil }
        }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for order in orders {
                // New numbers come after all others, so behind a session that gets one, no session keeps its own.
                var last: Int? = 0
                for index in order {
                    if let number = items[index].number, let before = last, number > before {
                        last = number
                    } else {
                        if items[index].number != nil { hasChanged = true }
                        (items[index].number, last) = (nil, nil)
                    }
                }
            }
        }
    }

    /// Merges the orders of several cards into one.
    private static func merged(_ orders: [[Int]], dates: [String?]) -> [Int] {
        var rests = orders.map { $0[...] }
        var waiting: [Int: Int] = [:]
        for index in orders.joined() { waiting[index, default: 0] += 1 }
        var placed: Set<Int> = []
        var all: [Int] = []
        while true {
            for card in rests.indices { rests[card] = rests[card].drop { placed.contains($0) } }
            let firsts = rests.compactMap(\.first)
            guard let any = firsts.first else { return all }
            // A session of two cards waits until it is the next one on both. If two cards contradict each other, the first one decides.
            let free = firsts.filter { first in firsts.count { $0 == first } == waiting[first] }
            let lead = free.first ?? any
            let isDated = dates[lead] != nil
            let next = free.filter { isDated && dates[$0] != nil }.min { dates[$0] ?? "" < dates[$1] ?? "" } ?? lead
            placed.insert(next)
            all.append(next)
        }
    }
}
