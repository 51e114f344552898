// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

/// The last decision about a clip holds, whatever else is written about it, and a removed clip stays removed.
@Suite struct ClipJudgementTests {
    private static let header = SessionHeader(
        number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c", encoder: "e")

    private static func clip(_ number: Int) -> ClipRecord {
        ClipRecord(
            number: number, kind: .mark, file: "clips/0\(number).mp4", firstFrame: 1, lastFrame: 9, seconds: 1, isCutShort: false)
    }

    /// Positions in a clip are computed in nanoseconds: a length from an edited record must not trap there.
    @Test(arguments: [-1, 9e9, 1e10, 1e19, 1e300]) func noLengthFromARecordIsLongerThanAClipCanBe(seconds: Double) throws {
        var clip = Self.clip(1)
        clip.seconds = seconds
        let read = try JSONDecoder().decode(ClipRecord.self, from: JSONEncoder().encode(clip))
        #expect(read.seconds == min(max(seconds, 0), 1e6))
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>) func theLastWordCountsInAnyOrderOfLines(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var journal: [JournalEntry] = [.opened(Self.header)] + (1...5).map { .clip(Self.clip($0)) }
        var deleted = [Bool](repeating: false, count: 6)
        var removed = [Bool](repeating: false, count: 6)
        var stale = (0...5).map { Self.clip(max(1, $0)) }
        for _ in 0..<60 {
            let number = Int.random(in: 1...5, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...3:
                let isDeleted = Bool.random(using: &random)
                journal.append(.judged(clip: number, ClipJudgement(isDeleted: isDeleted)))
                if !removed[number] { deleted[number] = isDeleted }
            case 4:
                // A clip's own line, written by somebody with an older copy of the record.
                stale[number].file = "clips/0\(number)_X.mp4"
                journal.append(.clip(stale[number]))
            case 5:
                if let record = SessionRecord(journal: journal, ending: .stopped) {
                    stale = [stale[0]] + record.clips
                    // The session is filed and continued.
                    journal = record.journal
                }
            case 6 where deleted[number]:
                var gone = stale[number]
                gone.remove()
                journal.append(.clip(gone))
                removed[number] = true
            default: break
            }
            guard let record = SessionRecord(journal: journal, ending: .stopped) else {
                Issue.record("no record")
                return
            }
            #expect(record.clips.map(\.number) == [1, 2, 3, 4, 5])
            #expect(record.clips.map(\.isRemoved) == Array(removed.dropFirst()))
            #expect(record.clips.map(\.isDeleted) == (1...5).map { deleted[$0] || removed[$0] })
            #expect(record.keptClips.count + record.restorableClips.count + record.clips.count(where: \.isRemoved) == 5)
            #expect(SessionRecord(journal: record.journal, ending: .stopped) == record, "the record as a journal is the same record")
        }
    }

    @Test func whatWasDecidedBeforeAClipsLineIsFoundCounts() {
        let journal: [JournalEntry] = [.opened(Self.header), .judged(clip: 1, ClipJudgement(isDeleted: true)), .clip(Self.clip(1))]
        #expect(SessionRecord(journal: journal, ending: .stopped)?.clips.first?.isRestorable == true)
    }

    @Test func aRecordSaysOnlyWhatIsSo() throws {
        func fields(_ clip: ClipRecord) throws -> Set<String> {
            Set((try JSONSerialization.jsonObject(with: JSONEncoder().encode(clip)) as? [String: Any] ?? [:]).keys)
        }
        var clip = Self.clip(1)
        let kept = try fields(clip)
        #expect(kept.isDisjoint(with: ["isDeleted", "isRemoved"]))
        clip.judgement.isDeleted = true
        #expect(try fields(clip).subtracting(kept) == ["isDeleted"])
        clip.remove()
        #expect(try fields(clip).subtracting(kept) == ["isDeleted", "isRemoved"])
        for one in [Self.clip(2), clip] { #expect(try JSONDecoder().decode(ClipRecord.self, from: JSONEncoder().encode(one)) == one) }
    }
}
