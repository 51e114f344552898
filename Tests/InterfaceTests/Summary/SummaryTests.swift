// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Using the summary: with the panel, and with a finger to the same effect.
@Suite struct SummaryTests {
    private typealias Practice = SummaryPractice

    @Test("V-40 the knob chooses an arrow over all ends, and the face follows to its end")
    func theKnobChoosesOverAllEnds() {
        var box = Practice(Practice.book(ends: 3, arrows: 3), end: 1)
        #expect(box.chosen == ArrowPlace(end: 1, index: 0))
        box.send(.turned(4, .steady))
        #expect(box.chosen == ArrowPlace(end: 2, index: 1) && box.face?.end.number == 2)
        box.send(.turned(-100, .quick))
        #expect(box.chosen == ArrowPlace(end: 1, index: 0))
        box.send(.turned(100_000, .quick))
        #expect(box.chosen == ArrowPlace(end: 3, index: 2))
    }

    @Test func theLastEndComesFirstWhereNoneIsNamed() {
        #expect(Practice(Practice.book(ends: 3)).chosen == ArrowPlace(end: 3, index: 0))
    }

    @Test("◀ ▶ are the arrows, ▲ ▼ the ends")
    func theArrowKeysGoByArrowAndByEnd() {
        var box = Practice(Practice.book(ends: 3, arrows: 3), end: 1)
        box.send(.pressed(.right), .repeated(.right))
        #expect(box.chosen == ArrowPlace(end: 1, index: 2))
        box.send(.pressed(.down))
        #expect(box.chosen == ArrowPlace(end: 2, index: 0))
        box.send(.pressed(.down), .pressed(.down), .pressed(.left))
        #expect(box.chosen == ArrowPlace(end: 2, index: 2))
        box.send(.pressed(.up), .pressed(.up))
        #expect(box.chosen == ArrowPlace(end: 1, index: 0))
    }

    @Test("the lowest arrow is held when the summary opens: one push plays its clip")
    func onePushPlaysTheLowest() {
        var box = Practice(Practice.book(ends: 2, arrows: 4), isAsOpened: true)
        // Each arrow lies farther out than the one before it.
        #expect(box.chosen == ArrowPlace(end: 2, index: 3))
        #expect(box.send(.tapped(.knob)) == [.play(clip: 8)])
        var empty = Practice.book(ends: 1)
        empty[end: 1]?.arrows = []
        #expect(Practice(empty, isAsOpened: true).screen.stop == .end(1))
    }

    @Test("STOP is called Live where it leads there")
    func stopSaysWhereItLeads() {
        var box = Practice(Practice.book())
        #expect(box.screen.bindings(in: box.context)[.press(.stop)]?.label == .back)
        box.screen = SummaryScreen(end: nil, of: box.book, isOverLive: true, settings: box.settings, at: .zero)
        #expect(box.screen.bindings(in: box.context)[.press(.stop)]?.label == .toLive)
    }

    @Test("V-40 a push plays the chosen arrow's clip")
    func aPushPlays() {
        var box = Practice(Practice.book(ends: 2, arrows: 3), end: 1)
        box.send(.turned(4, .steady))
        #expect(box.send(.tapped(.knob)) == [.play(clip: 5)])
    }

    @Test func whatCantBePlayedIsSaid() {
        var box = Practice(Practice.book())
        _ = box.book.link(ArrowPlace(end: 1, index: 0), toClip: nil)
        #expect(box.send(.tapped(.knob)) == [.toast(Strings.Summary.noClipLinked)])
        box.send(.turned(1, .slow))
        box.book.clips[1].file = nil
        #expect(box.send(.tapped(.knob)) == [.toast(Strings.clipNotWritten)])
        // A lost clip is in no list.
        box.book.clips.remove(at: 1)
        #expect(box.send(.tapped(.knob)) == [.toast(Strings.clipNotWritten)])
    }

    @Test("V-31 an end that was skipped is scored later, one that was scored is corrected")
    func anEndIsScoredLater() {
        var book = Practice.book(ends: 2)
        book[end: 2]?.arrows = []
        var box = Practice(book)
        #expect(box.chosen == nil && box.texts.contains(Strings.Summary.notScoredYet))
        #expect(box.send(.tool(.score)) == [.score(end: 2)])
        #expect(box.send(.tapped(.knob)) == [.toast(Strings.Summary.notScoredYet)])
        #expect(box.send(.tool(.wrongClip)) == [.toast(Strings.Summary.notScoredYet)])
        box.send(.turned(-1, .slow))
        #expect(box.send(.tool(.score)) == [.score(end: 1)])
    }

