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

    /// A saved buffer can be played like any other clip, but can't be linked to an arrow.
    @Test func aSavedBufferIsAmongTheClipsAndNoArrows() {
        var record = SessionRecord(header: Self.header, ending: .stopped)
        record.clips = [Self.clip(1, .mark, from: 300), Self.clip(2, .buffer, from: 0), Self.clip(3, .tail, from: 420)]
        let book = ScoreBook(record, name: "s")
        #expect(book.clips.map(\.number) == [1, 2, 3])
        #expect(book.clips.map(\.offset) == [10, 0, 14])
        #expect(book.linkable == [1, 3])
        #expect(book.clip(2)?.file == "s/clips/02.mp4" && book.key(ofClip: 2) != nil)
    }

    /// The frame rate was changed in the middle of a session, as the box offers when it is overloaded.
    @Test(arguments: [(60.0, 30, 4.0), (30, 60, 2), (60, 60, 2), (30, 30, 4)])
    func aMarkIsWhereItsOwnClipsRateSays(header: Double, clip rate: Int, due: Double) throws {
        let clip = ClipRecord(
            number: 1, kind: .mark, file: "clips/01.mp4", firstFrame: 1000, lastFrame: 1000 + Int64(6 * rate) - 1, seconds: 6, isCutShort: false)
        let mark = FrameStamp(frame: 1120, timestamp: .zero)
        #expect(try abs(#require(clip.seconds(of: mark, at: header)) - due) < 0.01)
    }

    /// A webcam that promises 30 pictures a second delivers 15 in a dark hall. Its frame numbers don't tell the time, only its timestamps
    /// do.
    @Test(arguments: [7.5, 12, 15, 20, 22, 25, 29, 30])
    func aMarkIsWhereItsPictureWasTakenHoweverSlowTheCameraIs(rate: Double) throws {
        let stamp = { (frame: Int64) in FrameStamp(frame: frame, timestamp: Timestamp(seconds: 4000 + Double(frame) / rate)) }
        let last = 1000 + Int64(7 * rate) - 1
        var clip = ClipRecord(
            number: 1, kind: .mark, file: "clips/01.mp4", firstFrame: 1000, lastFrame: last, firstTimestamp: stamp(1000).timestamp,
            seconds: (Double(last) - 999) / rate, isCutShort: false)
        let mark = stamp(1000 + Int64(5 * rate))
        let due = Double(Int64(5 * rate)) / rate
        #expect(try abs(#require(clip.seconds(of: mark, at: 30)) - due) < 1e-6)
        // A record of an older version gives the same result for a camera that was evenly slow.
        clip.firstTimestamp = nil
        #expect(try abs(#require(clip.seconds(of: mark, at: 30)) - due) < 1e-6)
    }

    /// The camera was away for 2.5 s in the middle, and its numbers went on.
    @Test func aGapBeforeTheMarkIsPartOfItsTime() {
        let clip = ClipRecord(
            number: 1, kind: .mark, file: "clips/01.mp4", firstFrame: 0, lastFrame: 374, firstTimestamp: Timestamp(seconds: 100), seconds: 15,
            isCutShort: false)
        #expect(clip.seconds(of: FrameStamp(frame: 315, timestamp: Timestamp(seconds: 113)), at: 30) == 13)
        #expect(clip.seconds(of: FrameStamp(frame: 30, timestamp: Timestamp(seconds: 101)), at: 30) == 1)
        #expect(clip.seconds(of: FrameStamp(frame: 0, timestamp: Timestamp(seconds: 99)), at: 30) == nil)
    }

    @Test func betweenClipsCountsWhenTheirPicturesWereTaken() {
        func clip(_ number: Int, _ frame: Int64, _ seconds: Double?) -> ClipRecord {
            ClipRecord(
                number: number, kind: .mark, file: "c", firstFrame: frame, lastFrame: frame + 44,
                firstTimestamp: seconds.map { Timestamp(seconds: $0) }, seconds: 3, isCutShort: false)
        }
        var record = SessionRecord(header: Self.header, ending: .stopped)
        record.clips = [clip(1, 0, 50), clip(2, 300, 70)]
        #expect(ScoreBook(record, name: "s").clips.map(\.offset) == [0, 20] && record.seconds == 23)
        // Without the first clip's timestamp, frame numbers are used, as in a record of an older version.
        record.clips[0].firstTimestamp = nil
        #expect(ScoreBook(record, name: "s").clips.map(\.offset) == [0, 10] && record.seconds == 11.5)
    }

    /// Frame numbers begin anew in each run.
    @Test func whereASessionWasShotInTwoRunsNoTimesBetweenClipsAreSaid() {
        func mark(_ number: Int, _ frame: Int64, isLive: Bool = true) -> Mark {
            let stamp = FrameStamp(frame: frame, timestamp: Timestamp(seconds: Double(frame) / 30))
            return Mark(number: number, stamp: stamp, pressed: isLive ? stamp.timestamp : nil, source: .gpio)
        }
        var record = SessionRecord(header: Self.header, ending: .stopped)
        record.clips = [Self.clip(1, .mark, from: 29_910), Self.clip(2, .mark, from: 410)]
        record.marks = [mark(1, 30_000), mark(2, 500)]
        #expect(ScoreBook(record, name: "s").clips.map(\.offset) == [nil, nil] && record.seconds == nil)
        // If the second mark was set while looking back, it is one run.
        record.marks = [mark(1, 30_000), mark(2, 500, isLive: false)]
        #expect(ScoreBook(record, name: "s").clips.map(\.offset) == [29_500.0 / 30, 0] && record.seconds != nil)
    }

    @Test func aClipsNameIsKnownByItsNumberAlone() {
        for (number, kind) in [(7, ClipPlan.Kind.mark), (70_001, .tail), (80_002, .buffer), (90_003, .part)] {
            #expect(ClipPlan.Kind(ofNumber: number) == kind && Strings.clip(number) == Strings.clip(number, kind))
        }
        #expect(!Strings.cutShort(80_001).contains("80") && !Strings.clipLost(70_001).contains("70"))
    }

    @Test func soItIsInTheRunThatSavedIt() {
        var session = SessionState(start: .zero)
        let plan = session.save(.buffer, from: .zero, through: Timestamp(seconds: 3))
        // Until it is written it is played from memory.
        let waiting = ScoreBook(session, name: "s").clips
        #expect(waiting.map(\.number) == [plan.number] && waiting.allSatisfy { $0.isHeld && $0.file == nil && $0.seconds == 3 && $0.kind == .buffer })
        let written = session.noteWritten(Self.clip(plan.number, .buffer, from: 0))
        let book = ScoreBook(session, name: "s")
        #expect(written && book.clips.map(\.isBuffer) == [true] && book.linkable.isEmpty)
        #expect(book.clip(plan.number)?.seconds == 3)
    }
}
