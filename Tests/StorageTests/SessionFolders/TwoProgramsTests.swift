// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// Two programs use the same card: nothing that either of them acknowledged is lost.
@Suite struct TwoProgramsTests {
    private let disk = CrashDisk()
    private var first: Card { Practice.card(on: disk) }
    private var second: Card { Practice.card(on: disk) }

    private func open(marks: Int = 2) throws -> SessionFolder {
        try first.prepare()
        let session = try first.openSession(Samples.header())
        for number in 1...marks { try session.append(.marked(Samples.mark(number))) }
        return session
    }

    private func marks() throws -> [Int] { try second.sessions().flatMap { $0.record?.marks.map(\.number) ?? [] } }

    @Test func aSessionThatIsRecordedIsLeftAloneByARecovery() throws {
        let session = try open()
        let pending = try session.beginClip(number: 1, kind: .mark)
        try pending.write(TinyMP4().bytes, at: 0)
        let before = disk.files()
        let report = try second.recover()
        #expect(report.recordedElsewhere == [session.name] && report.recovered.isEmpty && report.removed.isEmpty)
        #expect(report.problems == ["\(session.name): another program is recording it; it is left alone"])
        #expect(disk.files() == before)

        // Later acknowledged lines are found after the first program's end, however it ends.
        #expect(try pending.commit() == "clips/01.mp4")
        try session.append(.marked(Samples.mark(3)))
        disk.endPrograms()
        #expect(try second.recover().recovered == [.init(name: session.name, marks: 3, clips: 1)])
        #expect(try marks() == [1, 2, 3])
    }

    @Test func rebuildingIsRefusedBeforeAnythingIsTouched() throws {
        let session = try open()
        let before = disk.files()
        let refusal = #expect(throws: CardError.self) { try CardCheck.rebuild("/card", files: disk, hasIndex: false) }
        #expect(refusal == .failed(operation: "rebuild", subject: session.name, reason: .isRecordedElsewhere))
        #expect(disk.files() == before)
        #expect(try CardCheck.check("/card", files: disk).remarks.first == "\(session.name): another program is recording it")
        try session.close(.stopped)
        #expect(try CardCheck.rebuild("/card", files: disk, hasIndex: false).lines.isEmpty)
    }

    @Test func nobodyElseGoesOnWithItOrRemovesIt() throws {
        let session = try open()
        let before = disk.files()
        #expect(throws: CardError.self) { try second.resumeSession(named: session.name) }
        #expect(throws: CardError.self) { try second.deleteSession(named: session.name) }
        #expect(try second.reopenSession(Samples.header(), entries: session.entries).isElsewhere)
        #expect(disk.files() == before)
        try session.append(.marked(Samples.mark(3)))
        try session.close(.stopped)
        #expect(try marks() == [1, 2, 3])
    }

    /// It is held until its journal is gone: a program that looks in between must not make a second record of it.
    @Test func itIsHeldWhileItIsFiled() throws {
        var looks = 0
        for step in 0... {
            let disk = CrashDisk()
            try Practice.card(on: disk).prepare()
            let session = try Practice.card(on: disk).openSession(Samples.header())
            for number in 1...2 { try session.append(.marked(Samples.mark(number))) }
            try session.writeClip(1)
            let begun = disk.steps
            disk.change { $0.cutStep = begun + step }
            guard (try? session.close(.stopped)) == nil else { break }
            // The other program looks while the first one stalls.
            disk.change { ($0.cutStep, $0.isAway) = (nil, false) }
            let isFiled = try !disk.isFile("/card/\(session.name)/journal.jsonl")
            let report = try Practice.card(on: disk).recover()
            #expect(isFiled || report.recordedElsewhere == [session.name], "before step \(step)")
            looks += 1
        }
        #expect(looks > 10)
    }
}