    @Test("MARK starts the next end of a session of this run, and of no other")
    func markStartsTheNextEnd() {
        var box = Practice(Practice.book())
        #expect(box.send(.pressed(.mark)) == [.nextEnd])
        #expect(box.screen.linking == nil)
        let stored = Practice(Practice.book(ref: .stored(SessionKey(folder: Practice.name))))
        #expect(stored.screen.grammar(in: stored.context)[.press(.mark)] == nil)
    }

    @Test("a round that is over has no next end: MARK leads to Live")
    func aRoundThatIsOverHasNoNextEnd() {
        let face = FaceCatalog.face("vegas_3spot_40") ?? FaceCatalog.all[0]
        var box = Practice(Practice.book(ends: 10, arrows: 3, face: face, round: "vegas_300"))
        #expect(box.send(.pressed(.mark)) == [.live])
        var open = Practice(Practice.book(ends: 9, arrows: 3, face: face, round: "vegas_300"))
        #expect(open.send(.pressed(.mark)) == [.nextEnd])
    }

    @Test func stopLeadsBackStepByStep() {
        var box = Practice(Practice.book())
        #expect(box.send(.tapped(.stop)) == [.back])
        for open in [ScreenInput.tool(.notes), .tool(.wrongClip), .tool(.clips)] {
            var box = Practice(Practice.book())
            box.send(open)
            #expect(box.send(.tapped(.stop)) == [])
            #expect(box.send(.tapped(.stop)) == [.back])
        }
    }

    @Test("V-52 from the list of sessions the clips come first, and the face is one of the tools")
    func aSessionOfTheListBeginsWithItsClips() {
        var box = Practice(Practice.book(), beginsWithGrid: true)
        #expect(!box.grid.isEmpty && box.screen.tools(in: box.context).contains(ToolOffer(.arrows)))
        box.send(.tool(.arrows))
        #expect(box.screen.view(of: box.book) == .arrows)
        #expect(box.send(.tapped(.stop)) == [] && box.screen.view(of: box.book) == .clips(isUnscored: false))
        #expect(box.send(.tapped(.stop)) == [.back])
    }

    @Test("V-52 a session that isn't scored shows its clips, plays them, and can be scored now")
    func anUnscoredSessionShowsItsClips() {
        var book = Practice.book(ends: 0, extraClips: 7)
        var box = Practice(book)
        #expect(box.grid.map(\.clip.number) == Array(1...7))
        box.send(.turned(2, .slow), .pressed(.right))
        #expect(box.send(.tapped(.knob)) == [.play(clip: 4)])
        #expect(box.send(.tool(.score)) == [.score(end: 1)])
        #expect(box.send(.tapped(.stop)) == [.back])
        // The same with an end without arrows.
        book = Practice.book(ends: 1, arrows: 0, extraClips: 7)
        box = Practice(book)
        #expect(box.grid.count == 7)
        #expect(box.send(.tool(.score)) == [.score(end: 1)])
        #expect(box.send(.tool(.goOn)) == [.nextEnd])
    }

    @Test("V-52 the clips of a scored session: number, length and score, a push plays")
    func theClipsOfAScoredSession() {
        var box = Practice(Practice.book(ends: 4, arrows: 6), end: 1)
        box.send(.tool(.clips))
        box.now = Timestamp(seconds: 1)
        #expect(box.grid.first?.clip.number == 1 && box.texts.contains(Strings.seconds(5)) && box.texts.contains("X"))
        box.send(.turned(1, .slow), .pressed(.down), .pressed(.down))
        let columns = ClipGridLayout(Theme(box.settings), box.screen.grid, box.book).columns
        #expect(box.send(.tapped(.knob)) == [.play(clip: 2 + 2 * columns)])
        box.send(.turned(1000, .quick))
        #expect(box.send(.tapped(.knob)) == [.play(clip: 24)])
        #expect(box.grid.contains { $0.clip.number == 24 }, "what is chosen is seen")
        #expect(box.send(.tapped(.stop)).isEmpty)
        #expect(box.chosen == ArrowPlace(end: 1, index: 0) && box.face != nil)
    }

