// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Synchronization
import Testing

@testable import Runtime

/// A start on a card whose records take long to read: acknowledgements don't wait for them.
@Suite struct StartingTests {
    private static let count = 8

    /// Writes closed sessions of different archers with a clip in each; that clip is deleted.
    private static func prepare(_ card: Card) throws {
        for number in 1...count {
            let session = try card.openSession(
                SessionHeader(
                    number: number, started: "2026-11-1\(number)T14:03:00", size: Filing.parameters.size, framesPerSecond: 30, delaySeconds: 5,
                    camera: "synthetic", encoder: "libx264"))
            try session.append(.target(SessionTarget(archer: "archer \(number)", face: "wa_122")))
            try session.append(.marked(Mark(number: 1, stamp: Filing.stamp(1), source: .script)))
            let pending = try session.beginClip(number: 1, kind: .mark)
            try [UInt8](repeating: 7, count: 100).withUnsafeBytes { try pending.write($0, at: 0) }
            let file = try pending.commit()
            try session.append(
                .clip(ClipRecord(number: 1, kind: .mark, file: file, firstFrame: 0, lastFrame: 9, seconds: 1, isCutShort: false)))
            try session.append(.judged(clip: 1, ClipJudgement(isDeleted: true)))
            try session.close(.stopped)
        }
    }

    /// Returns, for each journal line of the run's first session, the number of records that were read before it was synced.
    private func recordsReadBeforeLines(_ filing: Filing, atRead: @escaping @Sendable (Int) -> Void = { _ in }) -> [Int] {
        let read = Mutex(0)
        let lines = Mutex<[Int]>([])
        filing.files.watchReads { path in
            guard path.hasSuffix("session.json") else { return }
            let count = read.withLock { count in
                count += 1
                return count
            }
            atRead(count)
        }
        filing.files.watch { _, step throws(CardError) in
            if step.hasPrefix("sync "), step.hasSuffix("journal.jsonl") || step.hasSuffix("journal.jsonl.part") {
                let count = read.withLock { $0 }
                lines.withLock { $0.append(count) }
            }
        }
        filing.work()
        return lines.withLock { $0 }
    }

    /// Films are imported by another thread, which may write as soon as the card is recovered.
    @Test func theCardIsRecoveredOnceItsOpenSessionsAreFiled() throws {
        let filing = try Filing(needsRecovery: true) { card in
            let session = try card.openSession(
                SessionHeader(
                    number: 1, started: "2026-11-11T14:03:00", size: Filing.parameters.size, framesPerSecond: 30, delaySeconds: 5,
                    camera: "synthetic", encoder: "libx264"))
            // The power goes while it is open.
            session.letGo()
        }
        let writer = try #require(filing.writer)
        let said = Mutex<[Bool]>([])
        filing.files.watch { _, step throws(CardError) in
            if step.hasPrefix("rename "), step.contains("session.json") { said.withLock { $0.append(writer.needsRecovery) } }
        }
        filing.work()
        #expect(said.withLock { $0.first } == true && !writer.needsRecovery)
    }

    @Test func aLineThatWaitsIsWrittenBeforeAnyRecordIsRead() throws {
        let filing = try Filing(needsRecovery: true, prepare: Self.prepare)
        filing.mark(1, frame: 30)
        let read = recordsReadBeforeLines(filing)
        #expect(read.first == 0 && filing.words.contains("1: mark 1"))
        // They were read all the same.
        #expect(filing.news.contains { if case .resumable(let left, _) = $0 { left.count == Self.count } else { false } })
    }

    @Test(arguments: [1, 3, 8, 9, 12])
    func aLineThatComesMeanwhileWaitsForOneRecordAtMost(number: Int) throws {
        let filing = try Filing(needsRecovery: true, prepare: Self.prepare)
        let writer = try #require(filing.writer)
        let read = recordsReadBeforeLines(filing) { count in
            guard count == number else { return }
            writer.post(.journal(.run(1), .marked(Mark(number: 1, stamp: Filing.stamp(30), source: .script))))
        }
        #expect(read.first == number, "posted while record \(number) was read")
    }

    @Test func aSessionThatSomebodyWentOnWithMeanwhileKeepsItsDeletedClips() throws {
        let filing = try Filing(needsRecovery: true, prepare: Self.prepare)
        filing.writer.post(.goOn("2026-11-13_1403_S03", .run(1)))
        filing.mark(2, frame: 30)
        filing.work()
        #expect(filing.isThere("2026-11-13_1403_S03/clips/01.mp4"))
        #expect(filing.words.contains("1: mark 2"))
    }
}
