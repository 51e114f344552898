// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media
import Storage
import TestSupport
import Testing

@testable import Runtime

/// The trace that a run leaves in RAM, and its use by the next run.
@Suite struct RunTraceTests {
    private let header = Aftermath.header(1)

    private func crash(at seconds: [Double], in folder: TemporaryFolder) -> RunTrace {
        seconds.reduce(RunTrace()) { _, second in RunTraceFile(folder: folder.path, at: Timestamp(seconds: second)).trace }
    }

    @Test func aCleanEndLeavesNothing() throws {
        let folder = try TemporaryFolder()
        let file = RunTraceFile(folder: folder.path, at: Timestamp(seconds: 10))
        file.note(OpenSession(header: header, numbers: SessionNumbers(nextMark: 4)))
        file.end()
        // Notes from other threads come too late.
        file.note(nil)
        file.noteAlive(at: Timestamp(seconds: 1000))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(RunTraceFile(folder: folder.path, at: Timestamp(seconds: 20)).trace == RunTrace())
    }

    @Test func aCrashLeavesItsSessionAndItsTime() throws {
        let folder = try TemporaryFolder()
        let session = OpenSession(header: header, numbers: SessionNumbers(nextMark: 4))
        RunTraceFile(folder: folder.path, at: Timestamp(seconds: 10)).note(session)
        let next = RunTraceFile(folder: folder.path, at: Timestamp(seconds: 20)).trace
        #expect(next.session == session && next.crashes == [20_000_000_000] && !next.isSafe)
        // After a second crash, before the card was read, nothing of the trace is lost.
        #expect(RunTraceFile(folder: folder.path, at: Timestamp(seconds: 30)).trace.session == session)
    }

    @Test func aCrashLeavesThatNothingWasKept() throws {
        let folder = try TemporaryFolder()
        RunTraceFile(folder: folder.path, at: Timestamp(seconds: 10)).note(nil, keepsNothing: true)
        let next = RunTraceFile(folder: folder.path, at: Timestamp(seconds: 20))
        #expect(next.trace.keepsNothing == true)
        next.note(nil, keepsNothing: false)
        #expect(RunTraceFile(folder: folder.path, at: Timestamp(seconds: 30)).trace.keepsNothing == nil)
    }

    @Test func threeCrashesWithinTwoMinutesAreTooMany() throws {
        #expect(!crash(at: [0, 60, 120], in: try TemporaryFolder()).isSafe, "two")
        #expect(crash(at: [0, 1, 60, 121], in: try TemporaryFolder()).isSafe)
        #expect(!crash(at: [0, 1, 60, 121.1], in: try TemporaryFolder()).isSafe)
        #expect(crash(at: [0, 1, 200, 300, 319], in: try TemporaryFolder()).isSafe)
    }

    @Test func theSafeProfileLastsUntilACleanStart() throws {
        let folder = try TemporaryFolder()
        #expect(crash(at: [0, 1, 2, 3], in: folder).isSafe)
        let file = RunTraceFile(folder: folder.path, at: Timestamp(seconds: 4))
        file.noteAlive(at: Timestamp(seconds: 1000))
        #expect(RunTraceFile(folder: folder.path, at: Timestamp(seconds: 2000)).trace.isSafe)
        RunTraceFile(folder: folder.path, at: Timestamp(seconds: 2001)).end()
        #expect(!RunTraceFile(folder: folder.path, at: Timestamp(seconds: 2002)).trace.isSafe)
    }

    @Test func aRunOfFiveMinutesHasOutlivedTheCrashesBeforeIt() throws {
        for (seconds, count) in [(299.0, 3), (300.0, 1)] {
            let folder = try TemporaryFolder()
            _ = crash(at: [0, 10], in: folder)
            RunTraceFile(folder: folder.path, at: Timestamp(seconds: 20)).noteAlive(at: Timestamp(seconds: 20 + seconds))
            #expect(RunTraceFile(folder: folder.path, at: Timestamp(seconds: 400)).trace.crashes.count == count, "\(seconds) s")
        }
    }

    @Test func withoutAFolderNothingIsKeptAndNothingIsKnown() {
        let file = RunTraceFile(folder: nil, at: .zero)
        file.note(OpenSession(header: header, numbers: SessionNumbers(nextMark: 2)))
        file.end()
        #expect(!RunTraceFile(folder: "/nonexistent/folder", at: .zero).trace.isSafe)
        #expect(RunTraceFile.folder(environment: ["RUNTIME_DIRECTORY": "/run/vir:/run/other"]) == "/run/vir")
        #expect(RunTraceFile.folder(environment: [:]) == nil && RunTraceFile.folder(environment: ["RUNTIME_DIRECTORY": ""]) == nil)
    }

