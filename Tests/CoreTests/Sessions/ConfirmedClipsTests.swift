// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// An automatic mark becomes an arrow by one line of the journal, and no arrow again by another.
@Suite struct ConfirmedClipsTests {
    private static let header = SessionHeader(
        number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c", encoder: "e")

    private static func mark(_ number: Int, at seconds: Double, _ source: Mark.Source) -> JournalEntry {
        .marked(Mark(number: number, stamp: FrameStamp(frame: Int64(seconds * 30), timestamp: Timestamp(seconds: seconds)), source: source))
    }

    private static let end = EndRecord(
        number: 1, face: FaceCatalog.all[0], shaft: Length(millimetres: 5), clips: [1, 2], detected: [60_001, 60_002])

    private static let journal = [
        JournalEntry.opened(header), mark(1, at: 10, .gpio), mark(60_001, at: 12, .trigger), mark(2, at: 20, .gpio),
        mark(60_002, at: 25, .sound), .end(end),
    ]

    private static func judged(_ number: Int, _ isConfirmed: Bool) -> JournalEntry {
        .judged(clip: number, ClipJudgement(isLiked: isConfirmed, isConfirmed: isConfirmed))
    }

    @Test func aConfirmedClipIsAnArrowInItsPlaceInTime() {
        let contents = SessionContents(Self.journal + [Self.judged(60_001, true)])
        #expect(contents.ends.map(\.clips) == [[1, 60_001, 2]] && contents.ends.map(\.detected) == [[60_002]])
    }

    @Test func takenBackItIsNone() {
        let contents = SessionContents(Self.journal + [Self.judged(60_001, true), Self.judged(60_001, false)])
        #expect(contents.ends == [Self.end])
    }

    @Test func theLineOfTheEndMayBeOlderOrNewerThanTheDecision() {
        var scored = Self.end
        (scored.clips, scored.detected) = ([1, 60_001, 2], [60_002])
        let lines = [Self.judged(60_001, true), .end(scored), Self.judged(60_001, false), Self.judged(60_002, true)]
        let contents = SessionContents(Self.journal + lines)
        #expect(contents.ends.map(\.clips) == [[1, 2, 60_002]] && contents.ends.map(\.detected) == [[60_001]])
    }

    @Test func aClipThatSomebodyLinkedToAnArrowStays() {
        var linked = Self.end
        (linked.clips, linked.detected) = ([1, 60_001], [60_002])
        linked.arrows = [PlacedArrow(number: 1, spot: 0, ring: 0, clip: 60_001)]
        let contents = SessionContents(Self.journal + [.end(linked), Self.judged(60_001, false)])
        #expect(contents.ends == [linked])
    }

    @Test func theScoreBookAndTheSessionInProgressSayTheSame() throws {
        let clip = ClipRecord(
            number: 60_001, kind: .detected, file: "clips/detected_01.mp4", firstFrame: 300, lastFrame: 420, seconds: 4, isCutShort: false)
        let record = try #require(SessionRecord(journal: Self.journal + [.clip(clip), Self.judged(60_001, true)], ending: .stopped))
        var session = SessionState(start: .zero)
        session.take(record)
        #expect(session.scoredEnds == record.ends)
        // Its clip is lost, but somebody may decide about it all the same.
        session.apply(.judged(clip: 60_002, ClipJudgement(isConfirmed: true)))
        #expect(session.scoredEnds.first?.clips == [1, 2, 60_001, 60_002] || session.scoredEnds.first?.clips == [1, 60_001, 2, 60_002])
        #expect(session.countedMarks.contains { $0.number == 60_002 })
    }

    /// A mark that nobody confirmed belongs to the end in which it was shot, not to the next one.
    @Test func anUnconfirmedMarkStaysWithItsEnd() throws {
        var done = Self.end
        done.isDone = true
        let record = try #require(SessionRecord(journal: Self.journal + [.end(done)], ending: .stopped))
        var session = SessionState(start: .zero)
        session.take(record)
        #expect(session.unscoredMarks.isEmpty && session.unconfirmedMarks.isEmpty)
        session.apply(.judged(clip: 60_001, ClipJudgement(isConfirmed: true)))
        #expect(session.unscoredMarks.isEmpty && session.scoredEnds.first?.clips.contains(60_001) == true)
    }

    // MARK: Files

    @Test func whatAnOlderVersionWroteIsReadAsBefore() throws {
        let numbers = try JSONDecoder().decode(SessionNumbers.self, from: Data(#"{"nextMark":7,"tails":1,"buffers":0}"#.utf8))
        #expect(numbers.isPlausible && numbers.nextMark == 7)
        var taken = numbers
        #expect(taken.take(.detected) == 60_001 && taken.take(.mark) == 7)
        let judgement = try JSONDecoder().decode(ClipJudgement.self, from: Data(#"{"isDeleted":false,"isLiked":true}"#.utf8))
        #expect(!judgement.isConfirmed)
        var plain = Self.end
        plain.detected = []
        let written = try JSONEncoder().encode(plain)
        #expect(!String(decoding: written, as: UTF8.self).contains("detected"))
        #expect(try JSONDecoder().decode(EndRecord.self, from: written) == plain)
    }

    @Test func aRecordKeepsItAll() throws {
        let record = try #require(SessionRecord(journal: Self.journal + [Self.judged(60_001, true)], ending: .stopped))
        let read = try JSONDecoder().decode(SessionRecord.self, from: try JSONEncoder().encode(record))
        #expect(read == record && read.marks.map(\.source) == [.gpio, .trigger, .gpio, .sound])
        let entries = SessionContents(read.journal + [.judged(clip: 60_001, ClipJudgement(isConfirmed: true))])
        #expect(entries.ends == record.ends)
    }
}
