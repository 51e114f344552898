// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

@Suite struct RoomRuleTests {
    private static func session(_ number: Int, clips: Int = 3, isProtected: Bool = false) -> SessionSummary {
        SessionSummary(
            name: "S\(number)", number: number, started: "2026-05-\(10 + number)T10:00:00", clips: clips, bytes: 100, isProtected: isProtected)
    }

    private static func candidate(_ number: Int, clips: Int = 3, isProtected: Bool = false, isOpen: Bool = false) -> RoomRule.Candidate {
        RoomRule.Candidate(session: session(number, clips: clips, isProtected: isProtected), isOpen: isOpen)
    }

    private static func room(_ free: Int64, isFull: Bool = false) -> RoomRule.Room {
        RoomRule.Room(freeBytes: free, totalBytes: 4000, isFull: isFull)
    }

    @Test("V-56 where there is room nothing goes and nothing is said")
    func whereThereIsRoomNothingGoes() {
        let announced = RoomRule.Announcement(session: Self.session(1), since: .zero)
        #expect(RoomRule.verdict(Self.room(200), of: [Self.candidate(1)], inUse: [], announced: announced, at: Timestamp(seconds: 999)) == .rests)
    }

    @Test("V-56 what goes was named for a minute, and goes only when room is short")
    func whatGoesWasNamed() {
        let (one, two) = (Self.candidate(1), Self.candidate(2))
        func verdict(_ free: Int64, named: SessionSummary?, for seconds: Double, isFull: Bool = false) -> RoomRule.Verdict {
            RoomRule.verdict(
                Self.room(free, isFull: isFull), of: [two, one], inUse: [],
                announced: named.map { RoomRule.Announcement(session: $0, since: .zero) }, at: Timestamp(seconds: seconds))
        }
        #expect(verdict(199, named: nil, for: 0) == .announces(one.session))
        #expect(verdict(199, named: one.session, for: 999) == .announces(one.session), "there is room for some clips yet")
        #expect(verdict(99, named: nil, for: 999) == .announces(one.session))
        #expect(verdict(99, named: one.session, for: 59.9) == .announces(one.session))
        #expect(verdict(99, named: one.session, for: 60) == .deletes(one.session))
        #expect(verdict(99, named: two.session, for: 999) == .announces(one.session), "another one was named")
        #expect(verdict(500, named: one.session, for: 60, isFull: true) == .deletes(one.session), "a clip was refused")
    }

    @Test func aWrongClockMakesNoSessionOld() {
        var newest = Self.session(9)
        newest.started = "1970-01-01T00:00:00"
        let candidates = [RoomRule.Candidate(session: newest, isOpen: false), Self.candidate(2), Self.candidate(5)]
        #expect(RoomRule.verdict(Self.room(10), of: candidates, inUse: [], announced: nil, at: .zero) == .announces(Self.session(2)))
    }

    @Test("V-56 never one that is protected, open or in use; the oldest first; only as many as needed", arguments: 0..<200 as Range<UInt64>)
    func onlyTheOldestThatMay(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var card = (1...Int.random(in: 1...12, using: &random)).map { number in
            Self.candidate(
                number, clips: Int.random(in: 0...3, using: &random), isProtected: random.chance(0.3), isOpen: random.chance(0.2))
        }
        card.shuffle(using: &random)
        let inUse = Set(card.map(\.session.name).filter { _ in random.chance(0.2) })
        let kept = Set(card.filter { !$0.mayGo }.map(\.session.name)).union(inUse)
        var free = Int64.random(in: 0...150, using: &random)
        var announced: RoomRule.Announcement?
        var now = Timestamp.zero
        var gone: [Int] = []
        loop: while true {
            switch RoomRule.verdict(Self.room(free), of: card, inUse: inUse, announced: announced, at: now) {
            case .rests, .isStuck: break loop
            case .announces(let session):
                if announced?.session == session, now >= announced?.end ?? now {
                    #expect(free >= 100, "seed \(seed): short of room, it waits")
                    break loop
                }
                announced = RoomRule.Announcement(session: session, since: now)
                now = now + RoomRule.patience
            case .deletes(let session):
                #expect(free < 100 && !kept.contains(session.name) && announced?.session == session, "seed \(seed)")
                gone.append(session.number)
                card.removeAll { $0.session == session }
                free += 30
            }
        }
        #expect(gone == gone.sorted(), "seed \(seed)")
        let left = card.filter { !kept.contains($0.session.name) }.map(\.session.number)
        #expect(left.allSatisfy { number in gone.allSatisfy { $0 < number } }, "seed \(seed): a younger one went")
        #expect(free >= 100 || left.isEmpty, "seed \(seed): room is short although one may go")
        #expect(gone.isEmpty || free - 30 < 100, "seed \(seed): one more went than was needed")
    }
}
