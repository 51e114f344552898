// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Testing

@testable import Runtime

/// Whole runs on a card of a thousand megabytes that is nearly full.
@Suite struct RoomRunTests {
    private static let megabyte: Int64 = 1_000_000

    /// Writes a session of this size.
    private static func add(_ number: Int, megabytes: Int64, isProtected: Bool = false, isOpen: Bool = false, to card: Card) throws {
        let header = SessionHeader(
            number: number, started: "2026-05-1\(number)T10:00:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c", encoder: "e")
        let session = try card.openSession(header)
        if isOpen { try session.append(.target(SessionTarget(archer: nil, round: "wa_70", face: "wa_122"))) }
        try session.append(.marked(Mark(number: 1, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .script)))
        try session.append(
            .clip(ClipRecord(number: 1, kind: .mark, file: "clips/01.mp4", firstFrame: 0, lastFrame: 9, seconds: 1, isCutShort: false)))
        if isProtected { try session.append(.protected(true)) }
        try session.close(.stopped)
        let file = "\(card.path)/\(session.name)/clips/01.mp4"
        try Data().write(to: URL(fileURLWithPath: file))
        // The file is sparse, so it takes no room on the machine that runs the test.
        try #require(truncate(file, off_t(megabytes * megabyte)) == 0)
    }

    private func run(_ settings: String) throws -> TestRun {
        try TestRun("4 mark tap\n8 stop tap\n", settings: settings + "scoring = false\n", for: 100) { plan in
            plan.makeFiles = {
                let files = WatchedFiles(root: $0)
                files.setSize(1000 * Self.megabyte)
                return files
            }
            let card = Card(path: plan.cardPath, files: POSIXFileSystem())
            try card.prepare()
            try Self.add(1, megabytes: 300, isProtected: true, to: card)
            try Self.add(2, megabytes: 400, to: card)
            try Self.add(3, megabytes: 250, to: card)
            try Self.add(4, megabytes: 40, isOpen: true, to: card)
        }
    }

    private func numbers(_ run: TestRun) -> [Int] { run.records.map(\.header.number).sorted() }

    @Test("V-56 the oldest that may goes, no more than are needed, and the clip that waited is written")
    func theOldestThatMayGoes() throws {
        let run = try run("delete-oldest = true\n")
        let deleted = run.report.events.filter { $0.what.contains("deleted to make room") }
        #expect(deleted.map(\.what) == ["session 2026-05-12_1000_S02 deleted to make room"])
        #expect(deleted.first.map { $0.seconds >= 60 } == true, "it was named for a minute")
        #expect(numbers(run) == [1, 3, 4, 5])
        #expect(run.records.first { $0.header.number == 5 }?.clips.count == 1)
        #expect(run.happened("card: full") && run.happened("card: ready"))
    }

    @Test("V-56 nobody has asked for it: nothing goes")
    func switchedOffNothingGoes() throws {
        #expect {
            _ = try run("")
        } throws: { error in
            (error as? Failure)?.status == .cannotWrite && "\(error)".contains("1 clip and")
        }
    }
}
