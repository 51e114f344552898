// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// A round that goes on after a start, and a new session instead, on a disk that is cut before any of its steps.
@Suite struct DirectRoundTests {
    private static func target(_ boxStart: Int?, round: String? = "wa_70") -> SessionTarget {
        SessionTarget(round: round, face: "wa_122", boxStart: boxStart)
    }

    private static let end = EndRecord(
        number: 1, face: FaceCatalog.all[0], shaft: Length(millimetres: 5.5), round: "wa_70", clips: [1],
        arrows: [PlacedArrow(number: 1, place: .centre)], isDone: true)

    /// The acknowledged marks by the frames that they mark, and the number of acknowledged arrows.
    private struct Acknowledged {
        var frames: Set<Int64> = []
        var isEndPlaced = false
    }

    private static func mark(_ number: Int, frame: Int64) -> Mark {
        Mark(number: number, stamp: FrameStamp(frame: frame, timestamp: .zero), source: .gpio)
    }

    /// Shoots the first end of a round, then goes on with it in the next start, and moves that start's marks to a new session.
    private static func play(on disk: CrashDisk, _ known: inout Acknowledged) throws(CardError) {
        let card = Practice.card(on: disk)
        try card.prepare()
        let first = try card.openSession(Samples.header(try card.nextSessionNumber()))
        try first.append(.target(target(1)))
        try first.append(.marked(mark(1, frame: 100)))
        known.frames.insert(100)
        try first.append(.end(end))
        known.isEndPlaced = true
        try first.close(.stopped)
        guard let again = try card.resumeSession(named: first.name) else { return }
        try again.append(.target(target(2)))
        for (number, frame) in [(2, Int64(200)), (3, 300)] {
            try again.append(.marked(mark(number, frame: frame)))
            known.frames.insert(frame)
        }
        let new = try card.openSession(Samples.header(try card.nextSessionNumber()))
        try new.append(.target(target(2)))
        for (number, frame) in [(1, Int64(200)), (2, 300)] { try new.append(.marked(mark(number, frame: frame))) }
        for number in [2, 3] { try again.append(.withdrawn(mark: number)) }
        try again.close(.stopped)
    }

    @Test(
        "cut before any step, every acknowledged mark and arrow is on the card",
        arguments: [.everything, .onlySynced, .names, .bytes, .torn(seed: 3)] as [CrashDisk.Survival])
    func nothingIsLost(survival: CrashDisk.Survival) throws {
        let whole = CrashDisk()
        var all = Acknowledged()
        try Self.play(on: whole, &all)
        for cut in 0...whole.steps {
            let cutting = CrashDisk()
            cutting.change { $0.cutStep = cut }
            var known = Acknowledged()
            try? Self.play(on: cutting, &known)
            let disk = CrashDisk(cutting.image.remounted(survival))
            guard try disk.isFolder("/card") else {
                #expect(known.frames.isEmpty)
                continue
            }
            let card = Practice.card(on: disk)
            _ = try card.recover()
            let records = try card.sessions().compactMap(\.record)
            let found = Set(records.flatMap(\.marks).map(\.stamp.frame))
            #expect(found.isSuperset(of: known.frames), "cut before step \(cut)")
            if known.isEndPlaced { #expect(records.contains { $0.ends.first?.arrows.count == 1 }, "cut before step \(cut)") }
        }
    }

    @Test("only a round of the start directly before goes on by itself, and on the same day")
    func theStartDirectlyBefore() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        #expect(try card.leftSessions(now: "").boxStart == 1)
        let left: [(String, Int?, String?)] = [("Ana", 4, "wa_70"), ("Ben", 3, "wa_70"), ("Carla", 4, nil), ("Dana", nil, "wa_70")]
        for (archer, boxStart, round) in left {
            let session = try card.openSession(Samples.header(try card.nextSessionNumber()))
            var target = Self.target(boxStart, round: round)
            target.archer = archer
            try session.append(.target(target))
            try session.append(.marked(Samples.mark(1)))
            try session.close(.stopped)
        }
        func direct(_ label: String) throws -> [String] {
            try card.leftSessions(now: label).sessions.filter(\.isDirect).compactMap(\.target.archer)
        }
        #expect(try card.leftSessions(now: "").boxStart == 5)
        #expect(try direct("2026-11-20T19:00:00") == ["Ana"] && direct("no clock") == ["Ana"])
        #expect(try direct("2026-11-21T09:00:00").isEmpty)
        #expect(try card.resumableSessions().count == 4)
    }
}
