// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Synchronization
import Testing

@testable import Runtime

/// Files of the card that can't be written, beside others that can.
@Suite struct CardWriterRefusalTests {
    @Test func aSettingsFileThatCantBeWrittenHoldsUpNoClip() throws {
        let filing = try Filing()
        filing.files.watch { _, step throws(CardError) in
            if step.contains("settings.toml") { throw .failed(operation: "write", subject: "settings.toml", reason: "the disk is broken") }
        }
        filing.mark(1, frame: 20)
        var settings = Settings()
        settings.delaySeconds = 9
        filing.writer.post(.save(settings, changedFrom: Settings()))
        filing.cut(1, 0...29)
        filing.work()
        #expect(filing.words == ["ready", "1: mark 1", "settings not saved", "1: clip 1"])
        #expect(filing.writer.isIdle)
        // Once the file can be written, the pending settings are saved with the next change.
        filing.files.watch { _, _ in }
        let before = settings
        settings.isFlipped = true
        filing.writer.post(.save(settings, changedFrom: before))
        filing.work()
        let (saved, problems) = try SettingsFile.read("\(filing.cardPath)/settings.toml")
        #expect(saved.delaySeconds == 9 && saved.isFlipped && problems.isEmpty)
    }

    @Test func aFolderInThePlaceOfTheSettingsIsPutAsideWithWhatIsInIt() throws {
        let filing = try Filing()
        let folder = "\(filing.cardPath)/settings.toml"
        try FileManager.default.createDirectory(atPath: "\(folder)/mine", withIntermediateDirectories: true)
        var settings = Settings()
        settings.delaySeconds = 9
        filing.writer.post(.save(settings, changedFrom: Settings()))
        filing.work()
        #expect(try SettingsFile.read(folder).0.delaySeconds == 9)
        #expect(FileManager.default.fileExists(atPath: "\(folder).damaged/mine"))
    }

    @Test func settingsWaitForACardThatIsAway() throws {
        let filing = try Filing()
        filing.plug.setPlugged(false)
        var settings = Settings()
        settings.delaySeconds = 9
        filing.writer.post(.save(settings, changedFrom: Settings()))
        filing.writer.post(.log("a line"))
        filing.work(for: .seconds(2))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        #expect(filing.words == ["away", "ready"])
        #expect(try SettingsFile.read("\(filing.cardPath)/settings.toml").0.delaySeconds == 9)
        #expect(filing.isThere("vir-log.txt"))
    }

    /// If a card comes late or was on a laptop, only the settings that the knob changed meanwhile are written into the owner's file.
    @Test(arguments: [true, false])
    func whatIsChangedWithoutACardIsAllThatIsWrittenToIt(isFirst: Bool) throws {
        let filing = try Filing()
        if !isFirst { filing.work(for: .seconds(1)) }
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        let file = "\(filing.cardPath)/settings.toml"
        try "archers = \"Ana; Ben\"\nflip = true\ndelay = 12\n".write(toFile: file, atomically: true, encoding: .utf8)
        var settings = Settings()
        settings.delaySeconds = 9
        filing.writer.post(.save(settings, changedFrom: Settings()))
        filing.work(for: .seconds(2))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        let (saved, problems) = try SettingsFile.read(file)
        #expect(saved.archers.map(\.name) == ["Ana", "Ben"] && saved.isFlipped && saved.delaySeconds == 9 && problems.isEmpty)
        let told = filing.news.compactMap { if case .settings(let settings, _) = $0 { settings } else { nil } }
        #expect(told == [saved])
    }

    @Test func whileTheCardIsAwayTheLogDoesNotGrowWithoutEnd() throws {
        let filing = try Filing()
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(1))
        for number in 0..<5_000 { filing.writer.post(.log("line \(number)")) }
        filing.cut(1, 0...29)
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        let log = try String(contentsOfFile: "\(filing.cardPath)/vir-log.txt", encoding: .utf8).split(separator: "\n")
        #expect((100...2_000).contains(log.count) && log.first == "line 0")
        #expect(filing.words.last == "1: clip 1")
    }

    /// A record that can't be written is tried again at growing intervals, and reported once, and once more when it works again. One such
    /// file (a
    /// folder has its name) delays no clips and doesn't fill the log.
    @Test func aRecordThatCantBeWrittenHoldsUpNoClipAndIsTriedLessAndLessOften() throws {
        let filing = try Filing()
        let attempts = SharedCount()
        let broken = SharedFlag(true)
        filing.files.watch { _, step throws(CardError) in
            guard step.hasPrefix("open"), step.contains("session.json"), broken.value else { return }
            attempts.add()
            throw .failed(operation: "write", subject: "session.json", reason: "Input/output error")
        }
        filing.mark(1, frame: 20)
        filing.cut(1, 0...29)
        filing.writer.post(.file(.run(1)))
        filing.mark(1, frame: 50, session: 2)
        filing.cut(1, 30...59, session: 2)
        filing.work()
        #expect(filing.words == ["ready", "1: mark 1", "2: mark 1", "1: clip 1", "1: no record", "2: clip 1"])
        #expect(filing.writer.isIdle)
        filing.work(for: .seconds(600))
        // At 0, 1, 3, 7, 15, 31, 63 s and then once a minute.
        #expect(attempts.value == 7 + 8)
        #expect(filing.words.count == 6)
        broken.set(false)
        filing.work(for: LateRecords.longestPause)
        #expect(filing.words.dropFirst(6) == ["1: closed 1"])
        filing.work(for: .seconds(100))
        #expect(filing.words.count == 7)
        filing.writer.post(.file(.run(2)))
        filing.work()
        #expect(filing.words.last == "2: closed 1")
        #expect(try filing.records().map(\.clips.count) == [1, 1])
    }

    @Test func aRecordThatIsLateIsWrittenAsSoonAsTheCardIsBack() throws {
        let filing = try Filing()
        let broken = SharedFlag(true)
        filing.files.watch { _, step throws(CardError) in
            guard step.hasPrefix("open"), step.contains("session.json"), broken.value else { return }
            throw .failed(operation: "write", subject: "session.json", reason: "Input/output error")
        }
        filing.mark(1, frame: 20)
        filing.writer.post(.file(.run(1)))
        filing.work(for: .seconds(100))
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        broken.set(false)
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        #expect(filing.words.last == "1: closed 0")
    }

    @Test func aCardThatFailsIsSaidOnceUntilItTakesSomething() throws {
        let filing = try Filing()
        filing.mark(1, frame: 20)
        filing.work()
        let broken = SharedFlag(true)
        filing.files.watch { _, step throws(CardError) in
            guard step.hasSuffix("01.mp4.part"), broken.value else { return }
            throw .failed(operation: "write", subject: "a file on the card", reason: "Input/output error")
        }
        filing.cut(1, 0...29)
        filing.work(for: .seconds(10))
        #expect(filing.words.dropFirst(2).count { $0.hasPrefix("failing") } == 1)
        #expect(filing.words.count { $0 == "ready" } == 1)
        broken.set(false)
        filing.work(for: .seconds(2))
        #expect(filing.words.suffix(2) == ["1: clip 1", "ready"])
    }
}

/// A flag that a test clears while a file system's watcher reads it.
private final class SharedFlag: Sendable {
    private let flag: Atomic<Bool>
    init(_ value: Bool) { flag = Atomic(value) }
    var value: Bool { flag.load(ordering: .relaxed) }
    func set(_ value: Bool) { flag.store(value, ordering: .relaxed) }
}

/// A count that a file system's watcher keeps for a test.
private final class SharedCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }
}
