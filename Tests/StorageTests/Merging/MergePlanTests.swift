// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Storage

/// Cards of a club, some of them copies of others, and the laws that each merge of them keeps.
@Suite struct MergePlanTests {
    /// Cards made from a seed. Each copy has a record of its own, or shares it with another copy.
    struct Club {
        var cards: [[MergeCopy]] = []
        private var lastSum: UInt32 = 0

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            for card in 0..<Int.random(in: 1...4, using: &random) {
                if card > 0, Int.random(in: 0..<3, using: &random) == 0 {
                    cards.append(copied(cards[Int.random(in: 0..<card, using: &random)], &random))
                    continue
                }
                var number = 0
                cards.append(
                    (0..<Int.random(in: 0...8, using: &random)).map { index in
                        number += Int.random(in: 1...3, using: &random)
                        let day = Int.random(in: 1...28, using: &random)
                        let date = Int.random(in: 0..<3, using: &random) == 0 ? nil : "2026-11-\(day < 10 ? "0" : "")\(day)T10:00:00"
                        let revision = Int.random(in: 0...4, using: &random)
                        let earlier = (0..<revision).map { _ in newSum() }
                        return MergeCopy(
                            id: "\(card).\(index)", number: number, date: date, revision: revision, sum: newSum(), earlier: Set(earlier))
                    })
            }
        }

        private mutating func newSum() -> UInt32 {
            lastSum += 1
            return lastSum
        }

