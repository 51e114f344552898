// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// A round that goes on in the next start has a folder for each start until the two are joined. The plug is pulled before every single step
/// of that, and before every step of the recovery after it.
@Suite struct JoiningTests {
    /// The acknowledged marks by the frames that they mark, the numbers of the written clips, and the arrows.
    private struct Acknowledged {
        var frames: Set<Int64> = []
        var clips: Set<Int> = []
        var arrows = 0
        var isLiked = false
        var isAlone = false
    }

    private static func header(_ number: Int) -> SessionHeader {
        var header = Samples.header(number)
        header.id = "00000000000000a\(number)"
        return header
    }

    private static func end(_ number: Int, clips: [Int]) -> EndRecord {
        var end = Samples.end(number, [0, 61], clips: clips)
        end.round = "wa_70"
        return end
    }

    /// Shoots the first end of a round and files it.
    private static func shootFirst(on card: Card, _ known: inout Acknowledged) throws(CardError) -> SessionLink {
        let first = try card.openSession(header(1))
        try first.append(.target(SessionTarget(round: "wa_70", face: "wa_122", boxStart: 1)))
        for number in 1...2 { try shoot(number, in: first, &known) }
        try first.append(.end(end(1, clips: [1, 2])))
        known.arrows += 2
        let record = try first.close(.stopped)
        return SessionLink(id: record.header.id, folder: first.name, end: 2, numbers: SessionNumbers(of: record))
    }

    private static func shoot(_ number: Int, in session: SessionFolder, _ known: inout Acknowledged) throws(CardError) {
        try session.append(.marked(Samples.mark(number)))
        known.frames.insert(Samples.mark(number).stamp.frame)
        try session.writeClip(number)
        known.clips.insert(number)
        try session.writeStill([0xFF, 0xD8, UInt8(number), 0xFF, 0xD9], number: number)
    }

    /// Goes on with the round from a folder of its own.
    private static func shootSecond(on card: Card, _ link: SessionLink, _ known: inout Acknowledged) throws(CardError) -> SessionFolder {
        let second = try card.openSession(header(2), continuing: link)
        try second.append(.target(SessionTarget(round: "wa_70", face: "wa_122", boxStart: 2)))
        for number in 3...4 { try shoot(number, in: second, &known) }
        try second.append(.judged(clip: 1, ClipJudgement(isLiked: true)))
        known.isLiked = true
        return second
    }

    private static func play(on disk: CrashDisk, isJoined: Bool, _ known: inout Acknowledged) throws(CardError) {
        let card = Practice.card(on: disk)
        try card.prepare()
        let link = try shootFirst(on: card, &known)
        let second = try shootSecond(on: card, link, &known)
        // STOP files it, and it stays linked.
        try second.close(.stopped)
        if isJoined {
            try second.append(.end(end(2, clips: [3, 4])))
            known.arrows += 2
            second.letGo()
            try card.join(second.name, link)?.close(.stopped)
        } else {
            guard let first = try card.resumeSession(named: link.folder) else { return }
            for entry in second.entries where link.isAboutOlder(entry) { try first.append(entry) }
            try first.close(.stopped)
            try second.standAlone()
            known.isAlone = true
            try second.append(.marked(Samples.mark(30).numbered(3)))
            known.frames.insert(3000)
            try second.writeClip(3)
            try second.close(.stopped)
        }
    }

    private static let survivals: [CrashDisk.Survival] = [.everything, .onlySynced, .names, .bytes]

