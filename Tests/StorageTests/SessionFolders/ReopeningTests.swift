// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// A session that is continued after its card was away, or after somebody else had it: the last decision stays.
@Suite struct ReopeningTests {
    private let disk = CrashDisk()
    private var card: Card { Practice.card(on: disk) }

    private func open() throws -> SessionFolder {
        try card.prepare()
        return try card.openSession(Samples.header())
    }

    private func record() throws -> SessionRecord { try #require(try card.sessions().first?.record) }

    /// Numbers with more digits than a journal keeps.
    private static let drawn = ClipJudgement(annotations: [
        Annotation(id: 1, kind: .line, points: [Point(0.123456789, 0.2), Point(0.7, 1.0 / 3)], span: 0.1234567...0.7654321)
    ])

    @Test func whatWasDecidedLastStaysDecided() throws {
        let session = try open()
        try session.append(.marked(Samples.mark(1)))
        try session.writeClip(1)
        for judgement in [Self.drawn, ClipJudgement(), ClipJudgement(isDeleted: true)] { try session.append(.judged(clip: 1, judgement)) }
        let acknowledged = session.entries
        // The card is pulled, and put back.
        disk.endPrograms()
        let before = disk.files()
        let again = try #require(try card.reopenSession(Samples.header(), entries: acknowledged).folder)
        #expect(disk.files() == before, "the journal has it all")
        #expect(SessionRecord(journal: again.entries, ending: .stopped)?.clips.map(\.isDeleted) == [true])
    }

    /// A mark was taken back by a quick save, and the next one has its number: the next one stays, whatever else the card lacks.
    @Test func aMarkWithAGivenBackNumberStays() throws {
        let session = try open()
        let older = disk.image
        try session.append(.notes("windy"))
        try session.append(.marked(Samples.mark(1)))
        try session.append(.withdrawn(mark: 1))
        var again = Samples.mark(1)
        again.stamp.frame += 90
        try session.append(.marked(again))
        let entries = session.entries
        disk.change { $0 = older.remounted(.everything) }
        // The card has the marks and lacks the note.
        let known = try #require(try card.reopenSession(Samples.header(), entries: entries.filter { $0 != .notes("windy") }).folder)
        disk.endPrograms()
        #expect(known.entries.count == entries.count - 1)
        let whole = try #require(try card.reopenSession(Samples.header(), entries: entries).folder)
        try whole.close(.stopped)
        #expect(try record().marks == [again])
    }

    /// A card that is older than the acknowledged lines, such as an image of it that was written back.
    @Test func whatTheCardLacksComesInTheOrderInWhichItWasSaid() throws {
        let session = try open()
        try session.append(.marked(Samples.mark(1)))
        try session.writeClip(1)
        let older = disk.image
        try session.append(.judged(clip: 1, Self.drawn))
        try session.append(.marked(Samples.mark(2)))
        try session.append(.judged(clip: 1, ClipJudgement(isLiked: true)))
        let entries = session.entries
        disk.change { $0 = older.remounted(.everything) }
        let again = try #require(try card.reopenSession(Samples.header(), entries: entries).folder)
        try again.close(.stopped)
        #expect(try record().marks.map(\.number) == [1, 2])
        #expect(try record().clips.map(\.judgement) == [ClipJudgement(isLiked: true)])
    }

    @Test func aSessionThatAnotherBoxWentOnWithIsLeftToIt() throws {
        let session = try open()
        try session.append(.marked(Samples.mark(1)))
        let acknowledged = try session.close(.stopped).journal
        let other = try #require(try card.resumeSession(named: session.name))
        try other.append(.marked(Samples.mark(2)))
        try other.writeClip(2)
        try other.close(.stopped)
        let before = disk.files()
        #expect(try card.reopenSession(Samples.header(), entries: acknowledged).isElsewhere)
        #expect(disk.files() == before)
    }

    /// The card was in another box between two ends: corrections that were made there stay.
    @Test func whatSomebodyCorrectedInARestingSessionStays() throws {
        let session = try open()
        try session.append(.marked(Samples.mark(1)))
        try session.writeClip(1)
        try session.append(.notes("wind"))
        let acknowledged = session.entries
        try session.close(.stopped)
        let other = try #require(try card.resumeSession(named: session.name))
        try other.append(.judged(clip: 1, ClipJudgement(isLiked: true)))
        try other.append(.notes("no wind"))
        try other.close(.stopped)
        let again = try #require(try card.reopenSession(Samples.header(), entries: acknowledged).folder)
        try again.append(.marked(Samples.mark(2)))
        try again.close(.stopped)
        #expect(try record().notes == "no wind" && record().clips.first?.judgement.isLiked == true)
        #expect(try record().marks.map(\.number) == [1, 2])
    }

    @Test func aClipThatWasFiledUnderItsScoreHasOneFile() throws {
        let session = try Samples.scoredSession(on: disk)
        let begun = disk.steps
        let whole = disk.image
        try session.close(.stopped)
        let steps = disk.steps - begun
        for step in 0..<steps {
            // The card is pulled before this step, and put back.
            disk.change { image in
                image = whole.remounted(.everything)
                image.cutStep = step
            }
            let entries = session.entries.filter { $0 != .closed }.filter { if case .clip(let clip) = $0 { !clip.file.contains("_") } else { true } }
            let pulled = try? card.reopenSession(Samples.header(), entries: entries).folder?.close(.stopped)
            disk.endPrograms()
            disk.change { ($0.cutStep, $0.isAway) = (nil, false) }
            if pulled == nil { try card.reopenSession(Samples.header(), entries: entries).folder?.close(.stopped) }
            let clips = disk.files().keys.filter { $0.contains("/clips/") }.map { String($0.split(separator: "/").last ?? "") }.sorted()
            #expect(clips == ["01_X.mp4", "02_10.mp4", "03_M.mp4"], "before step \(step)")
        }
    }
}