    @Test("V-52 a clip says when it was shot, from the first one's beginning")
    func aClipSaysWhenItWasShot() {
        let header = SessionHeader(
            number: 7, started: "2026-11-20T14:03:00", size: .hd1080, framesPerSecond: 30, delaySeconds: 5, camera: "c",
            encoder: "e")
        func clip(_ number: Int, at frame: Int64) -> ClipRecord {
            ClipRecord(number: number, kind: .mark, file: "clips/\(number).mp4", firstFrame: frame, lastFrame: frame, seconds: 5, isCutShort: false)
        }
        func offsets(_ frames: [Int64], rate: Double = 30) -> [Double?] {
            var header = header
            header.framesPerSecond = rate
            let clips = frames.enumerated().map { clip($0 + 1, at: $1) }
            return ScoreBook(SessionRecord(header: header, clips: clips, ending: .stopped), name: Practice.name).clips.map(\.offset)
        }
        #expect(offsets([900, 2850, ClipRecord.unknownFrame]) == [0, 65, nil])
        #expect(offsets([Int64.min + 1, .max]).count == 2 && offsets([1, 2], rate: 0) == [nil, nil])
        let box = Practice(
            ScoreBook(SessionRecord(header: header, clips: [clip(1, at: 900), clip(2, at: 2850)], ending: .stopped), name: Practice.name))
        #expect(box.texts.contains("0:00") && box.texts.contains("1:05"))
    }

    @Test("V-03 a note is written, by keyboard or letter by letter; it stands behind the phrases and can be taken away and back")
    func notesAreWritten() throws {
        var box = SummaryPractice(SummaryPractice.book())
        let write = Strings.Summary.notePhrases.count
        box.send(.tool(.notes), .turned(100, .slow), .tapped(.knob))
        #expect(box.screen.view(of: box.book) == .writing)
        // A comma would split it into two notes.
        for letter in "Limb, loosse" { box.send(.typed(.text(String(letter)))) }
        box.send(.typed(.erase), .typed(.erase), .typed(.text("e")), .typed(.done))
        #expect(box.book.notes == "Limb loose" && box.screen.view(of: box.book) == .notes)
        #expect(box.outcomes.last == .effect(.card(.journal(box.book.ref, .notes("Limb loose")))))
        // The note is now chosen by the knob, which can remove it.
        #expect(box.screen.notes.phrase == "Limb loose" && box.screen.notes.choice == write)
        box.send(.pressed(.mark))
        #expect(box.book.notes.isEmpty)
        box.send(.pressed(.mark), .turned(1, .slow), .tapped(.knob), .tapped(.knob), .turned(1, .slow), .tapped(.knob), .pressed(.mark))
        #expect(box.book.notes == "Limb loose, Ab")
        // STOP discards the begun note, and then leaves the sheet.
        box.send(.turned(9, .slow), .tapped(.knob), .typed(.text("x")), .tapped(.stop))
        #expect(box.screen.view(of: box.book) == .notes && box.book.notes == "Limb loose, Ab")
        box.send(.tapped(.stop), .tool(.undo))
        #expect(box.book.notes == "Limb loose")
    }

    @Test("V-54 notes are phrases that are chosen; each choice is journalled, the session filed once")
    func notesAreChosen() {
        var box = Practice(Practice.book())
        box.book.notes = "left <limb> loose"
        box.send(.tool(.notes), .tapped(.knob), .turned(2, .slow), .pressed(.mark))
        let phrases = Strings.Summary.notePhrases
        #expect(box.book.notes == "left <limb> loose, \(phrases[0]), \(phrases[2])")
        #expect(box.outcomes.last == .effect(.card(.journal(box.book.ref, .notes(box.book.notes)))) && box.filings == 0)
        box.send(.pressed(.up), .pressed(.up), .tapped(.knob), .tapped(.stop))
        #expect(box.book.notes == "left <limb> loose, \(phrases[2])" && box.filings == 1)
        box.send(.tool(.notes), .tapped(.stop))
        #expect(box.filings == 1, "nothing was changed")
        box.send(.tool(.undo), .tool(.undo), .tool(.undo))
        #expect(box.book.notes == "left <limb> loose" && box.filings == 4)
    }

    @Test("V-40 a finger does the same as the knob")
    func aFingerDoesTheSame() throws {
        var box = Practice(Practice.book(ends: 3, arrows: 6), end: 1)
        #expect(box.touch(box.strip[4].rect).isEmpty)
        #expect(box.chosen == ArrowPlace(end: 1, index: 4))
        #expect(box.touch(box.strip[4].rect) == [.play(clip: 5)])
        let hit = try #require(box.face?.marks.hits[2].point)
        box.send(.touchDown(hit), .touchUp)
        #expect(box.chosen == ArrowPlace(end: 1, index: 2))
        #expect(box.send(.touchDown(hit), .touchUp) == [.play(clip: 3)])
        box.send(.pressed(.down), .pressed(.down))
        #expect(box.chosen == ArrowPlace(end: 3, index: 0))
        box.send(.tool(.notes))
        let windy = try #require(box.layout.notes?.items[0])
        box.touch(windy)
        #expect(box.book.notes == Strings.Summary.notePhrases[0])
        box.send(.touchDown(Point(100, 500)), .touchUp)
        #expect(box.filings == 1 && box.screen.view(of: box.book) == .arrows)
    }