    private func expectLaws(on disk: CrashDisk, _ known: Acknowledged, _ moment: Comment, isRecovered: Bool) throws {
        let card = Practice.card(on: disk)
        let sessions = try card.sessions()
        let records = sessions.compactMap(\.record)
        let frames = records.flatMap(\.marks).map(\.stamp.frame)
        #expect(Set(frames).isSuperset(of: known.frames), "\(moment): no mark is lost")
        #expect(frames.count == Set(frames).count, "\(moment): no mark is doubled")
        let arrows = records.flatMap(\.ends).flatMap(\.arrows).count
        #expect(arrows >= known.arrows, "\(moment): no arrow is lost")
        #expect(records.count <= 2, "\(moment)")
        guard isRecovered else { return }
        #expect(records.flatMap(\.clips).count >= known.clips.count, "\(moment): no clip is lost")
        if known.isLiked { #expect(records.flatMap(\.clips).contains { $0.judgement.isLiked }, "\(moment): no decision is lost") }
        for (session, record) in sessions.compactMap({ session in session.record.map { (session, $0) } }) {
            #expect(record.continues == nil, "\(moment): nothing is linked any more")
            for clip in record.clips {
                let file = "\(session.name)/\(clip.file)"
                #expect((try? MP4Inspection(path: "/card/\(file)", files: disk)) != nil, "\(moment): \(file)")
            }
            #expect(Set(record.clips.map(\.file)).count == record.clips.count, "\(moment)")
        }
    }

    @Test("without a cut: one session with the marks, clips, stills and ends of both, in its own order")
    func bothAreOne() throws {
        let disk = CrashDisk()
        var known = Acknowledged()
        try Self.play(on: disk, isJoined: true, &known)
        let sessions = try Practice.card(on: disk).sessions()
        let record = try #require(sessions.first?.record)
        #expect(sessions.map(\.name) == ["2026-11-20_1403_S01"] && record.marks.map(\.number) == [1, 2, 3, 4])
        #expect(record.ends.map(\.number) == [1, 2] && record.arrowCount == 4 && record.total == 40)
        #expect(record.clips.map(\.file) == ["clips/01_X.mp4", "clips/02_10.mp4", "clips/03_X.mp4", "clips/04_10.mp4"])
        #expect(record.target?.boxStart == 2 && record.continues == nil && record.clips[0].judgement.isLiked)
        #expect(Set(disk.files().keys).isSuperset(of: (1...4).map { "/card/2026-11-20_1403_S01/thumbs/0\($0).jpg" }))
        #expect(!disk.files().keys.contains { $0.contains("_S02") || $0.hasSuffix("journal.jsonl") })
        try expectLaws(on: disk, known, "no cut", isRecovered: true)
    }

    @Test("without a cut: a session that stands alone counts from 1, and the older one is as it was")
    func aloneItCountsFromOne() throws {
        let disk = CrashDisk()
        var known = Acknowledged()
        try Self.play(on: disk, isJoined: false, &known)
        let records = try Practice.card(on: disk).sessions().compactMap(\.record)
        #expect(records.map { $0.marks.map(\.number) } == [[1, 2], [1, 2, 3]])
        #expect(records[1].clips.map(\.file) == ["clips/01.mp4", "clips/02.mp4", "clips/03.mp4"])
        #expect(records[1].marks.map(\.stamp.frame) == [300, 400, 3000] && records[1].target?.boxStart == 2)
        #expect(records[0].clips[0].judgement.isLiked && records[0].target?.boxStart == 1, "the decision about the older clip went back")
        #expect(disk.files()["/card/2026-11-20_1403_S02/thumbs/01.jpg"] == [0xFF, 0xD8, 3, 0xFF, 0xD9])
        #expect(disk.files()["/card/2026-11-20_1403_S02/thumbs/02.jpg"] == [0xFF, 0xD8, 4, 0xFF, 0xD9])
        try expectLaws(on: disk, known, "no cut", isRecovered: true)
    }

    @Test("cut before any step: nothing is lost or doubled, before the recovery and after it", arguments: survivals, [true, false])
    func cutAnywhere(survival: CrashDisk.Survival, isJoined: Bool) throws {
        let whole = CrashDisk()
        var all = Acknowledged()
        try Self.play(on: whole, isJoined: isJoined, &all)
        for cut in 0...whole.steps {
            let (image, known) = played(isJoined: isJoined, cutBefore: cut)
            let disk = CrashDisk(image.remounted(survival))
            guard try disk.isFolder("/card") else { continue }
            try expectLaws(on: disk, known, "cut before step \(cut)", isRecovered: false)
            _ = try Practice.card(on: disk).recover()
            try expectLaws(on: disk, known, "cut before step \(cut), recovered", isRecovered: true)
            let files = disk.files()
            _ = try Practice.card(on: disk).recover()
            #expect(disk.files() == files, "cut before step \(cut): recovering twice is recovering once")
        }
    }

    @Test("a second cut during the recovery does no harm", arguments: [.everything, .onlySynced] as [CrashDisk.Survival], [true, false])
    func aSecondCut(survival: CrashDisk.Survival, isJoined: Bool) throws {
        let whole = CrashDisk()
        var all = Acknowledged()
        try Self.play(on: whole, isJoined: isJoined, &all)
        for cut in stride(from: whole.steps, through: 0, by: -7) {
            let (image, known) = played(isJoined: isJoined, cutBefore: cut)
            let found = image.remounted(survival)
            guard try CrashDisk(found).isFolder("/card") else { continue }
            var second = 0
            while true {
                var cutting = found
                cutting.cutStep = second
                let disk = CrashDisk(cutting)
                let isThrough = (try? Practice.card(on: disk).recover()) != nil
                let again = CrashDisk(disk.image.remounted(survival))
                _ = try Practice.card(on: again).recover()
                try expectLaws(on: again, known, "cut before step \(cut) and recovery's step \(second)", isRecovered: true)
                if isThrough { break }
                second += 3
            }
        }
    }

    private func played(isJoined: Bool, cutBefore cut: Int) -> (CrashDisk.Image, Acknowledged) {
        let disk = CrashDisk()
        disk.change { $0.cutStep = cut }
        var known = Acknowledged()
        try? Self.play(on: disk, isJoined: isJoined, &known)
        return (disk.image, known)
    }

    @Test("what can't be joined changes nothing; a start lets it stand alone if the older session is gone")
    func whatCantBeJoined() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        var known = Acknowledged()
        let link = try Self.shootFirst(on: card, &known)
        let second = try Self.shootSecond(on: card, link, &known)
        second.letGo()
        // Somebody went on with the older one meanwhile.
        let first = try #require(try card.resumeSession(named: link.folder))
        try first.append(.marked(Samples.mark(3)))
        try first.close(.stopped)
        let before = disk.files()
        #expect(try card.join(second.name, link) == nil)
        #expect(disk.files() == before)
        #expect(try card.sessions().map { $0.record?.continues } == [nil, link])
        #expect(SessionTable.lines(try card.sessions()).last?.hasSuffix("continues \(link.folder)") == true)
        let report = try card.recover()
        #expect(report.joined == ["\(second.name) stands alone: it can't be joined to \(link.folder)"])
        #expect(try card.sessions().map { $0.record?.marks.map(\.number) } == [[1, 2, 3], [1, 2]])
    }

