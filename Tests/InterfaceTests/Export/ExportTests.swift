// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The export's kind, form, destination and progress.
@Suite struct ExportTests {
    private func screen(_ box: Rehearsal) -> ExportScreen? { box.appliance.path.stack.last?.as(ExportScreen.self) }

    private func commands(_ box: Rehearsal) -> [ExportCommand] {
        box.effects.compactMap { if case .export(let command) = $0 { command } else { nil } }
    }

    private func words(_ box: Rehearsal) -> [ActionLabel] {
        let grammar = box.appliance.path.grammar(in: box.appliance.context)
        return [ControlUse.press(.mark), .press(.knob)].compactMap { grammar[$0] }
    }

    private static let size = ExportSize(clips: 3, clipBytes: 86_000_000, folderBytes: 90_000_000, best: 3, bestSeconds: 24)

    /// Returns a box with the export sheet over a paused clip, and a stick in.
    private func sheet(_ size: ExportSize = Self.size, stick: StickState = .ready(label: "KINGSTON", freeBytes: 14_200_000_000)) throws -> Rehearsal {
        var box = Station.paused.box
        box.use(.export)
        let subject = try #require(screen(box)?.subject)
        box.send(.export(.prepared(subject, size)))
        box.send(.export(.stick(stick)))
        return box
    }

    @Test("V-56 a session isn't deleted to make room while it is exported, or somebody thinks of it")
    func whatIsExportedIsInUse() {
        var exporting = Exporting()
        exporting.open(ExportSubject(session: "A"))
        #expect(exporting.sessions == ["A"])
        exporting.begin("A")
        exporting.close()
        #expect(exporting.sessions == ["A"], "its sheet was left, and it goes on")
        exporting.open(ExportSubject(session: "B"))
        #expect(Set(exporting.sessions) == ["A", "B"])
        exporting.hear(.ended(ExportResult(place: .card)))
        exporting.close()
        #expect(exporting.sessions.isEmpty)
    }

    @Test("V-52 a clip, an end, a selection, a session: each is what is exported")
    func whatIsExported() throws {
        var clip = Station.paused.box
        clip.use(.export)
        #expect(screen(clip)?.subject == ExportSubject(session: Rehearsal.name(1), clips: [5]))
        var end = Station.summary.box
        end.use(.export)
        #expect(screen(end)?.subject.clips == [4, 5])
        var grid = Station.clips.box
        grid.use(.export)
        #expect(screen(grid)?.subject.clips == [])
        grid.tap(.stop)
        grid.tap(.mark)
        grid.use(.export)
        #expect(screen(grid)?.subject.clips.count == 1)
        var list = Station.sessions.box
        list.use(.export)
        #expect(screen(list).map { $0.subject.clips.isEmpty } == true)
        #expect(commands(list) == [.prepare(try #require(screen(list)?.subject))])
    }

    @Test("the stick is taken where one is there, else the card; the arrows choose")
    func thePlace() throws {
        var box = try sheet(stick: .none)
        #expect(screen(box)?.place(box.appliance.context.exporting) == .card)
        box.send(.export(.stick(.ready(label: nil, freeBytes: 1))))
        #expect(screen(box)?.place(box.appliance.context.exporting) == .stick)
        box.tap(.right)
        #expect(screen(box)?.place(box.appliance.context.exporting) == .card)
        box.tap(.left)
        box.send(.export(.stick(.none)))
        #expect(screen(box)?.place(box.appliance.context.exporting) == .stick, "what was asked for isn't changed behind anybody's back")
        #expect(words(box).isEmpty, "without a stick there is nothing to begin")
    }

    @Test("what the exporter finds out puts no other row under the knob")
    func theChosenRowStaysTheSame() throws {
        var box = Station.paused.box
        box.use(.export)
        let subject = try #require(screen(box)?.subject)
        func chosen() -> ExportForm? { screen(box)?.form(box.appliance.context.exporting) }
        while chosen() != .still {
            box.panel(.turned(1))
            box.run(to: box.now.seconds + 0.3)
        }
        var size = Self.size
        size.drawn = 1
        box.send(.export(.prepared(subject, size)))
        box.send(.export(.stick(.ready(label: nil, freeBytes: 14_200_000_000))))
        #expect(chosen() == .still)
        box.tap(.knob)
        #expect(commands(box).last == .begin(subject, .still, to: .stick))
    }

    @Test("what can't be played any more goes, with the sheet beside it")
    func aClipThatIsGoneTakesTheSheetAlong() throws {
        var box = try sheet()
        let keys = box.appliance.path.stack.compactMap { $0.as(ReplayScreen.self)?.key }
        let key = try #require(keys.last)
        let under = box.appliance.path.stack.dropLast(2).last?.place
        box.send(.player(.failed(key, reason: Message("its file can't be read"))))
        #expect(box.appliance.path.stack.last?.place == under)
    }