    /// Any bytes in the file count as a crash, and as no more than a hint.
    @Test(arguments: UInt64(1)...20) func garbageIsACrashAndNothingElse(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var whole = RunTrace(after: [], at: Timestamp(seconds: 5))
        whole.session = OpenSession(header: header, numbers: SessionNumbers(nextMark: 7))
        for _ in 0..<300 {
            var bytes = whole.bytes
            for _ in 0..<Int.random(in: 1...5, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = UInt8.random(in: 0x30...0x39, using: &random)
                case 2: bytes.removeSubrange(place...)
                default: bytes.insert(contentsOf: Array("99999999999".utf8), at: place)
                }
            }
            let trace = RunTrace(after: bytes, at: Timestamp(seconds: 10))
            #expect(trace.crashes.last == 10_000_000_000 && trace.crashes.allSatisfy { $0 >= 0 && $0 <= 10_000_000_000 })
            #expect(trace.session.map { $0.numbers.isPlausible } ?? true)
        }
    }

    @Test func numbersThatNoBoxGivesAreNone() {
        for text in [
            #"{"version":1,"crashes":[-9223372036854775808,9223372036854775807],"isSafe":false}"#,
            #"{"version":2,"crashes":[],"isSafe":true}"#, "[]", "", "\0",
        ] {
            let trace = RunTrace(after: Array(text.utf8), at: Timestamp(seconds: 10))
            #expect(trace.crashes == [10_000_000_000] && !trace.isSafe && trace.session == nil, "\(text)")
        }
    }

    @Test func aLinkAndAPipeAreNotRead() throws {
        let folder = try TemporaryFolder()
        let precious = try folder.file("precious", #"{"version":1,"crashes":[],"isSafe":true}"#)
        #expect(symlink(precious, "\(folder.path)/run.json") == 0)
        #expect(!RunTraceFile(folder: folder.path, at: .zero).trace.isSafe)
        #expect(try String(contentsOfFile: precious, encoding: .utf8).contains("true"))
        #expect(mkfifo("\(folder.path)/crash-log", 0o600) == 0)
        #expect(CrashLog(folder: folder.path, crashes: 1, uptime: .zero) == nil)
    }
}

@Suite struct CrashLogTests {
    @Test func itIsTextWhateverWasWritten() throws {
        let folder = try TemporaryFolder()
        try Data(Array("watchdog killed ABRT\nline \u{1B}[31mred".utf8) + [0xFF, 0xC0, 0x0A, 0x00]).write(
            to: URL(fileURLWithPath: "\(folder.path)/crash-log"))
        let release = try folder.file("os-release", "ID=debian\nIMAGE_VERSION=\"1.2\"\n")
        let log = try #require(CrashLog(folder: folder.path, crashes: 2, uptime: Timestamp(seconds: 61.5), release: release))
        let heading = "== crash 2, VIR \(ProgramVersion.text), image 1.2, the machine up for 61 s"
        #expect(log.text == "\(heading): watchdog killed ABRT\nline [31mred\u{FFFD}\u{FFFD}\n== end of crash 2")
        log.remove()
        #expect(CrashLog(folder: folder.path, crashes: 2, uptime: .zero) == nil)
    }

    @Test(arguments: [0x78, 0xFF, 0x0A] as [UInt8]) func itIsBoundedAndKeepsItsFirstLineAndItsEnd(filling: UInt8) throws {
        let folder = try TemporaryFolder()
        var bytes = Array("signal killed SEGV\n".utf8)
        for number in 0..<5000 { bytes += Array("\(number) ".utf8) + [UInt8](repeating: filling, count: 40) + [0x0A] }
        bytes += Array("the last line".utf8)
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/crash-log"))
        let text = try #require(CrashLog(folder: folder.path, crashes: 1, uptime: .zero)).text
        #expect(text.utf8.count <= CrashLog.longestBytes && text.utf8.count > CrashLog.longestBytes / 2)
        #expect(text.hasPrefix("== crash 1") && text.contains("signal killed SEGV\n") && text.hasSuffix("the last line\n== end of crash 1"))
    }
}

/// Whole runs after a run that ended unexpectedly, in virtual time.
@Suite struct AftermathTests {
    @Test func theSameSessionGoesOn() throws {
        let after = try Aftermath(marks: 2, nextNumber: 3)
        let records = try after.run("4 mark tap\n7 mark tap\n10 stop tap\n", for: 13)
        let record = try #require(records.first)
        #expect(records.count == 1 && record.header == Aftermath.header(1) && record.ending == .stopped)
        #expect(record.marks.map(\.number) == [1, 2, 3, 4])
        #expect(record.lostClips == [1, 2] && record.clips.map(\.number) == [3, 4])
        #expect(try CardTools.check(after.card).isSound)
        #expect(!FileManager.default.fileExists(atPath: "\(after.folder.path)/run.json"))
    }

