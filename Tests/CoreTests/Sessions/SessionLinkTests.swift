// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@testable import Core

/// The two parts of a session that a start continues: joined they are what one journal would have been, and alone the later part counts
/// from 1.
@Suite struct SessionLinkTests {
    private static let header = SessionHeader(
        number: 1, started: "", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "", encoder: "", id: "a1")

    /// A journal that is made up line by line. Its numbers count on from those that it is given.
    private struct Shooting {
        var random: SeededGenerator
        var numbers = SessionNumbers()
        var marks: [Int] = []
        var end = 1
        var lines: [JournalEntry] = []

        mutating func shoot(_ ends: Int) {
            for _ in 0..<ends {
                var shot: [Int] = []
                for _ in 0..<Int.random(in: 1...6, using: &random) { shot += mark() }
                if Bool.random(using: &random) { clip(numbers.take(.tail), .tail) }
                if Bool.random(using: &random) { lines.append(.notes("windy \(end)")) }
                let arrows = shot.enumerated().map { PlacedArrow(number: $0.offset + 1, place: .centre, clip: $0.element) }
                lines.append(
                    .end(
                        EndRecord(
                            number: end, face: FaceCatalog.all[0], shaft: Length(millimetres: 5), clips: shot,
                            arrows: Bool.random(using: &random) ? arrows : [], isDone: true)))
                end += 1
            }
        }

        private mutating func mark() -> [Int] {
            let number = numbers.take(.mark)
            lines.append(.marked(Mark(number: number, stamp: FrameStamp(frame: Int64(number), timestamp: .zero), source: .gpio)))
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                lines.append(.withdrawn(mark: number))
                return []
            case 1: lines.append(.lostClip(number: number, reason: "gone"))
            default: clip(number, .mark)
            }
            if number % 3 == 0 { lines.append(.impact(mark: number, seconds: 0.5)) }
            marks.append(number)
            return [number]
        }

