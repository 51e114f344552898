// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The meaning of a journal's lines: what a reader who looks through all of them again for each question finds.
@Suite struct SessionContentsTests {
    private static let header = SessionHeader(
        number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c", encoder: "e")

    @Test(arguments: 1...200 as ClosedRange<UInt64>) func theContentsAreWhatTheLinesSayTogether(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let journal = (0..<Int.random(in: 0...120, using: &random)).map { _ in Self.line(&random) }
        let contents = SessionContents(journal)

        let notes = journal.compactMap { entry -> String? in if case .notes(let notes) = entry { notes } else { nil } }
        #expect(contents.notes == notes.last ?? "")
        let targets = journal.compactMap { entry -> SessionTarget? in if case .target(let target) = entry { target } else { nil } }
        #expect(contents.target == targets.last)
        let reasons = journal.compactMap { entry -> SessionEnd? in if case .over(let reason) = entry { reason } else { nil } }
        #expect(contents.over == reasons.last)
        let flags = journal.compactMap { entry -> Bool? in if case .protected(let isProtected) = entry { isProtected } else { nil } }
        #expect(contents.isProtected == flags.last ?? false)
        let lost = journal.compactMap { entry -> Int? in if case .lostClip(let number, _) = entry { number } else { nil } }
        #expect(contents.lostClips == lost)
        let ends = journal.compactMap { entry -> EndRecord? in if case .end(let end) = entry { end } else { nil } }
        #expect(contents.ends == (0..<9).compactMap { number in ends.last { $0.number == number } })

        let marks = journal.enumerated().compactMap { index, entry -> Mark? in
            guard case .marked(var mark) = entry, !journal[index...].contains(.withdrawn(mark: mark.number)) else { return nil }
            // An impact is about the newest mark of its number.
            let next = journal[(index + 1)...].firstIndex { if case .marked(let other) = $0 { other.number == mark.number } else { false } }
            for case .impact(mark.number, let seconds) in journal[index..<(next ?? journal.endIndex)] { mark.impact = seconds }
            return mark
        }
        #expect(contents.marks == marks)

        let clips = (0..<9).compactMap { number -> ClipRecord? in
            let lines = journal.compactMap { entry -> ClipRecord? in
                if case .clip(let clip) = entry, clip.number == number { clip } else { nil }
            }
            let judgements = journal.compactMap { entry -> ClipJudgement? in
                if case .judged(number, let judgement) = entry { judgement } else { nil }
            }
            guard var clip = lines.last else { return nil }
            clip.judgement = judgements.last ?? clip.judgement
            if lines.contains(where: \.isRemoved) { clip.remove() }
            return clip
        }
        #expect(contents.clips == clips)
    }

    /// Whoever reads a record back finds the contents that it was made from.
    @Test(arguments: 1...50 as ClosedRange<UInt64>) func aRecordAsAJournalHasTheSameContents(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let journal = [.opened(Self.header)] + (0..<60).map { _ in Self.line(&random) }
        let record = try #require(SessionRecord(journal: journal, ending: .stopped))
        #expect(SessionRecord(journal: record.journal, ending: .stopped) == record)
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>) func theLinesOfContentsSayTheSame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let contents = SessionContents([.opened(Self.header)] + (0..<60).map { _ in Self.line(&random) })
        let again = SessionContents(contents.lines)
        #expect(SessionRecord(Self.header, again, ending: .stopped) == SessionRecord(Self.header, contents, ending: .stopped))
        #expect(again.header == Self.header)
        for number in 0..<9 { #expect(again.judgement(ofClip: number) == contents.judgement(ofClip: number)) }
    }

    /// The impact becomes known after the mark, and the session's own journal says it too.
    @Test func theSessionInProgressHasTheImpactInItsContents() {
        var session = SessionState(start: .zero)
        let shot = Timestamp(seconds: 4)
        let planner = ClipPlanner(Settings())
        _ = session.mark(FrameStamp(frame: 90, timestamp: Timestamp(seconds: 3)), source: .gpio, shot: shot, planner: planner, oldest: nil)
        #expect(session.noteImpact(0.4, ofShot: shot) == [1] && session.noteImpact(0.4, ofShot: shot) == [])
        #expect(session.contents.marks == session.marks && session.marks.map(\.impact) == [0.4])
    }

    private static func line(_ random: inout SeededGenerator) -> JournalEntry {
        let number = Int.random(in: 0..<9, using: &random)
        let face = FaceCatalog.all[0]
        switch Int.random(in: 0..<13, using: &random) {
        case 0...1:
            let stamp = FrameStamp(frame: Int64.random(in: 0..<99, using: &random), timestamp: .zero)
            return .marked(Mark(number: number, stamp: stamp, source: .gpio))
        case 2: return .withdrawn(mark: number)
        case 11: return .impact(mark: number, seconds: Double(Int.random(in: 1...30, using: &random)) / 10)
        case 3...4:
            var clip = ClipRecord(
                number: number, kind: .mark, file: "clips/\(Int.random(in: 0..<9, using: &random)).mp4", firstFrame: 1, lastFrame: 9, seconds: 1,
                isCutShort: false, judgement: ClipJudgement(isLiked: Bool.random(using: &random)))
            if Int.random(in: 0..<5, using: &random) == 0 { clip.remove() }
            return .clip(clip)
        case 5...6: return .judged(clip: number, ClipJudgement(isDeleted: Bool.random(using: &random), moment: random.seconds(0...9)))
        case 7: return .lostClip(number: number, reason: "")
        case 8:
            return .end(
                EndRecord(
                    number: number, face: face, shaft: face.thickestShaft, clips: [Int.random(in: 1...9, using: &random)],
                    isDone: Bool.random(using: &random)))
        case 9: return .notes("\(number)")
        case 10: return .target(SessionTarget(archer: number < 5 ? nil : "Ana", face: "wa_\(number)"))
        default: return [.over(.idle), .over(.newSession), .protected(true), .protected(false), .closed].randomElement(using: &random) ?? .closed
        }
    }
}