    /// A withdrawn mark, and a mark that never got to the card, have used up their numbers.
    @Test func noNumberIsUsedTwice() throws {
        let record = try #require(try Aftermath(marks: 2, nextNumber: 5).run("4 mark tap\n7 stop tap\n", for: 9).first)
        #expect(record.marks.map(\.number) == [1, 2, 5])
        // The trace may be older than the journal.
        let older = try #require(try Aftermath(marks: 2, nextNumber: 1).run("4 mark tap\n7 stop tap\n", for: 9).first)
        #expect(older.marks.map(\.number) == [1, 2, 3])
    }

    @Test func aSessionInWhichNothingMoreIsMarkedIsClosedAtTheEnd() throws {
        let after = try Aftermath(marks: 2, nextNumber: 3)
        let records = try after.run("", for: 3)
        #expect(records.map(\.ending) == [.stopped] && records.map(\.marks.count) == [2])
        #expect(try CardTools.check(after.card).isSound)
    }

    @Test func afterAPulledPlugAllIsAsBefore() throws {
        let records = try Aftermath(marks: 2, nextNumber: nil).run("4 mark tap\n7 stop tap\n", for: 9)
        #expect(records.map(\.ending) == [.recovered, .stopped])
        #expect(records.map { $0.marks.map(\.number) } == [[1, 2], [1]])
    }

    /// If the card is another one, or the trace is wrong, marks go to a new session and are numbered from 1.
    @Test(arguments: ["", "4 mark tap\n7 stop tap\n"]) func aSessionThatTheCardLacksIsNotInvented(script: String) throws {
        let after = try Aftermath(marks: 0, nextNumber: 90, header: Aftermath.header(7))
        let records = try after.run(script, for: 9)
        #expect(records.map { $0.marks.map(\.number) } == (script.isEmpty ? [] : [[1]]))
        #expect(records.allSatisfy { $0.header.number == 1 })
    }

    /// A session of the same name with another first journal line isn't the session that was left open.
    @Test func anotherSessionOfThatNameIsLeftAlone() throws {
        var other = Aftermath.header(1)
        other.camera = "another"
        let records = try Aftermath(marks: 2, nextNumber: 3, header: other).run("4 mark tap\n7 stop tap\n", for: 9)
        #expect(records.map(\.ending) == [.recovered, .stopped])
        #expect(records.map { $0.marks.map(\.number) } == [[1, 2], [1]])
    }

    /// While the card is away and can't say which session goes on, STOP counts for the new run's session.
    @Test func theEndsOfBothPartsAreInTheRecord() throws {
        let end = EndRecord(
            number: 1, face: Settings().targetFace, shaft: Settings().arrow, clips: [1, 2], arrows: [PlacedArrow(number: 1, place: .centre)],
            isDone: true)
        let after = try Aftermath(marks: 2, nextNumber: 3, end: end)
        let record = try #require(try after.run("4 mark tap\n7 stop tap\n8 mark tap\n9 stop tap\n", settings: "", for: 12).first)
        #expect(record.ends.map(\.number) == [1, 2])
        #expect(record.ends.first == end && record.ends.last?.clips == [3])
    }

    @Test func crashAfterCrashGivesTheSafeProfileAndLeavesTheSettingsAlone() throws {
        let words = "size = \"640x360\"\nfps = 60\nsound = true\ncamera = \"libcamera:gone\"\n"
        let after = try Aftermath(marks: 0, nextNumber: nil, crashes: 3)
        _ = try after.run("5 mark tap\n", settings: words, for: 7, size: nil, camera: nil)
        #expect(after.report?.camera.width == 1280 && after.report?.camera.height == 720 && after.report?.camera.fps == 30)
        #expect(after.report?.camera.name.contains("synthetic") == true)
        #expect(try String(contentsOfFile: "\(after.card)/settings.toml", encoding: .utf8) == words)
        #expect(throws: Failure.self) { try Aftermath(marks: 0, nextNumber: nil, crashes: 2).run("", settings: words, for: 2, camera: nil) }
    }