    @Test("V-52 each way is begun as it says", arguments: [Control.knob, .mark])
    func eachWay(control: Control) throws {
        let forms: [ExportForm] = [.anybody, .slow(2), .slow(4), .bestOf]
        for (index, form) in forms.enumerated() {
            var box = try sheet()
            for _ in 0..<index {
                box.run(to: box.now.seconds + 0.3)
                box.panel(.turned(1))
            }
            box.tap(control)
            let subject = try #require(screen(box)?.subject)
            #expect(commands(box).last == .begin(subject, form, to: .stick))
            #expect(words(box) == [.cancelExport], "a second push gives it up")
        }
    }

    @Test("V-53 what is made anew is offered where it is possible, and begun as it says; a comparison first where it is looked at")
    func whatIsMadeAnew() throws {
        func forms(_ box: Rehearsal) -> [ExportForm] {
            guard let sheet = screen(box) else { return [] }
            return sheet.forms(box.appliance.context.exporting).map { $0.with(sheet.values(in: box.appliance.context)) }
        }
        let usual: [ExportForm] = [.anybody, .slow(2), .slow(4)]
        let pictures: [ExportForm] = [.still, .strip(step: StripRow.usualStep, center: nil)]
        #expect(forms(try sheet()) == usual + [.bestOf, .titledBestOf] + pictures + [.file])
        var size = Self.size
        (size.drawn, size.best) = (2, 1)
        var box = try sheet(size)
        box.change { $0.exportFreezeSeconds = 3.5 }
        #expect(forms(box) == usual + [.drawings(freeze: 3.5)] + pictures + [.file])
        box.panel(.turned(3))
        box.tap(.knob)
        #expect(commands(box).last == .begin(try #require(screen(box)?.subject), .drawings(freeze: 3.5), to: .stick))
        // An end of two clips, which can be laid side by side.
        var end = Station.summary.box
        end.use(.export)
        #expect(forms(end).suffix(2) == [.compare(shift: 0, ComparisonView()), .file])
        // From Compare, in its layout.
        var compare = Station.compare.box
        compare.use(.export)
        #expect(screen(compare)?.subject.clips.count == 2)
        #expect(forms(compare).first == .compare(shift: 0, ComparisonView(.ghost, zoom: Zoom(), otherZoom: Zoom())))
    }

    @Test(
        "X-04 V-53 a comparison is exported as it is looked at",
        arguments: [(Tool.beside, ComparisonView.Mode.beside), (.ghost, .ghost), (.wipe, .wipe)])
    func asItIsCompared(tool: Tool, mode: ComparisonView.Mode) throws {
        var box = Station.compare.box
        box.use(tool)
        box.use(.zoom)
        box.panel(.turned(2))
        box.tap(.mark)
        box.use(.zoomApart)
        // The knob then changes the ghost's opacity, or moves the line.
        box.run(to: box.now.seconds + 1)
        if mode != .beside { box.panel(.turned(3)) }
        let compare = try #require(box.appliance.path.stack.last?.as(CompareScreen.self))
        let context = box.appliance.context
        box.use(.export)
        let sheet = try #require(screen(box))
        let first = sheet.forms(box.appliance.context.exporting).first?.with(sheet.values(in: box.appliance.context))
        guard case .compare(0, let view)? = first else {
            Issue.record("the comparison isn't first")
            return
        }
        #expect(view == compare.view(in: context, at: nil))
        #expect(view.mode == mode && view.zoom?.factor == 2 && view.otherZoom?.factor == 2)
        #expect((view.mix != 0.5) == (mode == .ghost) && (view.wipe != 0.5) == (mode == .wipe))
    }

    @Test("what can't be joined is said before, and isn't begun")
    func whatCantBeJoined() throws {
        var size = Self.size
        size.unjoinable = [2]
        var box = try sheet(size)
        #expect(words(box) == [.export, .export])
        box.panel(.turned(3))
        #expect(words(box).isEmpty)
        let before = commands(box).count
        box.tap(.knob)
        #expect(commands(box).count == before)
    }

    @Test("it goes on when its sheet is left; the end is told wherever one is")
    func itGoesOn() throws {
        var box = try sheet()
        box.tap(.knob)
        box.send(.export(.progress(ExportProgress(place: .stick, label: "KINGSTON", file: 1, files: 3, doneBytes: 1, bytes: 2))))
        box.tap(.stop)
        #expect(screen(box) == nil)
        #expect(commands(box).last == .close)
        #expect(!commands(box).contains(.cancel))
        #expect(box.appliance.context.chips(at: box.now).contains { $0.progress == 0.5 })
        box.send(.export(.ended(ExportResult(place: .stick, label: "KINGSTON", written: 3))))
        #expect(!box.appliance.context.chips(at: box.now).contains { $0.progress != nil })
        #expect(box.appliance.context.chips(at: box.now).contains { $0.title.contains("KINGSTON") })
    }

