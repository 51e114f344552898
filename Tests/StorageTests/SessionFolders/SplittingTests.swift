// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing
import TestSupport

@testable import Storage

/// A session that is split at an end. Nothing is lost or doubled, wherever the plug is pulled.
@Suite struct SplittingTests {
    /// The state of the session when it is split.
    enum Beginning: CaseIterable {
        case closed
        /// The present session: its journal is open.
        case open
        /// The present session, whose last two ends had a folder of their own until they were joined to it.
        case joined
    }

    private static let name = "2026-11-20_1403_S01"
    private static let survivals: [CrashDisk.Survival] = [.everything, .onlySynced, .names, .bytes]

    /// Shoots a session of three ends, with two clips each; its fourth clip is deleted. It is filed, unless it is the present one.
    private static func shoot(on disk: CrashDisk, _ beginning: Beginning = .closed) throws(CardError) -> Card {
        let card = Practice.card(on: disk)
        try card.prepare()
        var header = Samples.header()
        header.id = "a1"
        var session = try card.openSession(header)
        try session.append(.target(SessionTarget(archer: "Ana", round: "wa_70", face: "wa_122", boxStart: 1)))
        var link: SessionLink?
        for number in 1...6 {
            if beginning == .joined, number == 3 {
                let record = try session.close(.stopped)
                var later = Samples.header(2)
                later.id = "a2"
                link = SessionLink(id: "a1", folder: name, end: 2, numbers: SessionNumbers(of: record))
                session = try card.openSession(later, continuing: link)
            }
            try session.append(.marked(Samples.mark(number)))
            try session.writeClip(number)
            try session.writeStill([0xFF, 0xD8, UInt8(number), 0xFF, 0xD9], number: number)
            if number.isMultiple(of: 2) { try session.append(.end(Samples.end(number / 2, [0, 61], clips: [number - 1, number]))) }
        }
        if let link {
            session.letGo()
            guard let joined = try card.join(session.name, link) else { throw .failed(operation: "join", subject: name, reason: .noSession) }
            session = joined
        }
        try session.append(.judged(clip: 4, ClipJudgement(isDeleted: true)))
        try session.append(.notes("calm"))
        if beginning == .closed { try session.close(.stopped) } else { session.letGo() }
        return card
    }

    private static func split(_ card: Card, at end: Int) throws(CardError) {
        guard let session = try card.resumeSession(named: name) else { return }
        _ = try card.split(session, at: end)
    }

    @Test("both are sessions: the earlier one is over and keeps its notes, the later one counts from 1", arguments: Beginning.allCases)
    func bothAreSessions(beginning: Beginning) throws {
        let disk = CrashDisk()
        let card = try Self.shoot(on: disk, beginning)
        let whole = try #require(try card.session(named: Self.name).record)
        try Self.split(card, at: 2)
        let records = try card.sessions().compactMap(\.record)
        #expect(records.map { $0.marks.map(\.number) } == [[1, 2], [1, 2, 3, 4]] && records.map { $0.ends.map(\.number) } == [[1], [1, 2]])
        #expect(records.map(\.total).reduce(0, +) == whole.total && records.map(\.notes) == ["calm", ""])
        #expect(records.map(\.over) == [.newSession, nil] && records[1].target == whole.target)
        #expect(records[1].ends.map(\.clips) == [[1, 2], [3, 4]] && records[1].ends.flatMap(\.arrows).map(\.clip) == [1, 2, 3, 4])
        #expect(records[1].clips.map(\.file) == ["clips/01_X.mp4", "clips/02.mp4", "clips/03_X.mp4", "clips/04_10.mp4"])
        #expect(records[1].clips.map(\.isDeleted) == [false, true, false, false])
        #expect(disk.files()["/card/2026-11-20_1403_S0\(beginning == .joined ? 3 : 2)/thumbs/01.jpg"] == [0xFF, 0xD8, 3, 0xFF, 0xD9])
        #expect(!disk.files().keys.contains { $0.hasSuffix("journal.jsonl") })
        #expect(try CardCheck.check("/card", files: disk).faults.isEmpty)
    }