    @Test func theCrashLogGoesOntoTheCardAndThenGoes() throws {
        let after = try Aftermath(marks: 1, nextNumber: 2)
        _ = try after.folder.file("crash-log", "signal killed SEGV\nthe last words\n")
        _ = try after.run("", for: 3)
        let log = try String(contentsOfFile: "\(after.card)/vir-log.txt", encoding: .utf8)
        #expect(log.contains("== crash 1, VIR ") && log.contains(": signal killed SEGV\nthe last words\n== end of crash 1\n"))
        #expect(log.contains("the run before ended by itself: crash 1, within session 1"))
        #expect(!FileManager.default.fileExists(atPath: "\(after.folder.path)/crash-log"))
    }

    /// The card is away when the box is up again; marks that are set meanwhile belong to the session all the same.
    @Test func aCardThatComesLateHasTheSessionToo() throws {
        let filing = try Filing(leftOpen: Aftermath.header(1)) { card in try Aftermath.leave(2, Aftermath.header(1), nil, on: card) }
        filing.plug.setPlugged(false)
        filing.mark(3, frame: 30)
        filing.work(for: .seconds(3))
        #expect(filing.words == ["away"])
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(3))
        filing.writer.post(.file(.run(1)))
        filing.work()
        #expect(try filing.records().map { $0.marks.map(\.number) } == [[1, 2, 3]])
        #expect(filing.words == ["away", "ready", "1: goes on", "1: mark 3", "1: closed 0"])
    }

    /// A session that this run has already ended stays a session of its own.
    @Test func aCardThatComesAfterTheEndIsTooLate() throws {
        let filing = try Filing(leftOpen: Aftermath.header(1)) { card in try Aftermath.leave(2, Aftermath.header(1), nil, on: card) }
        filing.plug.setPlugged(false)
        filing.mark(3, frame: 30)
        filing.writer.post(.file(.run(1)))
        filing.work(for: .seconds(3))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(3))
        #expect(try filing.records().map(\.ending) == [.recovered, .stopped])
        #expect(try filing.records().map { $0.marks.map(\.number) } == [[1, 2], [3]])
    }
}

/// A card and a folder in RAM, as a run leaves them that ends unexpectedly.
final class Aftermath {
    let folder: TemporaryFolder
    private(set) var report: Report?
    private let crashes: Int
    var card: String { "\(folder.path)/card" }

    static func header(_ number: Int) -> SessionHeader {
        SessionHeader(
            number: number, started: "2025-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5,
            camera: "synthetic", encoder: "libx264")
    }

    /// - Parameters:
    ///   - marks: the number of acknowledged marks in the open session, without clips; 0 for no session.
    ///   - nextNumber: the next mark's number in the trace; `nil` if the plug was pulled.
    init(marks: Int, nextNumber: Int?, header: SessionHeader = Aftermath.header(1), end: EndRecord? = nil, crashes: Int = 1) throws {
        folder = try TemporaryFolder()
        self.crashes = crashes
        let card = Card(path: "\(folder.path)/card", files: POSIXFileSystem(), hasIndex: false)
        try card.prepare()
        try Self.leave(marks, Self.header(1), end, on: card)
        if let nextNumber {
            RunTraceFile(folder: folder.path, at: .zero).note(OpenSession(header: header, numbers: SessionNumbers(nextMark: nextNumber)))
        } else if crashes > 1 {
            for _ in 0..<crashes { _ = RunTraceFile(folder: folder.path, at: .zero) }
        }
    }

    static func leave(_ marks: Int, _ header: SessionHeader, _ end: EndRecord?, on card: Card) throws {
        guard marks > 0 else { return }
        let session = try card.openSession(header)
        for number in 1...marks {
            try session.append(
                .marked(
                    Mark(
                        number: number, stamp: FrameStamp(frame: Int64(number), timestamp: Timestamp(seconds: Double(number))),
                        source: .gpio)))
        }
        if let end { try session.append(.end(end)) }
    }

    /// Runs the next run. - Returns: the sessions on the card, in order.
    func run(
        _ script: String, settings: String = "scoring = false\ntail = false\n", for seconds: Double, size: String? = "160x160",
        camera: String? = "synthetic"
    ) throws -> [SessionRecord] {
        _ = try folder.file("card/settings.toml", settings)
        let trace = RunTraceFile(folder: folder.path, at: .zero)
        let plan = try RunPlan(
            RunArguments(
                [
                    "camera": camera, "display": "headless:160x160@30", "panel": "script:\(try folder.file("script", script))",
                    "size": size, "delay": "2",
                ].compactMapValues { $0 }, card: card, clock: "virtual", duration: "\(seconds)",
                report: "\(folder.path)/report.json"), isSafe: trace.trace.isSafe)
        LibAVLog.quiet()
        try Run(plan, trace: trace).runVirtually()
        report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/report.json")))
        return try Card(path: card, files: POSIXFileSystem(), hasIndex: false).sessions().compactMap(\.record)
    }
}
