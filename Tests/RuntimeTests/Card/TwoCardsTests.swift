// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import TestSupport
import Testing

@testable import Runtime

/// An action on a session of one card is never applied to another card's session of the same name.
@Suite struct TwoCardsTests {
    /// Actions on a session, each with a check of its effect.
    enum Deed: String, CaseIterable, Sendable {
        case like, delete, notes, score, protect

        var line: JournalEntry {
            switch self {
            case .like: .judged(clip: 1, ClipJudgement(isLiked: true))
            case .delete: .judged(clip: 2, ClipJudgement(isDeleted: true))
            case .notes: .notes("windy")
            case .score: .end(TwoCards.end([0, 0]))
            case .protect: .protected(true)
            }
        }

        func isDone(in record: SessionRecord?) -> Bool {
            switch self {
            case .like: record?.clips.first { $0.number == 1 }?.judgement.isLiked ?? false
            case .delete: record?.clips.first { $0.number == 2 }?.judgement.isDeleted ?? false
            case .notes: record?.notes == "windy"
            case .score: record?.ends == [TwoCards.end([0, 0])]
            case .protect: record?.isProtected ?? false
            }
        }
    }

    @Test("done while no card or another card is in, it waits for its own card, and the other one stays as it was", arguments: Deed.allCases)
    func aDeedWaitsForItsCard(deed: Deed) throws {
        for isPulledFirst in [true, false] {
            let cards = try TwoCards()
            let before = try cards.record("b")
            if isPulledFirst { cards.takeOut() } else { try cards.putIn("b") }
            cards.filing.writer.post(.journal(cards.ref("a"), deed.line))
            cards.filing.writer.post(.file(cards.ref("a")))
            if isPulledFirst { try cards.putIn("b") }
            cards.filing.work(for: .seconds(2))
            #expect(try cards.record("b") == before && cards.waiting == 1)
            #expect(cards.filing.writer.unwritten == "1 change for another card")
            #expect(try !deed.isDone(in: cards.record("a")))
            try cards.putIn("a")
            #expect(try deed.isDone(in: cards.record("a")) && cards.waiting == 0 && cards.filing.writer.unwritten == nil)
            try cards.putIn("b")
            #expect(try cards.record("b") == before)
        }
    }

    @Test func aSessionIsDeletedOnItsOwnCardOrNotAtAll() throws {
        let cards = try TwoCards()
        let key = try #require(cards.keys["a"])
        try cards.putIn("b")
        cards.filing.writer.post(.delete([key]))
        cards.filing.writer.post(.makeRoom(key))
        cards.filing.work(for: .seconds(1))
        #expect(cards.filing.words.suffix(2) == ["deleted 0, not all", "no room"])
        #expect(try cards.files("b").contains(TwoCards.name) && cards.files("a").contains(TwoCards.name))
        try cards.putIn("a")
        cards.filing.writer.post(.delete([key]))
        cards.filing.work(for: .seconds(1))
        #expect(try !cards.files("a").contains(TwoCards.name) && cards.files("b").contains(TwoCards.name))
    }

    @Test func whatIsEmptiedIsTheCardThatWasMeant() throws {
        let cards = try TwoCards()
        try cards.putIn("b")
        cards.filing.writer.post(.journal(cards.ref("b"), Deed.delete.line))
        cards.filing.writer.post(.file(cards.ref("b")))
        cards.filing.writer.post(.empty(card: cards.keys["a"]?.card))
        cards.filing.work(for: .seconds(1))
        #expect(cards.filing.words.last == "emptied 0, not all")
        #expect(try cards.record("b")?.restorableClips.map(\.number) == [2])
        cards.filing.writer.post(.empty(card: cards.keys["b"]?.card))
        cards.filing.work(for: .seconds(1))
        #expect(try cards.record("b")?.restorableClips.isEmpty == true)
    }

    @Test func whatIsReadTrimmedOrKeptIsTheOwnCards() throws {
        let cards = try TwoCards()
        let key = try #require(cards.keys["a"])
        try cards.putIn("b")
        cards.filing.writer.post(.read(key))
        cards.filing.writer.post(.goOn(key, .run(7)))
        cards.filing.writer.post(.trim(ClipTrim(of: 1, from: .zero, through: .seconds(1)), cards.ref("a")))
        cards.filing.writer.post(.keepPicture([1], cards.ref("a")))
        cards.filing.work(for: .seconds(2))
        #expect(cards.filing.words.contains("\(TwoCards.name): not read") && cards.filing.words.contains("7: begins"))
        #expect(cards.waiting == 2 && !cards.filing.isThere("\(TwoCards.name)/pictures"))
        try cards.putIn("a")
        #expect(cards.waiting == 0 && cards.filing.isThere("\(TwoCards.name)/pictures/picture_01.jpg"))
    }

