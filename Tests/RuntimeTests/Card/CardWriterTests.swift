// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Synchronization
import Testing

@testable import Runtime

@Suite struct CardWriterTests {
    @Test func journalLinesGoBeforeClips() throws {
        let filing = try Filing()
        filing.cut(1, 0...59)
        filing.mark(1, frame: 30)
        filing.mark(2, frame: 60)
        filing.work()
        #expect(filing.words == ["ready", "1: mark 1", "1: mark 2", "1: clip 1"])
        #expect(filing.writer.isIdle)
    }

    @Test func aLineGoesBetweenTwoPiecesOfAClip() throws {
        let filing = try Filing(rounds: 10)
        filing.mark(1, frame: 30)
        filing.work()
        let isFirst = OnceFlag()
        let writer = try #require(filing.writer)
        filing.files.watch { _, step throws(CardError) in
            guard step.hasPrefix("write"), step.hasSuffix("01.mp4.part"), isFirst.isFirst() else { return }
            writer.post(.journal(.run(1), .marked(Mark(number: 2, stamp: Filing.stamp(60), source: .script))))
        }
        filing.cut(1, 0...1_100)
        filing.work()
        #expect(filing.words.suffix(2) == ["1: mark 2", "1: clip 1"])
        let steps = filing.files.steps
        let pieces = steps.indices.filter { steps[$0].hasPrefix("write") && steps[$0].hasSuffix("01.mp4.part") }
        let line = try #require(
            steps.indices.first { index in
                index > (pieces.first ?? 0) && steps[index].hasPrefix("sync") && steps[index].hasSuffix("journal.jsonl")
            })
        #expect(line < pieces[pieces.count - 1], "the line waited for the whole clip")
    }

    @Test func aSessionIsClosedWhenItsClipsAreWritten() throws {
        let filing = try Filing()
        filing.mark(1, frame: 30)
        filing.cut(1, 0...59)
        filing.writer.post(.file(.run(1)))
        filing.mark(1, frame: 100, session: 2)
        filing.cut(1, 60...110, session: 2)
        filing.work()
        #expect(filing.words == ["ready", "1: mark 1", "2: mark 1", "1: clip 1", "1: closed 1", "2: clip 1"])
        #expect(try filing.records().map(\.marks.count) == [1, 1])
        #expect(try filing.records().map(\.ending) == [.stopped, .recovered])
    }

    @Test func pinsAreReleasedWhenTheClipIsWrittenOrLost() throws {
        let filing = try Filing()
        filing.cut(1, 0...59)
        // This footage never existed.
        filing.cut(2, 1_000...1_100)
        #expect(filing.footage.line.status.pinnedBytes > 0)
        filing.writer.post(.file(.run(1)))
        filing.work()
        #expect(filing.words == ["ready", "1: clip 1", "1: lost 2", "1: closed 1"])
        // A pin also holds future footage, so it must be removed and not only empty.
        try filing.append(from: 1_000)
        #expect(filing.footage.line.status.pinnedBytes == 0)
        let record = try #require(try Card(path: filing.cardPath, files: POSIXFileSystem(), hasIndex: false).sessions().first?.record)
        #expect(record.clips.map(\.number) == [1] && record.lostClips == [2])
    }

    // MARK: A card that is removed and comes back

    /// Makes two marks, then a third, their clips, and the end, with the card pulled for 3 s right before change number `step`.
    private func practise(pulledBefore step: Int?, restore: ((Filing) throws -> Void)? = nil) throws -> Filing {
        let filing = try Filing()
        let plug = filing.plug
        filing.files.watch { index, _ throws(CardError) in
            guard index == step else { return }
            plug.setPlugged(false)
            throw .absent
        }
        filing.mark(1, frame: 20)
        filing.mark(2, frame: 50)
        filing.cut(1, 0...29)
        filing.work()
        filing.cut(2, 21...59)
        filing.mark(3, frame: 100)
        filing.cut(3, 51...119)
        filing.writer.post(.file(.run(1)))
        filing.work(for: .seconds(3))
        try restore?(filing)
        plug.setPlugged(true)
        filing.work(for: .seconds(3))
        return filing
    }

    private func expectWhole(_ filing: Filing, _ comment: String) throws {
        #expect(filing.writer.isIdle, "\(comment)")
        #expect(filing.footage.line.status.pinnedBytes == 0, "\(comment)")
        for word in ["1: mark 1", "1: mark 2", "1: mark 3", "1: clip 1", "1: clip 2", "1: clip 3", "1: closed 3"] {
            #expect(filing.words.count { $0 == word } == 1, "\(word): \(comment), \(filing.words)")
        }
        let records = try filing.records()
        #expect(records.count == 1, "\(comment)")
        let record = try #require(records.first)
        #expect(record.marks.map(\.number) == [1, 2, 3], "\(comment)")
        #expect(record.clips.map(\.number) == [1, 2, 3], "\(comment)")
        #expect(record.lostClips.isEmpty && record.ending == .stopped, "\(comment)")
        for (mark, clip) in zip(record.marks, record.clips) {
            #expect((clip.firstFrame...clip.lastFrame).contains(mark.stamp.frame), "\(comment)")
        }
    }

    /// Before, during and after every step of every clip.
    @Test func whereverTheCardIsPulledEveryLineAndEveryClipIsThereOnceAfterwards() throws {
        let undisturbed = try practise(pulledBefore: nil)
        try expectWhole(undisturbed, "undisturbed")
        let steps = undisturbed.files.steps
        #expect(steps.count > 40)
        for step in steps.indices {
            try expectWhole(try practise(pulledBefore: step), "pulled before \(steps[step])")
        }
    }

    @Test func whatWasntAcknowledgedYetGoesToAnotherCard() throws {
        let undisturbed = try practise(pulledBefore: nil).files.steps
        let rename = try #require(undisturbed.firstIndex { $0.hasPrefix("rename") && $0.hasSuffix("02.mp4.part") })
        let filing = try practise(pulledBefore: rename) { filing in
            try FileManager.default.moveItem(atPath: filing.cardPath, toPath: "\(filing.folder.path)/first")
            try FileManager.default.createDirectory(atPath: filing.cardPath, withIntermediateDirectories: false)
        }
        #expect(filing.writer.isIdle)
        let record = try #require(try filing.records().first)
        // A clip comes with its mark; the first clip was safe on the first card.
        #expect(record.marks.map(\.number) == [2, 3])
        #expect(record.clips.map(\.number) == [2, 3])
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(filing.cardPath)/2026-11-20_1401_S01/clips").sorted()
        #expect(names == ["02.mp4", "03.mp4"])
        #expect(filing.words.count { $0 == "1: clip 1" } == 1)
    }

    /// The second card is a copy of the first from before the session. It is pulled too while it gets the whole journal.
    @Test func aCardThatGoesWhileItGetsTheJournalAgainIsGoneOnWith() throws {
        let filing = try Filing()
        for number in 1...5 { filing.mark(number, frame: Int64(number * 10)) }
        filing.work()
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        try FileManager.default.moveItem(atPath: filing.cardPath, toPath: "\(filing.folder.path)/first")
        try FileManager.default.createDirectory(atPath: filing.cardPath, withIntermediateDirectories: false)
        try FileManager.default.createDirectory(atPath: "\(filing.cardPath)/2026-01-01_1200_S07", withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: "\(filing.folder.path)/first/card.json", toPath: "\(filing.cardPath)/card.json")
        let plug = filing.plug
        let lines = Mutex(0)
        filing.files.watch { _, step throws(CardError) in
            guard step.hasPrefix("write"), step.hasSuffix("journal.jsonl") else { return }
            guard
                lines.withLock({
                    $0 += 1
                    return $0
                }) == 4
            else { return }
            plug.setPlugged(false)
            throw .absent
        }
        plug.setPlugged(true)
        filing.mark(6, frame: 60)
        filing.work(for: .seconds(2))
        plug.setPlugged(true)
        filing.work(for: .seconds(2))
        filing.writer.post(.file(.run(1)))
        filing.work()
        let records = try filing.records()
        #expect(records.map { $0.marks.map(\.number) } == [[1, 2, 3, 4, 5, 6]])
    }

    @Test func aFileThatWasOpenWhenTheCardWasPulledStaysLost() throws {
        let folder = try TemporaryFolder()
        let plug = CardPlug(POSIXFileSystem())
        let file = try plug.open("\(folder.path)/file", .create)
        plug.setPlugged(false)
        #expect(throws: CardError.absent) { _ = try plug.list(folder.path) }
        #expect(throws: CardError.absent) { try plug.sync(file) }
        plug.setPlugged(true)
        #expect(try plug.list(folder.path) == ["file"])
        #expect(throws: CardError.absent) { try plug.sync(file) }
        plug.close(file)
        let again = try plug.open("\(folder.path)/file", .existing)
        try plug.sync(again)
        plug.close(again)
    }

    @Test func whileTheCardIsAwayWhatIsLeftIsNamed() throws {
        let filing = try Filing()
        #expect(filing.writer.unwritten == nil)
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(1))
        #expect(filing.words == ["away"])
        #expect(!filing.writer.canWrite)
        filing.mark(1, frame: 20)
        filing.cut(1, 0...29)
        filing.cut(2, 30...59)
        filing.work(for: .seconds(2))
        #expect(filing.writer.unwritten == "2 clips and 1 journal line")
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        #expect(filing.writer.unwritten == nil)
        #expect(filing.words == ["away", "ready", "1: mark 1", "1: clip 1", "1: clip 2"])
    }

    @Test func picturesPartsAndSettingsThatWaitAreNamedToo() throws {
        let filing = try Filing()
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(1))
        filing.writer.post(.keepPicture([0xFF, 0xD8, 1], .run(1)))
        filing.writer.post(.save(Settings(), changedFrom: Settings()))
        filing.work(for: .seconds(1))
        #expect(filing.writer.unwritten == "1 picture, the settings")
        filing.cut(1, 0...29)
        #expect(filing.writer.unwritten == "1 clip and 0 journal lines, 1 picture, the settings")
    }

    @Test func twoSessionsThatAreToBeGoneOnWithBothAre() throws {
        let filing = try Filing()
        for session in [1, 2] {
            filing.mark(1, frame: 20, session: session)
            filing.writer.post(.end(.run(session)))
        }
        filing.work()
        let folders = try [1, 2].map { try #require(filing.writer.names[.run($0)]) }
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(1))
        filing.writer.post(.goOn(folders[0], .run(3)))
        filing.writer.post(.goOn(folders[1], .run(4)))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        let continued = filing.news.compactMap { if case .continued(let continued?, let ref) = $0 { "\(continued.name) \(ref.word)" } else { nil } }
        #expect(continued == folders.map(\.folder).enumerated().map { "\($1) \($0 + 3)" })
    }

    // MARK: A card that is locked

    @Test func aLockedCardCanBeLookedAt() throws {
        let filing = try Filing()
        filing.mark(1, frame: 20)
        filing.writer.post(.file(.run(1)))
        filing.work()
        let name = try #require(filing.writer.names[.run(1)])
        filing.files.setLocked(true)
        filing.work(for: .seconds(2))
        filing.mark(2, frame: 50)
        filing.writer.post(.find(SessionQuery()))
        filing.writer.post(.read(name))
        filing.work(for: .seconds(2))
        #expect(filing.words.suffix(2) == ["found 1", "\(name.folder): read"])
        #expect(filing.writer.unwritten == "0 clips and 1 journal line")
        filing.files.setLocked(false)
        filing.work(for: .seconds(2))
        #expect(filing.words.last == "1: mark 2")
    }

    // MARK: A card that is full

    @Test func aFullCardStaysTheOneThatRecordsOntoIt() throws {
        let filing = try Filing()
        filing.mark(1, frame: 20)
        filing.work()
        filing.files.setFree(17 << 20)
        filing.cut(1, 0...29)
        filing.work(for: .seconds(5))
        let name = try #require(filing.writer.names[.run(1)])
        let report = try Card(path: filing.cardPath, files: POSIXFileSystem(), hasIndex: false).recover()
        #expect(report.recordedElsewhere == [name.folder] && report.recovered.isEmpty)
    }

    @Test func aFullCardTakesLinesAndTheClipWaitsForRoom() throws {
        let filing = try Filing()
        filing.mark(1, frame: 20)
        filing.work()
        filing.files.setFree(17 << 20)
        filing.cut(1, 0...29)
        filing.writer.post(.file(.run(1)))
        filing.work(for: .seconds(3))
        filing.mark(2, frame: 50)
        filing.work(for: .seconds(3))
        #expect(filing.words == ["ready", "1: mark 1", "full", "1: mark 2"])
        #expect(filing.writer.unwritten == "1 clip and 0 journal lines")
        #expect(filing.footage.line.status.pinnedBytes > 0)
        filing.files.setFree(200 << 20)
        filing.work(for: .seconds(3))
        #expect(filing.words.suffix(3) == ["ready", "1: clip 1", "1: closed 1"])
        #expect(filing.footage.line.status.pinnedBytes == 0)
    }

    @Test func onAFullCardSessionsAreFoundAndDeletedWhileTheClipWaits() throws {
        let filing = try Filing()
        filing.mark(1, frame: 20, session: 2)
        filing.writer.post(.file(.run(2)))
        filing.mark(1, frame: 20)
        filing.work()
        let name = try #require(try filing.records().first { $0.header.started.hasSuffix("02:00") }.map { _ in filing.writer.names[.run(2)] } ?? nil)
        filing.files.setFree(17 << 20)
        filing.cut(1, 0...29)
        filing.writer.post(.find(SessionQuery()))
        filing.work(for: .seconds(2))
        filing.writer.post(.delete([name]))
        filing.writer.post(.findOldest)
        filing.work(for: .seconds(2))
        // The session whose clip waits is in the list of found sessions.
        #expect(filing.words.suffix(3) == ["full", "found 2", "deleted 1"])
        #expect(!filing.isThere(name.folder) && filing.writer.unwritten == "1 clip and 0 journal lines")
        #expect(filing.news.contains { if case .oldest(let found) = $0 { found.isEmpty } else { false } })
        filing.files.setFree(200 << 20)
        filing.work(for: .seconds(2))
        #expect(filing.words.suffix(2) == ["ready", "1: clip 1"])
    }

    @Test("V-51 the card is measured while it is used, and a figure is told when it changes")
    func theCardIsMeasured() throws {
        let filing = try Filing()
        filing.work()
        let facts = filing.news.compactMap { if case .facts(let facts) = $0 { facts } else { nil } }
        #expect(facts.count == 1 && facts.last?.sessions == 0 && facts.allSatisfy { $0.totalBytes > 0 && $0.freeBytes > 0 })
        #expect(facts.last?.bytesPerSecond == nil && facts.last?.lastSync == nil, "nobody has measured yet")
        filing.work(for: .seconds(5))
        #expect(filing.news.count { if case .facts = $0 { true } else { false } } == 1)
        filing.mark(1, frame: 20)
        filing.work(for: .seconds(2))
        #expect(filing.news.contains { if case .facts(let facts) = $0 { facts.sessions == 1 } else { false } })
    }
}
