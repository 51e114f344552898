// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage
import TestSupport
import Testing

@testable import Runtime

/// The moment at which a clip's deletion becomes final.
@Suite struct EmptyingTests {
    private static let content = [UInt8](repeating: 7, count: 1000)

    /// Returns a preparation of the card with sessions of two clips, the first of them deleted.
    private static func sessions(_ count: Int, target: SessionTarget? = nil) -> (Card) throws -> Void {
        { card in
            for number in 1...count {
                let session = try card.openSession(header(number))
                if let target { try session.append(.target(target)) }
                for clip in 1...2 {
                    try session.append(.marked(Mark(number: clip, stamp: Filing.stamp(Int64(clip)), source: .script)))
                    let pending = try session.beginClip(number: clip, kind: .mark)
                    try content.withUnsafeBytes { try pending.write($0, at: 0) }
                    let file = try pending.commit()
                    try session.append(
                        .clip(
                            ClipRecord(number: clip, kind: .mark, file: file, firstFrame: 0, lastFrame: 9, seconds: 1, isCutShort: false)))
                }
                try session.append(.judged(clip: 1, ClipJudgement(isDeleted: true)))
                try session.close(.stopped)
            }
        }
    }

    private static func header(_ number: Int) -> SessionHeader {
        SessionHeader(
            number: number, started: "2026-11-1\(number)T14:03:00", size: Filing.parameters.size, framesPerSecond: 30, delaySeconds: 5,
            camera: "synthetic", encoder: "libx264")
    }

    private func removed(_ filing: Filing) throws -> [[Bool]] { try filing.records().map { $0.clips.map(\.isRemoved) } }

    @Test func atAStartTheDeletionsAreFinal() throws {
        let filing = try Filing(needsRecovery: true, prepare: Self.sessions(2))
        filing.work()
        #expect(try removed(filing) == [[true, false], [true, false]] && filing.words.contains("emptied 2"))
        #expect(!filing.isThere("2026-11-11_1403_S01/clips/01.mp4") && filing.isThere("2026-11-11_1403_S01/clips/02.mp4"))
    }

    @Test func afterACrashTheyAreNot() throws {
        let filing = try Filing(leftOpen: Self.header(7), prepare: Self.sessions(2))
        filing.work()
        #expect(try removed(filing) == [[false, false], [false, false]])
    }

    @Test func theyAreNotInASessionThatSomebodyMayGoOnWith() throws {
        let filing = try Filing(needsRecovery: true, prepare: Self.sessions(2, target: SessionTarget(face: "wa_122")))
        filing.work()
        // The older session has been followed by another.
        #expect(try removed(filing) == [[true, false], [false, false]])
    }

    @Test func whenSomebodySaysSoAllAre() throws {
        let filing = try Filing(prepare: Self.sessions(3))
        filing.mark(1, frame: 20)
        filing.cut(1, 0...29)
        filing.work()
        filing.writer.post(.journal(.run(1), .judged(clip: 1, ClipJudgement(isDeleted: true))))
        filing.work()
        #expect(try removed(filing).joined().allSatisfy { !$0 })
        filing.writer.post(.empty(card: nil))
        filing.work()
        #expect(try removed(filing) == [[true, false], [true, false], [true, false], [true]] && filing.words.contains("emptied 4"))
        // The session that goes on knows it too, and its record says so.
        filing.mark(2, frame: 50)
        filing.writer.post(.file(.run(1)))
        filing.work()
        #expect(try removed(filing).last == [true])
    }

    @Test func whereRoomIsShortTheOldestGoFirst() throws {
        let filing = try Filing(prepare: Self.sessions(3))
        filing.work(for: .seconds(3))
        #expect(try removed(filing).joined().allSatisfy { !$0 })
        filing.files.setFree(64 << 20)
        filing.work(for: .seconds(1))
        #expect(try removed(filing) == [[true, false], [false, false], [false, false]])
        filing.files.setFree(nil)
        filing.work(for: .seconds(3))
        #expect(try removed(filing).map { $0[0] } == [true, false, false])
        filing.files.setFree(64 << 20)
        filing.work(for: .seconds(5))
        #expect(try removed(filing).map { $0[0] } == [true, true, true])
        #expect(filing.words.count { $0 == "emptied 1" } == 3, "and then nobody looks any more")
    }

    @Test func aCardThatIsPulledMeanwhileHasTheClipOrItsDeletion() throws {
        let undisturbed = try Filing(prepare: Self.sessions(1))
        undisturbed.work()
        let before = undisturbed.files.steps.count
        undisturbed.writer.post(.empty(card: nil))
        undisturbed.work()
        #expect(undisturbed.files.steps.count > before + 8)
        for step in before..<undisturbed.files.steps.count {
            let filing = try Filing(prepare: Self.sessions(1))
            let plug = filing.plug
            filing.files.watch { index, _ throws(CardError) in
                guard index == step else { return }
                plug.setPlugged(false)
                throw .absent
            }
            filing.work()
            filing.writer.post(.empty(card: nil))
            filing.work(for: .seconds(2))
            plug.setPlugged(true)
            let card = Card(path: filing.cardPath, files: POSIXFileSystem(), hasIndex: false)
            _ = try card.recover()
            let clip = try #require(try card.sessions().first?.record?.clips.first)
            #expect(
                clip.isDeleted && clip.isRemoved == !filing.isThere("2026-11-11_1403_S01/clips/01.mp4"),
                "pulled before \(undisturbed.files.steps[step])")
            #expect(!filing.isThere("2026-11-11_1403_S01/clips/01.mp4.deleted"))
        }
    }
}