        /// Returns the first sessions of a card as a copy of it may have them: unchanged, older, later, or changed in another way.
        private mutating func copied(_ card: [MergeCopy], _ random: inout SeededGenerator) -> [MergeCopy] {
            card.prefix(Int.random(in: 0...card.count, using: &random)).map { copy in
                var other = copy
                let earlier = copy.earlier.sorted()
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where !earlier.isEmpty:
                    other.revision = Int.random(in: 0..<earlier.count, using: &random)
                    (other.sum, other.earlier) = (earlier[other.revision], Set(earlier[..<other.revision]))
                case 1:
                    (other.revision, other.sum, other.earlier) = (copy.revision + 1, newSum(), copy.earlier.union([copy.sum]))
                case 2: other.sum = newSum()
                default: break
                }
                return other
            }
        }

        func plan(_ book: [MergeCopy] = []) -> MergePlan { MergePlan(cards: cards, book: book, highest: 0) }

        /// Returns the first sessions of a plan as the book has them when they are made.
        func book(_ plan: MergePlan, of before: [MergeCopy] = [], count: Int = .max) -> [MergeCopy] {
            plan.sessions.prefix(count).map { session in
                var copy = (cards + [before])[session.copy.card][session.copy.index]
                copy.number = session.number
                return copy
            }
        }
    }

    /// The numbers by the records that are taken.
    private static func numbers(_ plan: MergePlan, _ all: [[MergeCopy]]) -> [UInt32: Int] {
        Dictionary(plan.sessions.map { (all[$0.copy.card][$0.copy.index].sum, $0.number) }) { first, _ in first }
    }

    /// Expects each card's order, and that each copy is in exactly one session, whose record stands for its own.
    private static func expectLaws(_ plan: MergePlan, _ all: [[MergeCopy]]) {
        let cards = all.dropLast()
        var session: [MergePlan.Place: MergePlan.Session] = [:]
        for one in plan.sessions {
            for place in [one.copy] + one.others {
                #expect(session[place] == nil)
                session[place] = one
                #expect(all[one.copy.card][one.copy.index].stands(for: all[place.card][place.index]))
            }
        }
        #expect(session.count == all.reduce(0) { $0 + $1.count })
        #expect(Set(plan.sessions.map(\.number)).count == plan.sessions.count)
        for (card, copies) in cards.enumerated() {
            let numbers = copies.indices.compactMap { session[MergePlan.Place(card: card, index: $0)]?.number }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "card \(card): \(numbers)")
        }
        for one in plan.sessions {
            let id = all[one.copy.card][one.copy.index].id
            let same = plan.sessions.filter { all[$0.copy.card][$0.copy.index].id == id }
            #expect(one.hasRival == (same.count > 1))
        }
    }

    @Test("nothing is lost, and each card's own order stays", arguments: 1...200 as ClosedRange<UInt64>)
    func nothingIsLost(seed: UInt64) {
        let club = Club(seed: seed)
        let plan = club.plan()
        Self.expectLaws(plan, club.cards + [[]])
        #expect(plan.sessions.map(\.number) == Array(1..<plan.sessions.count + 1))
    }

    @Test("a second merge, and one that was cut anywhere, give the same numbers", arguments: 1...200 as ClosedRange<UInt64>)
    func cutAnywhere(seed: UInt64) {
        let club = Club(seed: seed)
        let whole = club.plan()
        for count in 0...whole.sessions.count {
            let book = club.book(whole, count: count)
            let again = club.plan(book)
            #expect(Self.numbers(again, club.cards + [book]) == Self.numbers(whole, club.cards + [[]]), "after \(count) sessions")
            #expect(again.sessions.count == whole.sessions.count)
        }
    }

    @Test("when cards go on, the book's sessions keep their numbers as far as the order allows", arguments: 1...200 as ClosedRange<UInt64>)
    func cardsGoOn(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let club = Club(seed: seed)
        var before = club
        before.cards = club.cards.map { Array($0.prefix(Int.random(in: 0...$0.count, using: &random))) }
        let book = before.book(before.plan())
        let plan = club.plan(book)
        Self.expectLaws(plan, club.cards + [book])
        // If no session is on two cards, cards that only grew behind their ends change no number.
        guard Set(club.cards.joined().map(\.id)).count == club.cards.joined().count else { return }
        let kept = Self.numbers(before.plan(), before.cards + [[]])
        let now = Self.numbers(plan, club.cards + [book])
        #expect(kept.allSatisfy { sum, number in now[sum].map { $0 == number } ?? true })
    }

    @Test("a session that is found later, before others of its card, keeps the card's order", arguments: 1...200 as ClosedRange<UInt64>)
    func foundLater(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let club = Club(seed: seed)
        var before = club
        before.cards = club.cards.map { $0.filter { _ in Int.random(in: 0..<4, using: &random) > 0 } }
        let book = before.book(before.plan())
        let plan = club.plan(book)
        Self.expectLaws(plan, club.cards + [book])
        #expect(club.plan(club.book(plan, of: book)).sessions.map(\.number) == plan.sessions.map(\.number))
    }

    private static func copy(_ id: String, _ number: Int, _ date: String?, sum: UInt32? = nil) -> MergeCopy {
        MergeCopy(id: id, number: number, date: date, sum: sum ?? Checksum.crc32(id.utf8))
    }

    private static func ids(_ cards: [[MergeCopy]], _ book: [MergeCopy] = [], highest: Int = 0) -> [String] {
        MergePlan(cards: cards, book: book, highest: highest).sessions.map { "\((cards + [book])[$0.copy.card][$0.copy.index].id) \($0.number)" }
    }

    @Test func datedCardsInterleave() {
        let one = [Self.copy("a", 1, "2026-11-01"), Self.copy("b", 2, "2026-11-09"), Self.copy("c", 3, "2026-11-20")]
        let other = [Self.copy("d", 1, "2026-11-05"), Self.copy("e", 2, "2026-11-19")]
        #expect(Self.ids([one, other]) == ["a 1", "d 2", "b 3", "e 4", "c 5"] && Self.ids([other, one]) == ["a 1", "d 2", "b 3", "e 4", "c 5"])
    }

    @Test func withoutDatesTheArgumentsDecide() {
        let one = [Self.copy("a", 1, nil), Self.copy("b", 2, nil)]
        let other = [Self.copy("c", 1, "2020-01-01"), Self.copy("d", 2, nil)]
        #expect(Self.ids([one, other]) == ["a 1", "b 2", "c 3", "d 4"] && Self.ids([other, one]) == ["c 1", "d 2", "a 3", "b 4"])
    }

    /// A wrong date never breaks the order in which a card has its sessions.
    @Test func aClockThatJumpsBackChangesNoOrder() {
        let one = [Self.copy("a", 1, "2038-01-19"), Self.copy("b", 2, "1970-01-01")]
        #expect(Self.ids([one, [Self.copy("c", 1, "2026-11-05")]]) == ["c 1", "a 2", "b 3"])
    }

    @Test func theBooksOwnSessionsAndNumbersStay() {
        let book = [Self.copy("z", 7, nil), Self.copy("a", 9, nil)]
        #expect(Self.ids([[Self.copy("a", 1, nil), Self.copy("b", 2, nil)]], book, highest: 12) == ["z 7", "a 9", "b 13"])
    }

    /// Two cards that contradict each other can't both keep their order: every session is there all the same.
    @Test func twoCardsThatContradictEachOther() {
        let (a, b) = (Self.copy("a", 1, nil), Self.copy("b", 2, nil))
        #expect(Self.ids([[a, b], [b, a]]) == ["a 1", "b 2"])
    }

    @Test func copiesThatSayTheSameAreOne() {
        var (one, other) = (Self.copy("a", 1, nil, sum: 1), Self.copy("a", 1, nil, sum: 2))
        #expect(Self.ids([[one], [other]]) == ["a 1", "a 2"])
        (one.content, other.content) = (5, 5)
        #expect(Self.ids([[one], [other]]) == ["a 1"])
    }
}
