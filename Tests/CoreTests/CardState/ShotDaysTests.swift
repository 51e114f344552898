// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The arrows of a day and of a week, with and without scoring.
@Suite struct ShotDaysTests {
    private func session(_ started: String, shot: Int, arrows: Int = 0) -> SessionSummary {
        SessionSummary(name: started, number: 1, started: started, arrows: arrows, shot: shot)
    }

    /// 2026-11-23 is a Monday, and 2026-11-22 the Sunday before it.
    @Test func aDayIsSaidOnceAndAWeekOnce() {
        let sessions = [
            session("2026-11-24T18:00:00", shot: 30), session("2026-11-23T18:00:00", shot: 36, arrows: 36),
            session("2026-11-23T10:00:00", shot: 60, arrows: 54), session("2026-11-22T10:00:00", shot: 6, arrows: 6),
            session("Session 4", shot: 99),
        ]
        let days = ShotDays(sessions)
        let words = sessions.indices.map { days.words(at: sessions[$0], below: $0 > 0 ? sessions[$0 - 1] : nil) }
        #expect(words == [["Day: 30", "Week: 126"], ["Day: 96"], [], [], []])
        #expect(ShotDays().words(at: sessions[0], below: nil).isEmpty)
    }

    @Test func theDaysAreCountedOn() {
        let labels = ["2024-02-28", "2024-02-29", "2024-03-01", "2024-12-31", "2025-01-01", "2025-02-28", "2025-03-01", "1999-12-31", "2000-01-01"]
        let numbers = labels.map { SessionMoment($0 + "T00:00")?.dayNumber ?? 0 }
        #expect(numbers.map { $0 - numbers[0] } == [0, 1, 2, 307, 308, 366, 367, -8825, -8824])
    }

    /// A damaged card may hold any number.
    @Test func noNumberIsTooLarge() {
        var days = ShotDays()
        for label in ["2026-11-20", "2026-11-20", "2026-11-21", "9999-12-31", "0000-00-00", "", "ü026-11-20"] { days.add(.max, on: label) }
        days.add(.min, on: "2026-11-21")
        #expect(days.words(at: session("2026-11-20T10:00", shot: 1), below: nil) == ["Day: 1000000000"])
    }

    @Test("practice ends, skipped ends and sessions that aren't scored count by what was shot")
    func whatIsShot() {
        func mark(_ number: Int, _ source: Mark.Source = .gpio) -> Mark {
            Mark(number: number, stamp: FrameStamp(frame: Int64(number), timestamp: .zero), source: source)
        }
        func end(_ number: Int, clips: [Int], arrows: Int, isPractice: Bool = false) -> EndRecord {
            EndRecord(
                number: number, face: FaceCatalog.all[0], shaft: Length(millimetres: 5), clips: clips,
                arrows: (0..<arrows).map { PlacedArrow(number: $0 + 1, spot: 0, place: nil, clip: nil) }, isDone: true, isPractice: isPractice)
        }
        let base = ClipPlan.Kind.detected.base
        let header = SessionHeader(
            number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "", encoder: "")
        var record = SessionRecord(header: header, ending: .stopped)
        record.marks = (1...9).map { mark($0) } + [mark(base + 1, .sound)]
        #expect(record.shotCount == 9, "a mark that the box set is no arrow until it is liked")
        record.ends = [
            end(1, clips: [1, 2, 3], arrows: 3, isPractice: true), end(2, clips: [4, 5], arrows: 6), end(3, clips: [6, 7], arrows: 0),
        ]
        #expect(record.shotCount == 3 + 6 + 2 + 2 && record.arrowCount == 6)
    }
}