    @Test("what comes of one export stands on no other's sheet, and no push there gives it up")
    func anotherSheet() throws {
        var box = try sheet()
        let first = try #require(screen(box))
        box.tap(.knob)
        box.send(.export(.progress(ExportProgress(place: .stick, label: "KINGSTON", file: 1, files: 3, doneBytes: 1, bytes: 2))))
        box.tap(.stop)
        box.tap(.stop)
        box.use(.clips)
        box.tap(.mark)
        box.use(.export)
        #expect(screen(box).map { $0.subject != first.subject } == true)
        #expect(words(box).isEmpty, "nothing to begin, and nothing of its own to cancel")
        let before = commands(box).count
        box.run(to: box.now.seconds + 1)
        box.tap(.knob)
        box.tap(.mark)
        #expect(commands(box).count == before)
        func says(_ words: String) throws -> Bool {
            let sheet = Scene(layers: try #require(screen(box)).layers(in: box.appliance.context, at: box.now))
            return sheet.texts.contains { $0.run.text.contains(words) }
        }
        #expect(try says(first.title))
        box.send(.export(.ended(ExportResult(place: .stick, label: "KINGSTON", written: 3))))
        #expect(box.appliance.context.exporting.outcome == nil)
        #expect(try !says("KINGSTON:") && !says(Strings.stickCanBePulled))
        #expect(box.appliance.context.chips(at: box.now).contains { $0.title.contains("KINGSTON") }, "it is told all the same")
    }

    @Test("new, replaced, kept: each is said where it isn't nothing")
    func counts() throws {
        #expect(Strings.exportCounts(ExportResult(place: .stick, written: 3)) == nil)
        #expect(Strings.exportCounts(ExportResult(place: .stick, written: 1, replaced: 2, kept: 3)) == "1 new, 2 replaced, 3 kept")
        #expect(Strings.exportCounts(ExportResult(place: .stick, kept: 3)) == "3 kept")
        var box = try sheet()
        box.tap(.knob)
        box.send(.export(.ended(ExportResult(place: .stick, written: 1, kept: 3))))
        let sheet = Scene(layers: try #require(screen(box)).layers(in: box.appliance.context, at: box.now))
        #expect(sheet.texts.contains { $0.run.text.contains("4 files") } && sheet.texts.contains { $0.run.text.contains("1 new, 3 kept") })
    }

    @Test("cancelled, or stopped by its place, it says why, and another one may begin")
    func itStops() throws {
        var box = try sheet()
        box.tap(.knob)
        box.send(.export(.progress(ExportProgress(place: .stick, file: 1, files: 3, doneBytes: 0, bytes: 2))))
        box.tap(.knob)
        #expect(commands(box).last == .cancel)
        let result = ExportResult(place: .stick, written: 1)
        box.send(.export(.stopped(reason: .exportCancelled, result)))
        #expect(box.appliance.context.exporting.outcome == .stopped(reason: .exportCancelled, result))
        box.run(to: box.now.seconds + 0.5)
        box.panel(.turned(1))
        #expect(box.appliance.context.exporting.outcome == nil)
        #expect(commands(box).last == .prepare(try #require(screen(box)?.subject)), "the stick was let go of")
    }

    @Test("N-12 MARK in a clip's replay likes it and no longer, undone as any deed; the liked ones are selected by a tool, and exported")
    func liked() throws {
        var box = Station.paused.box
        func isLiked() -> Bool? { box.appliance.context.desk.book?.clip(5)?.judgement.isLiked }
        box.tap(.mark)
        #expect(isLiked() == true)
        #expect(box.effects.contains { if case .card(.journal(_, .judged(clip: 5, let judgement))) = $0 { judgement.isLiked } else { false } })
        box.tap(.mark)
        #expect(isLiked() == false)
        box.use(.undo)
        #expect(isLiked() == true)
        box.tap(.stop)
        box.use(.clips)
        box.use(.selectLiked)
        box.use(.export)
        #expect(screen(box)?.subject.clips == [5])
    }

    @Test("news about another subject isn't taken for this one's")
    func anotherSubject() throws {
        var box = try sheet()
        box.send(.export(.prepared(ExportSubject(session: "x"), ExportSize(clips: 1, clipBytes: 1, folderBytes: 1, best: 1, bestSeconds: 1))))
        #expect(box.appliance.context.exporting.size == Self.size)
    }

    @Test("what was looked at is still seen and played beside it, and STOP leads back to it")
    func theScreenBeside() throws {
        var box = Station.clip.box
        let tracks = box.wishes.tracks
        box.use(.export)
        #expect(!tracks.isEmpty && box.wishes.tracks == tracks)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.scene(at: box.now).layers.contains { if case .video(.replay) = $0.content { true } else { false } })
        box.tap(.stop)
        #expect(box.appliance.path.place == .replay)
    }

    @Test("a finger chooses a row, begins with it, and leaves beside the sheet")
    func fingers() throws {
        var box = try sheet()
        box.run(to: box.now.seconds + 1)
        let layout = ExportLayout(try #require(screen(box)), box.appliance.context, at: box.now)
        box.touch(layout.rows[1].rect.center)
        #expect(screen(box)?.choice(box.appliance.context.exporting) == 1)
        box.touch(layout.rows[1].rect.center)
        #expect(commands(box).last == .begin(try #require(screen(box)?.subject), .slow(2), to: .stick))
        box.touch(Point(300, 400))
        #expect(screen(box) == nil)
    }
}
