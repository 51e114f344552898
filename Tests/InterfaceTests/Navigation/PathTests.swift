// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Interface

/// The stack of screens: Live is at the bottom, and only meaningful states exist.
@Suite struct PathTests {
    private let now = Timestamp(seconds: 1)

    private func context(_ book: ScoreBook? = nil) -> Context {
        var context = Context(settings: Settings(), at: .zero)
        context.desk = Desk(book)
        return context
    }

    private func names(_ path: Path) -> [ScreenKind] { path.stack.map(\.place) }

    @Test func theMenuAndTheDialogAreAlwaysThereOnce() {
        var path = Path(at: .zero)
        var context = context()
        func check() { #expect(Set((path.stack + path.aside).map(\.place)) == [.menu, .dialog] && (path.stack + path.aside).count == 2) }
        for _ in 0..<3 {
            path.openMenu(in: &context, at: now)
            path.openMenu(in: &context, at: now)
            check()
            #expect(names(path) == [.menu] && path.place == .menu)
            _ = path.pop(in: &context, at: now)
            path.show(.report, until: now + .seconds(9), in: context, at: now)
            check()
            #expect(names(path) == [.dialog])
            _ = path.popAll(in: &context, at: now)
            check()
            #expect(path.place == .live)
        }
    }

    @Test func theMenuComesBackOnTheTileWhereItWasLeft() {
        var path = Path(at: .zero)
        var context = context()
        path.openMenu(in: &context, at: now)
        _ = path.handle(.turned(4, .steady), in: &context, at: now)
        _ = path.pop(in: &context, at: now)
        path.openMenu(in: &context, at: now)
        guard let menu = path.stack.last?.as(Menu.self) else { return #expect(Bool(false), "no menu") }
        #expect(menu.panel == .tiles && menu.tile == .delay)
    }

    /// From the list through a session to its score; each screen is replaced or left on the way.
    @Test func theSummaryTakesThePlaceOfTheScoreAndOfTheSummaryThatLedThere() {
        let end = EndRecord(number: 1, face: Settings().targetFace, shaft: Settings().arrow, clips: [1])
        let book = ScoreBook(SessionRecord(header: Rehearsal.header, ends: [end], ending: .stopped), name: "s")
        var path = Path(at: .zero)
        var context = context(book)
        let summary = SummaryScreen(end: 1, of: book, settings: Settings(), at: now)
        path.push(HistoryScreen(at: now))
        path.push(summary)
        path.push(ScoreScreen(end: 1, of: book, settings: Settings(), at: now))
        #expect(path.scoredEnd == 1)
        path.replace(from: [.score, .summary], by: summary)
        #expect(names(path) == [.history, .summary])
        let outcomes = path.pop(in: &context, at: now)
        #expect(names(path) == [.history])
        #expect(outcomes.contains { if case .effect(.card(.find)) = $0 { true } else { false } }, "the list looks again")
    }

    @Test func aClipThatIsLeftStopsAndNothingElseComesUpOnTheWayHome() {
        var path = Path(at: .zero)
        var context = context()
        path.push(HistoryScreen(at: now))
        path.push(
            PlaybackScreen(
                ReplayScreen(key: ClipKey(session: "s", number: 1), seconds: 1, moment: nil, interval: FrameRate(30).interval, at: now)))
        #expect(path.wishes(in: context, at: .zero).tracks.map(\.id) == [.replay])
        #expect(path.popAll(in: &context, at: now).isEmpty)
        #expect(path.wishes(in: context, at: .zero).tracks.map(\.id) == [.delayed])
        #expect(path.pop(in: &context, at: now).isEmpty && path.place == .live)
    }

    /// A session of the list is opened, scored and left: it is filed before the list searches for it.
    @Test func aSessionIsFiledBeforeTheListLooksForIt() {
        var box = Rehearsal { $0.scores = true }
        box.run(to: 10)
        box.goToSessions()
        let name = Rehearsal.name(3)
        let clip = ClipRecord(number: 1, kind: .mark, file: "clips/01.mp4", firstFrame: 0, lastFrame: 9, seconds: 1, isCutShort: false)
        let list = SessionList(
            query: SessionQuery(), sessions: [SessionSummary(name: name, number: 3, started: "")], matching: 1, months: [],
            faces: [], usedBytes: 0, freeBytes: 0)
        box.send(.card(.found(list)))
        box.tap(.knob)
        let record = SessionRecord(header: Rehearsal.header, clips: [clip], ending: .stopped)
        box.send(.card(.read(SessionKey(folder: name), FiledSession(name: name, record: record))))
        #expect(box.appliance.page == .summary)
        box.use(.score)
        #expect(box.appliance.page == .score)
        box.tap(.mark)
        box.tap(.mark)
        #expect(box.appliance.page == .summary)
        box.use(.notes)
        box.tap(.knob)
        box.tap(.stop)
        let before = box.effects.count
        box.tap(.stop)
        #expect(box.appliance.page == .history && box.appliance.context.desk.book == nil)
        let after = Array(box.effects.dropFirst(before))
        let found = after.firstIndex { if case .card(.find) = $0 { true } else { false } }
        let filed = after.firstIndex { if case .card(.file) = $0 { true } else { false } }
        #expect(found != nil && filed.map { $0 < (found ?? 0) } ?? true)
    }
}
