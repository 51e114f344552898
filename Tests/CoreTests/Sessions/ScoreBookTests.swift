// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

@Suite struct ScoreBookTests {
    private static let header = SessionHeader(
        number: 3, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5,
        camera: "c", encoder: "e")

    private static func clip(_ number: Int, _ kind: ClipPlan.Kind, from first: Int64) -> ClipRecord {
        ClipRecord(number: number, kind: kind, file: "clips/0\(number).mp4", firstFrame: first, lastFrame: first + 89, seconds: 3, isCutShort: false)
    }

    /// It can be looked at like every other clip, and shows no one arrow.
    @Test func aSavedBufferIsAmongTheClipsAndNoArrows() {
        var record = SessionRecord(header: Self.header, ending: .stopped)
        record.clips = [Self.clip(1, .mark, from: 300), Self.clip(2, .buffer, from: 0), Self.clip(3, .tail, from: 420)]
        let book = ScoreBook(record, name: "s")
        #expect(book.clips.map(\.number) == [1, 2, 3])
        #expect(book.clips.map(\.offset) == [10, 0, 14])
        #expect(book.linkable == [1, 3])
        #expect(book.clip(2)?.file == "s/clips/02.mp4" && book.key(ofClip: 2) != nil)
    }

    @Test func soItIsInTheRunThatSavedIt() {
        var session = SessionState(start: .zero)
        let plan = session.save(.buffer, from: .zero, through: Timestamp(seconds: 3))
        #expect(ScoreBook(session, name: "s").clips == [ScoreBook.Clip(number: plan.number, file: nil, seconds: 0, offset: 0, kind: .buffer)])
        let written = session.noteWritten(Self.clip(plan.number, .buffer, from: 0))
        let book = ScoreBook(session, name: "s")
        #expect(written && book.clips.map(\.isBuffer) == [true] && book.linkable.isEmpty)
        #expect(book.clip(plan.number)?.seconds == 3)
    }
}