    @Test func aFingerThatStraysTapsNothing() {
        var box = Practice(Practice.book())
        let start = box.strip[1].rect.center
        box.send(.touchDown(start), .touchMoved(Point(start.x + 90, start.y)), .touchMoved(start), .touchUp)
        #expect(box.chosen?.index == 0)
        #expect(box.send(.touchUp).isEmpty)
    }

    @Test func aFingerScrollsTheClips() {
        var box = Practice(Practice.book(ends: 0, extraClips: 60))
        let layout = ClipGridLayout(Theme(box.settings), box.screen.grid, box.book)
        let start = box.grid[0].rect.center
        box.send(.touchDown(start), .touchMoved(Point(start.x, start.y - 2 * layout.rowHeight)), .touchUp)
        #expect(box.grid.first?.index == 2 * layout.columns)
        #expect(box.grid.contains { $0.index == box.screen.grid.choice })
    }

    @Test func theClipsStandStillAsLongAsTheChosenOneIsSeen() {
        var grid = ClipGrid()
        func move(_ steps: Int) -> Int {
            grid.move(steps, of: 60)
            grid.keepInSight(of: 60, columns: 5, rows: 3)
            return grid.top
        }
        #expect([5, 5, 5, 5].map(move) == [0, 0, 1, 2])
        #expect([-5, -5, -5].map(move) == [2, 2, 1])
        #expect(move(1000) == 9 && grid.choice == 59)
    }

    @Test func theSheetSlidesInAndTheSceneSaysWhenItChanges() {
        var box = Practice(Practice.book())
        #expect(box.screen.nextChange(after: .zero) == nil)
        box.send(.tool(.notes))
        #expect(box.screen.nextChange(after: .zero) != nil)
        box.now = .zero + Motion.sheet
        #expect(box.screen.nextChange(after: box.now) == nil && box.scene.layers.count == 2)
    }

    @Test func onlyStillsThatAreDrawnAreAskedFor() {
        for (ends, arrows, scale) in [(1, 6, 100), (12, 30, 100), (3, 6, 200)] {
            var box = Practice(Practice.book(ends: ends, arrows: arrows), scale: scale)
            for input in [ScreenInput.turned(2, .slow), .tool(.wrongClip), .tapped(.stop), .tool(.clips)] {
                box.send(input)
                let drawn = box.scene.layers.flatMap { layer -> [ClipKey] in
                    guard case .drawing(let drawing) = layer.content else { return [] }
                    return drawing.commands.compactMap { if case .still(let key, _, _) = $0 { key } else { nil } }
                }
                #expect(Set(box.screen.wishes(in: box.context, at: box.now).stills) == Set(drawn))
            }
        }
    }

    @Test func whatChangedMeanwhileLeavesAChoice() {
        var box = Practice(Practice.book(ends: 2, arrows: 6))
        box.send(.turned(5, .slow))
        box.book[end: 2]?.arrows.removeLast(4)
        #expect(box.chosen == ArrowPlace(end: 2, index: 1))
        box.send(.tool(.wrongClip))
        box.book[end: 2]?.arrows = []
        box.send(.pressed(.right), .tapped(.knob))
        #expect(box.recorded.isEmpty && box.screen.stop(in: box.book) == .end(2))
    }

    /// Any actions in any order: nothing traps, and a clip shows at most one arrow.
    @Test(arguments: UInt64(1)...40)
    func randomUse(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let faces = FaceCatalog.all
        var box = Practice(
            Practice.book(
                ends: Int.random(in: 0...5, using: &random), arrows: Int.random(in: 0...7, using: &random),
                face: faces[Int.random(in: 0..<faces.count, using: &random)],
                ref: random.chance(0.5) ? .run(1) : .stored(SessionKey(folder: Practice.name)), extraClips: Int.random(in: 0...3, using: &random)),
            scale: [100, 150, 200][Int(seed % 3)])
        for _ in 0..<150 {
            let control = Control.allCases.randomElement(using: &random) ?? .mark
            let point = Point(random.seconds(0...1920), random.seconds(0...1080))
            box.now = box.now + .milliseconds(Int.random(in: 0...400, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: box.send(.turned(Int.random(in: -20...20, using: &random), .steady))
            case 3...4: box.send(.pressed(control))
            case 5: box.send(.tapped(control))
            case 6: box.send(.held(control), .repeated(control), .tool(Tool.allCases.randomElement(using: &random) ?? .undo))
            case 7...8: box.send(.touchDown(point), .touchUp)
            default: box.send(.touchDown(point), .touchMoved(Point(point.x, point.y - 300)), .touchUp)
            }
            _ = box.scene
            let clips = box.links.compactMap { $0 }
            #expect(Set(clips).count == clips.count)
        }
    }
}