    @Test("at the first end, or behind the last one, there is nothing to split", arguments: [1, 4, 0])
    func nothingToSplit(end: Int) throws {
        let disk = CrashDisk()
        let card = try Self.shoot(on: disk)
        let before = disk.files()
        let session = try #require(try card.resumeSession(named: Self.name))
        #expect(try card.split(session, at: end) == nil)
        session.letGo()
        #expect(try card.sessions().count == 1)
        _ = try card.recover()
        #expect(try card.session(named: Self.name).record?.marks.count == 6 && before.count == disk.files().count)
    }

    /// A film from elsewhere gets its session on another thread, at any step.
    @Test func theNewSessionsNumberIsTakenBeforeTheJournalHasIt() throws {
        let shot = CrashDisk()
        _ = try Self.shoot(on: shot)
        shot.endPrograms()
        let begun = shot.image.remounted(.everything)
        let through = CrashDisk(begun)
        try Self.split(Practice.card(on: through), at: 2)
        var parted = 0
        for cut in 0...through.steps {
            var image = begun
            image.cutStep = cut
            let cutting = CrashDisk(image)
            try? Self.split(Practice.card(on: cutting), at: 2)
            let card = Practice.card(on: CrashDisk(cutting.image.remounted(.everything)))
            _ = try card.identify()
            let entries = (try? Journal.read(card.journalPath(of: Self.name), files: card.files))?.entries ?? []
            for case .parted(let part) in entries {
                parted += 1
                let next = try card.nextSessionNumber()
                #expect(next > part.header.number, "cut before step \(cut)")
            }
        }
        #expect(parted > 10)
    }

    @Test("cut before any step, and before any step of the recovery", arguments: survivals, Beginning.allCases)
    func cutAnywhere(survival: CrashDisk.Survival, beginning: Beginning) throws {
        let shot = CrashDisk()
        _ = try Self.shoot(on: shot, beginning)
        shot.endPrograms()
        let whole = try #require(try Practice.card(on: shot).session(named: Self.name).record)
        let begun = shot.image.remounted(.everything)
        let through = CrashDisk(begun)
        try Self.split(Practice.card(on: through), at: 2)
        for cut in 0...through.steps {
            var image = begun
            image.cutStep = cut
            let cutting = CrashDisk(image)
            try? Self.split(Practice.card(on: cutting), at: 2)
            let found = cutting.image.remounted(survival)
            // The recovery is cut most often for a closed session; the others differ only in their journals' first lines.
            for second in stride(from: 0, to: 400, by: beginning == .closed ? 23 : 131) {
                var again = found
                again.cutStep = second
                let disk = CrashDisk(again)
                let isThrough = (try? Practice.card(on: disk).recover()) != nil
                let last = CrashDisk(disk.image.remounted(survival))
                _ = try Practice.card(on: last).recover()
                let moment: Comment = "cut before step \(cut) and recovery's step \(second)"
                try expectLaws(on: last, whole, moment)
                if isThrough { break }
            }
        }
    }

    private func expectLaws(on disk: CrashDisk, _ whole: SessionRecord, _ moment: Comment) throws {
        let sessions = try Practice.card(on: disk).sessions()
        let records = sessions.compactMap(\.record)
        #expect(records.count == 1 || records.count == 2, "\(moment)")
        #expect(records.flatMap(\.marks).map(\.stamp) == whole.marks.map(\.stamp), "\(moment): marks")
        let clips = records.flatMap(\.clips)
        #expect(clips.map(\.seconds) == whole.clips.map(\.seconds) && clips.allSatisfy { $0.kind == .mark }, "\(moment): clips")
        #expect(records.flatMap(\.ends).map(\.arrows.count) == whole.ends.map(\.arrows.count), "\(moment): arrows")
        for (session, record) in sessions.compactMap({ session in session.record.map { (session, $0) } }) {
            for clip in record.clips {
                let file = "\(session.name)/\(clip.file)"
                #expect((try? MP4Inspection(path: "/card/\(file)", files: disk)) != nil, "\(moment): \(file)")
            }
            for end in record.ends {
                #expect(end.arrows.allSatisfy { arrow in record.clips.contains { $0.number == arrow.clip } }, "\(moment): links")
            }
        }
    }
}