        private mutating func clip(_ number: Int, _ kind: ClipPlan.Kind) {
            lines.append(
                .clip(
                    ClipRecord(
                        number: number, kind: kind, file: "clips/\(number).mp4", firstFrame: 0, lastFrame: 9, seconds: 1, isCutShort: false,
                        id: "a1-\(number)")))
            if Bool.random(using: &random) { lines.append(.judged(clip: number, ClipJudgement(isLiked: true))) }
        }
    }

    private static func two(_ seed: UInt64) -> (older: [JournalEntry], later: [JournalEntry], link: SessionLink) {
        var shooting = Shooting(random: SeededGenerator(seed: seed))
        shooting.shoot(Int.random(in: 1...4, using: &shooting.random))
        let older = shooting.lines
        let link = SessionLink(id: "a1", folder: "S01", end: shooting.end, numbers: shooting.numbers)
        shooting.lines = []
        shooting.shoot(Int.random(in: 1...4, using: &shooting.random))
        // A decision about a clip of the older session.
        shooting.lines.append(.judged(clip: 1, ClipJudgement(isDeleted: true)))
        return (older, shooting.lines, link)
    }

    @Test("the next numbers of a linked session count on, so joining changes none", arguments: 1...200 as ClosedRange<UInt64>)
    func numbersCountOn(seed: UInt64) throws {
        let (older, later, link) = Self.two(seed)
        let linked = try #require(SessionRecord(journal: [.opened(Self.header), .continues(link)] + later, ending: .stopped))
        let whole = try #require(SessionRecord(journal: [.opened(Self.header)] + older + later, ending: .stopped))
        let again = try #require(SessionRecord(journal: [.opened(Self.header)] + older + linked.journal.dropFirst(2), ending: .stopped))
        #expect(again.marks == whole.marks && again.ends == whole.ends && Set(again.lostClips) == Set(whole.lostClips))
        #expect(again.clips.map(\.number) == whole.clips.map(\.number) && linked.continues == link && whole.continues == nil)
        #expect(SessionNumbers(of: linked).isPlausible && SessionNumbers(of: whole) == SessionNumbers(of: again))
        #expect(SessionRecord(journal: linked.journal, ending: .stopped) == linked)
    }

    @Test("alone it has what it had, counted from 1, and nothing of the older session", arguments: 1...200 as ClosedRange<UInt64>)
    func aloneItCountsFromOne(seed: UInt64) throws {
        let (_, later, link) = Self.two(seed)
        let first: [JournalEntry] = [.opened(Self.header), .continues(link)]
        let linked = try #require(SessionRecord(journal: first + later, ending: .stopped))
        let alone = try #require(SessionRecord(journal: first + later + [.alone], ending: .stopped))
        let moved = link.numbers.nextMark - 1
        #expect(alone.marks.map { $0.number + moved } == linked.marks.map(\.number) && alone.marks.map(\.stamp) == linked.marks.map(\.stamp))
        #expect(alone.ends.map(\.number) == Array(1...max(1, alone.ends.count)).prefix(alone.ends.count).map { $0 })
        #expect(alone.clips.map(\.judgement) == linked.clips.map(\.judgement) && alone.clips.map(\.file) == linked.clips.map(\.file))
        #expect(alone.clips.allSatisfy { $0.id == "a1-\($0.number)" })
        #expect(alone.total == linked.total && alone.continues == nil && alone.notes.isEmpty)
        #expect(alone.ends.flatMap(\.clips).allSatisfy { number in alone.marks.contains { $0.number == number } })
        // The line counts once, and later lines have the new numbers.
        let mark = Mark(number: 900, stamp: FrameStamp(frame: 0, timestamp: .zero), source: .gpio)
        let again = try #require(SessionRecord(journal: first + later + [.alone, .alone, .marked(mark)], ending: .stopped))
        #expect(again.marks.map(\.number) == alone.marks.map(\.number) + [900])
    }

    @Test("a session in progress that takes over the marks has what its journal says", arguments: 1...50 as ClosedRange<UInt64>)
    func theSessionInProgressAgrees(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let face = FaceCatalog.all[0]
        let older = Int.random(in: 1...6, using: &random)
        let end = EndRecord(number: 1, face: face, shaft: Length(millimetres: 5), round: "wa_70", clips: Array(1...older), isDone: true)
        let marks = (1...older).map { Mark(number: $0, stamp: FrameStamp(frame: Int64($0), timestamp: .zero), source: .gpio) }
        let record = SessionRecord(
            header: Self.header, marks: marks, ends: [end], ending: .stopped, target: SessionTarget(round: "wa_70", face: face.id))
        let key = SessionKey(id: "a1", folder: "S01")
        let left = try #require(ResumableSession(record, key: key))
        var old = SessionState(start: .zero)
        let linked = LinkedSession(to: left, at: key)
        old.goOn(with: left, linked: linked, at: .zero)
        if Bool.random(using: &random) { old.take(record) }
        var lines: [JournalEntry] = [.opened(Self.header), .continues(linked.link)]
        for frame in 0..<Int64.random(in: 1...5, using: &random) {
            let stamp = FrameStamp(frame: frame, timestamp: .zero + .seconds(frame))
            lines.append(.marked(old.mark(stamp, source: .gpio, planner: ClipPlanner(Settings()), oldest: .zero).mark))
        }
        var new = SessionState(start: .zero, number: 2)
        let moved = new.takeOver(from: &old)
        let alone = try #require(SessionRecord(journal: lines + [.alone], ending: .stopped))
        #expect(new.marks == alone.marks && new.scoredEnds == alone.ends && moved.map(\.to) == alone.marks.map(\.number))
        #expect(new.entries.allSatisfy { !$0.isJournalled } && old.linked == nil && old.scoredEnds == record.ends)
        #expect(old.entries.allSatisfy { $0.plan.number <= older } && old.numbers == SessionNumbers(of: record))
        new.noteAlone()
        #expect(new.entries.allSatisfy { $0.isJournalled })
        let stamp = FrameStamp(frame: 9, timestamp: .zero + .seconds(9))
        let next = new.mark(stamp, source: .gpio, planner: ClipPlanner(Settings()), oldest: .zero).mark.number
        #expect(next == moved.count + 1)
    }

    @Test("a session in progress that goes on has what its journal says", arguments: 1...200 as ClosedRange<UInt64>)
    func theSessionThatGoesOnAgrees(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let face = FaceCatalog.all[0]
        let older = [.opened(Self.header)] + Self.two(seed).older + [JournalEntry.target(SessionTarget(round: "wa_70", face: face.id))]
        let record = try #require(SessionRecord(journal: older, ending: .stopped))
        var session = SessionState(start: .zero)
        session.goOn(with: try #require(ResumableSession(record, key: SessionKey(id: "a1", folder: "S01"))), at: .zero)
        var lines: [JournalEntry] = []
        // The card answers somewhere between the lines. Only then are the older clips and notes known.
        let answer = Int.random(in: 0...6, using: &random)
        for step in 0...12 {
            if step == answer { session.take(record) }
            var line: JournalEntry?
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let stamp = FrameStamp(frame: Int64(step), timestamp: Timestamp(seconds: Double(step)))
                lines.append(.marked(session.mark(stamp, source: .gpio, planner: ClipPlanner(Settings()), oldest: .zero).mark))
            case 1 where step >= answer: line = .notes("step \(step)")
            case 2 where step >= answer:
                let judgement = ClipJudgement(isLiked: Bool.random(using: &random))
                line = record.clips.randomElement(using: &random).map { .judged(clip: $0.number, judgement) }
            default:
                let number = Int.random(in: 1...record.ends.count + 2, using: &random)
                line = .end(EndRecord(number: number, face: face, shaft: face.thickestShaft, clips: [], isDone: Bool.random(using: &random)))
            }
            guard let line else { continue }
            session.apply(line)
            lines.append(line)
        }
        let whole = try #require(SessionRecord(journal: older + lines, ending: .stopped))
        #expect(session.scoredEnds == whole.ends && session.notes == whole.notes && session.toldTarget == whole.target)
        #expect(Set(session.marks.map(\.number)) == Set(whole.marks.map(\.number)) && session.over == nil && session.header == Self.header)
        for case .written(let clip) in session.entries.map(\.state) { #expect(whole.clips.contains(clip)) }
        #expect(session.writtenCount == whole.clips.count)
    }

    @Test("what is split and joined again is what it was: marks, clips, ends and scores", arguments: 1...200 as ClosedRange<UInt64>)
    func splitAndJoinedAgain(seed: UInt64) throws {
        var shooting = Shooting(random: SeededGenerator(seed: seed))
        shooting.shoot(Int.random(in: 2...6, using: &shooting.random))
        let journal = [.opened(Self.header)] + shooting.lines
        let whole = try #require(SessionRecord(journal: journal, ending: .stopped))
        var header = Self.header
        (header.id, header.number) = ("b2", 2)
        let part = SessionPart(header: header, end: Int.random(in: 2...whole.ends.count, using: &shooting.random))
        let lines = try #require(part.journal(of: whole, in: "S01"))
        let later = try #require(SessionRecord(journal: lines, ending: .stopped))
        let earlier = try #require(SessionRecord(journal: journal + [.parted(part)], ending: .stopped))
        #expect(earlier.total + later.total == whole.total && earlier.clips.count + later.clips.count == whole.clips.count)
        #expect(earlier.over == .newSession && later.continues == nil && earlier.ends.map(\.number) == Array(1..<part.end))
        #expect(later.ends.map(\.number) == Array(1...whole.ends.count - part.end + 1))
        #expect(later.clips.allSatisfy { clip in later.marks.contains { $0.number == clip.number } || clip.kind != .mark })
        // Without the line that lets it stand alone, it counts on, and is joined by adding its lines.
        let linked = try #require(SessionRecord(journal: Array(lines.filter { $0 != .alone }), ending: .stopped))
        let again = try #require(SessionRecord(journal: earlier.journal + linked.journal.dropFirst(2), ending: .stopped))
        #expect(Set(again.marks) == Set(whole.marks) && again.clips == whole.clips && again.ends == whole.ends && again.total == whole.total)
        #expect(Set(again.lostClips) == Set(whole.lostClips) && SessionNumbers(of: again) == SessionNumbers(of: whole))
    }

    @Test("a link that no box writes is no link")
    func anEditedLink() throws {
        for link in [
            SessionLink(id: nil, folder: "", end: 1, numbers: SessionNumbers()),
            SessionLink(id: nil, folder: "S01", end: 0, numbers: SessionNumbers()),
            SessionLink(id: nil, folder: "S01", end: 1, numbers: SessionNumbers(nextMark: .max)),
        ] { #expect(SessionRecord(journal: [.opened(Self.header), .continues(link)], ending: .stopped)?.continues == nil) }
        #expect(SessionNumbers(nextMark: 5).own(.min) == nil && SessionNumbers(nextMark: 5).own(5) == 1)
    }
}