    @Test("a crash goes on with the joined session")
    func aCrashGoesOn() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        var known = Acknowledged()
        let link = try Self.shootFirst(on: card, &known)
        _ = try Self.shootSecond(on: card, link, &known)
        disk.endPrograms()
        let report = try Practice.card(on: disk).recover(leavingOpen: Self.header(2))
        let continued = try #require(report.continued)
        #expect(continued.key.folder == link.folder && continued.record.marks.map(\.number) == [1, 2, 3, 4])
        #expect(continued.journal.contains(.joined(folder: "2026-11-20_1403_S02", id: Self.header(2).id)))
    }

    @Test("keys of the session that was joined lead to the older one, which has its clips")
    func oldKeysLeadOn() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        var known = Acknowledged()
        let link = try Self.shootFirst(on: card, &known)
        let second = try Self.shootSecond(on: card, link, &known)
        let key = SessionKey(id: Self.header(2).id, folder: second.name)
        second.letGo()
        try card.join(second.name, link)?.close(.stopped)
        #expect(try card.folder(of: key) == link.folder)
        #expect(try card.file(ofClip: ClipKey(session: key, number: 3)) == "/card/\(link.folder)/clips/03.mp4")
    }
}

extension Mark {
    fileprivate func numbered(_ number: Int) -> Mark {
        var mark = self
        mark.number = number
        return mark
    }
}