    @Test func noMoreWaitsThanThereIsRoomFor() throws {
        let cards = try TwoCards()
        try cards.putIn("b")
        for number in 0...CardQueue.mostElsewhere { cards.filing.writer.post(.journal(cards.ref("a"), .notes("\(number)"))) }
        cards.filing.work(for: .seconds(1))
        #expect(cards.waiting == CardQueue.mostElsewhere)
        #expect(cards.filing.news.count { if case .notJournalled(_, _, .tooMuchWaits) = $0 { true } else { false } } == 1)
    }

    @Test func eachCardIsRecoveredWhenItArrivesFirst() throws {
        let cards = try TwoCards()
        try cards.cutOff("b")
        try cards.putIn("b")
        #expect(try cards.records("b").map(\.ending) == [.stopped, .recovered] && cards.states("b").allSatisfy(\.isClosed))
        try cards.putIn("a")
        #expect(cards.filing.news.count { if case .recovered = $0 { true } else { false } } == 2, "it was in before")
    }

    @Test("what was acknowledged on a card stays that card's: each has its own marks and clips, and nothing is missing")
    func aSessionThatGoesOnOnAnotherCardHasAPartOnEach() throws {
        let cards = try TwoCards()
        let filing = cards.filing
        filing.mark(1, frame: 10)
        filing.cut(1, 0...19)
        filing.mark(2, frame: 30)
        filing.work()
        try cards.putIn("b")
        // The second mark's clip was only in memory.
        filing.cut(2, 20...39)
        filing.mark(3, frame: 50)
        filing.cut(3, 40...59)
        filing.work(for: .seconds(2))
        filing.writer.post(.journal(.run(1), .judged(clip: 1, ClipJudgement(isLiked: true))))
        filing.writer.post(.journal(.run(1), .judged(clip: 3, ClipJudgement(isDeleted: true))))
        filing.work(for: .seconds(1))
        #expect(cards.waiting == 1)
        filing.writer.post(.file(.run(1)))
        filing.work(for: .seconds(1))
        try cards.putIn("a")
        filing.mark(4, frame: 70)
        filing.cut(4, 60...79)
        filing.writer.post(.file(.run(1)))
        filing.work(for: .seconds(2))
        let (a, b) = (try cards.records("a"), try cards.records("b"))
        try #require(a.count == 2 && b.count == 2)
        #expect(a[1].marks.map(\.number) == [1, 2, 4] && a[1].clips.map(\.number) == [1, 4] && a[1].lostClips == [2])
        #expect(b[1].marks.map(\.number).sorted() == [2, 3] && b[1].clips.map(\.number) == [2, 3])
        #expect(a[1].clips[0].judgement.isLiked && b[1].clips[1].judgement.isDeleted && cards.waiting == 0)
        #expect(filing.footage.line.status.pinnedBytes == 0)
        for card in ["a", "b"] {
            #expect(try cards.check(card).faults.filter { !$0.hasPrefix(TwoCards.name) } == [])
        }
    }

    @Test("random swaps with random deeds: each lands on its own card, in order", arguments: UInt64(1)...12)
    func eachDeedLandsOnItsOwnCard(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let cards = try TwoCards()
        var notes = ["a": "notes of a", "b": "notes of b"]
        var judged: [String: [Int: ClipJudgement]] = ["a": [:], "b": [:]]
        for step in 1...24 {
            let card = random.chance(0.5) ? "a" : "b"
            switch Int.random(in: 0..<6, using: &random) {
            case 0: cards.takeOut()
            case 1: try cards.putIn(card)
            case 2:
                notes[card] = "step \(step) on \(card)"
                cards.filing.writer.post(.journal(cards.ref(card), .notes("step \(step) on \(card)")))
            case 3: cards.filing.writer.post(.file(cards.ref(card)))
            default:
                let clip = Int.random(in: 1...2, using: &random)
                let judgement = ClipJudgement(isDeleted: random.chance(0.3), moment: Double(step), isLiked: random.chance(0.5))
                judged[card]?[clip] = judgement
                cards.filing.writer.post(.journal(cards.ref(card), .judged(clip: clip, judgement)))
            }
            if random.chance(0.5) { cards.filing.work(for: .milliseconds(300)) }
        }
        for card in ["a", "b", "a"] {
            try cards.putIn(card)
            cards.filing.work(for: .seconds(1))
        }
        for card in ["a", "b"] {
            let record = try #require(try cards.record(card))
            #expect(record.notes == notes[card], "seed \(seed)")
            for (clip, judgement) in judged[card] ?? [:] {
                #expect(record.clips.first { $0.number == clip }?.judgement == judgement, "seed \(seed), clip \(clip) of \(card)")
            }
        }
        #expect(cards.waiting == 0 && cards.filing.writer.isIdle)
    }
}
