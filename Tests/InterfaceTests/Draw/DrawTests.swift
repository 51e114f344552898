// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Drawing on a paused picture: with knob and arrows, with a finger, with a keyboard.
@Suite struct DrawTests {
    private func drawing(_ box: Rehearsal) -> DrawMode? { box.appliance.path.stack.last?.as(DrawMode.self) }

    private func annotations(_ box: Rehearsal) -> [Annotation] {
        guard let book = box.appliance.context.desk.book else { return [] }
        return book.clips.flatMap(\.judgement.annotations)
    }

    /// Returns the drawings that the journal was last told of, for any clip.
    private func journalled(_ box: Rehearsal) -> [Annotation]? {
        box.effects.reversed().compactMap { if case .card(.journal(_, .judged(_, let judgement))) = $0 { judgement.annotations } else { nil } }.first
    }

    private func box(_ kind: Annotation.Kind = .angle, _ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Station.paused.box
        box.change(change)
        box.use(.draw)
        box.panel(.turned(DrawingPen.kinds.firstIndex(of: kind) ?? 0))
        return box
    }

    /// Moves the cross by arrows and knob alone: arrows bring it near, the knob does the rest.
    private func go(_ box: inout Rehearsal, to target: Point) {
        for (back, on, isAcross) in [(Control.left, Control.right, true), (.up, .down, false)] {
            func left() -> Double {
                guard let place = drawing(box)?.cursor.position(at: box.now) else { return 0 }
                return isAcross ? target.x - place.x : target.y - place.y
            }
            guard left() != 0 else { continue }
            let arrow = left() > 0 ? on : back
            let way = abs(left())
            box.panel(.pressed(arrow))
            var time = 0.1
            while Cursor.way(after: time + 0.05) < way { time += 0.05 }
            box.run(to: box.now.seconds + time)
            box.panel(.released(arrow))
            for _ in 0..<400 where left() != 0 {
                box.run(to: box.now.seconds + 0.3)
                box.panel(.turned(left() > 0 ? 1 : -1))
            }
            #expect(left() == 0)
        }
    }

    private func place(_ point: Point) -> Point { Point(point.x / 1920, point.y / 1080) }

    @Test func aDrawingThatIsErasedWhileAPointIsHeldStaysAway() throws {
        var box = box(.line)
        for place in [Point(900, 500), Point(1100, 500)] {
            go(&box, to: place)
            box.tap(.knob)
        }
        #expect(annotations(box).count == 1)
        // The cross is still on the second point, so this tap takes that point.
        box.tap(.knob)
        #expect(drawing(box)?.grasp != nil)
        box.use(.erase)
        #expect(annotations(box).isEmpty && drawing(box)?.grasp == nil)
        box.tap(.knob)
        #expect(annotations(box).isEmpty)
    }

    @Test func undoTakesBackAPointOfWhatIsNotWholeAndNoDrawing() throws {
        var box = box(.line)
        for place in [Point(900, 500), Point(1100, 500), Point(900, 700)] {
            go(&box, to: place)
            box.tap(.knob)
        }
        #expect(annotations(box).count == 1 && drawing(box)?.draft != nil)
        box.use(.undo)
        #expect(annotations(box).count == 1 && drawing(box)?.draft == nil)
        box.use(.undo)
        #expect(annotations(box).isEmpty)
    }

    @Test func aKeyboardGetsPastTheTextAndPutsItDown() throws {
        func press(_ name: String, _ box: inout Rehearsal) throws {
            let key = try #require(KeyCode(name: name))
            for isDown in [true, false] {
                box.send(.key(KeyPress(key, isPressed: isDown, at: box.now), shown: nil, live: nil))
                box.run(to: box.now.seconds + 0.3)
            }
        }
        var box = box(.text)
        #expect(box.appliance.context.pen.kind == .text)
        try press("KEY_MINUS", &box)
        #expect(box.appliance.context.pen.kind != .text)
        try press("KEY_EQUAL", &box)
        #expect(box.appliance.context.pen.kind == .text)
        for key in ["KEY_U", "KEY_P", "KEY_MINUS"] { try press(key, &box) }
        #expect(box.appliance.context.pen.words == "up-")
        try press("KEY_ENTER", &box)
        #expect(annotations(box).map(\.text) == ["up-"])
    }

    @Test("V-24 by knob and arrows alone an angle lies on given pixels, and says its degrees to half of one")
    func anAngleByKnobAlone() throws {
        var box = box()
        let points = [Point(1103, 411), Point(940, 497), Point(978, 702)]
        for point in points {
            go(&box, to: point)
            box.tap(.knob)
        }
        let angle = try #require(annotations(box).first)
        #expect(angle.kind == .angle && annotations(box).count == 1)
        for (set, wanted) in zip(angle.points, points) {
            #expect(abs(set.x * 1920 - wanted.x) < 0.5 && abs(set.y * 1080 - wanted.y) < 0.5)
        }
        let degrees = try #require(AnnotationPainting(PictureMap(within: Canvas.bounds, size: .hd1080)).degrees(angle))
        #expect(abs(degrees - PictureAngle.between(points[0], vertex: points[1], points[2])) < 0.01)
        #expect(journalled(box) == [angle])
        // It is visible from its own picture on.
        let seconds = try #require(box.appliance.path.playback).transport.position(at: box.now).inSeconds
        #expect(angle.span.map { $0.contains(seconds) && abs($0.upperBound - $0.lowerBound - 2) < 1e-9 } ?? false)
    }

    @Test("V-21 each kind is drawn by a finger and is there when the replay plays", arguments: DrawingPen.kinds)
    func eachKindByFinger(kind: Annotation.Kind) throws {
        var box = box(kind)
        switch kind {
        case .freehand:
            box.panel(.touchDown(Point(500, 400)), source: .touch)
            for step in 1...40 { box.panel(.touchMoved(Point(500 + Double(step) * 8, 400 + (step % 2 == 0 ? 30 : 0))), source: .touch) }
            box.panel(.touchUp, source: .touch)
        case .text: box.touch(Point(700, 300))
        case .curve:
            for x in [500.0, 700, 900] { box.touch(Point(x, 400 + (x - 700) / 4)) }
            box.tap(.mark)
        default:
            for index in 0..<(kind.pointCount ?? 0) { box.touch(Point(500 + Double(index) * 180, 400 + Double(index * index) * 60)) }
        }
        let drawn = try #require(annotations(box).first)
        #expect(drawn.kind == kind && drawn.isWhole)
        #expect(kind != .text || drawn.text == Strings.drawingWords[0])
        box.tap(.mark)
        #expect(box.appliance.page == .replay)
        let strokes = box.scene.layers.contains { layer in
            if case .drawing(let drawing) = layer.content, case .clipped(_, _, let inner)? = drawing.commands.first { !inner.isEmpty } else { false }
        }
        #expect(strokes)
    }

    @Test("V-21 MARK keeps what was drawn as a picture for the session's page, and nothing where nothing was drawn")
    func doneKeepsAPicture() {
        func kept(_ box: Rehearsal) -> Int { box.effects.count { if case .picture(.keep) = $0 { true } else { false } } }
        var box = box(.line)
        var idle = box
        idle.tap(.mark)
        #expect(kept(idle) == kept(box) && idle.appliance.page == .replay)
        for point in [Point(400, 400), Point(800, 700)] { box.touch(point) }
        let before = kept(box)
        box.tap(.mark)
        #expect(kept(box) == before + 1 && box.appliance.page == .replay)
    }

    @Test("V-21 a line is drawn in one go by a finger, and a nearly upright one is upright")
    func aLineInOneGo() throws {
        var box = box(.line)
        box.panel(.touchDown(Point(600, 200)), source: .touch)
        for step in 1...20 { box.panel(.touchMoved(Point(600 + Double(step) * 0.8, 200 + Double(step) * 20)), source: .touch) }
        box.panel(.touchUp, source: .touch)
        let line = try #require(annotations(box).first)
        #expect(abs(line.points[0].x - line.points[1].x) < 1e-9 && abs(line.points[1].y - 600.0 / 1080) < 1e-9)
    }

    @Test("V-21 any number of deeds is undone, one by one, to the first", arguments: 1...6 as ClosedRange<UInt64>)
    func everythingIsUndone(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = box(.line)
        var states = [annotations(box)]
        for _ in 0..<12 {
            let place = Point(.random(in: 200...1700, using: &random), .random(in: 260...800, using: &random))
            if Int.random(in: 0..<3, using: &random) == 0, let screen = drawing(box), let playback = box.appliance.path.playback,
                let point = annotations(box).randomElement(using: &random)?.points[0]
            {
                // An existing point is moved.
                let grip = Point(point.x * 1920, point.y * 1080)
                guard screen.point(near: grip, within: 10, on: playback, in: box.appliance.context, at: box.now) != nil else { continue }
                box.panel(.touchDown(grip), source: .touch)
                box.panel(.touchMoved(place), source: .touch)
                box.panel(.touchUp, source: .touch)
            } else {
                box.panel(.touchDown(place), source: .touch)
                box.panel(.touchMoved(Point(place.x + 70, place.y + 110)), source: .touch)
                box.panel(.touchUp, source: .touch)
            }
            if annotations(box) != states.last { states.append(annotations(box)) }
        }
        #expect(states.count > 4)
        while states.count > 1 {
            #expect(annotations(box) == states.removeLast())
            box.use(.undo)
        }
        #expect(annotations(box) == states[0] && journalled(box) == states[0])
    }

    @Test("V-21 STOP takes the unfinished drawing back point by point, and then leaves with what is whole")
    func stopTakesBack() {
        var box = box()
        for point in [Point(500, 500), Point(600, 400)] { box.touch(point) }
        box.tap(.stop)
        #expect(drawing(box)?.draft?.annotation.points.count == 1)
        box.tap(.stop)
        #expect(drawing(box)?.draft == nil && box.appliance.page == .draw)
        box.tap(.stop)
        #expect(box.appliance.page == .replay && annotations(box).isEmpty)
    }

    @Test("V-21 a keyboard writes what a text says")
    func aKeyboardWrites() throws {
        var box = box(.text)
        for name in ["E", "L", "B", "O", "W", "SPACE", "O", "K"] {
            let key = try #require(KeyCode(name: "KEY_\(name)") ?? KeyCode(name: name))
            let live = Rehearsal.newest(at: box.now)
            for isPressed in [true, false] { box.send(.key(KeyPress(key, isPressed: isPressed, at: box.now), shown: live, live: live)) }
        }
        box.touch(Point(600, 600))
        #expect(annotations(box).first?.text == "elbow ok")
    }

    @Test("X-09 a drawing that is kept for all stays on every picture, mirrored for who is left-handed, and comes back as its clip's own")
    func keptForAll() throws {
        var box = Station.drawn.box
        box.change { $0.archers = [Archer(name: "Ana", isLeftHanded: true), Archer(name: "Ben")] }
        box.use(.draw)
        let count = annotations(box).count
        go(&box, to: Point(1350, 410))
        box.use(.keepForAll)
        let lines = box.appliance.context.lines
        #expect(lines.isOn && lines.lines.count == 1 && annotations(box).count == count - 1)
        #expect(box.effects.contains { if case .card(.keepLines(let kept, _)) = $0 { kept == lines } else { false } })
        let line = try #require(lines.lines.first)
        #expect(line.span == nil && line.id >= StandingLines.firstID)
        box.use(.keepForAll)
        #expect(box.appliance.context.lines.lines.isEmpty && annotations(box).count == count)
        // Each step of it was one action.
        box.use(.undo)
        #expect(box.appliance.context.lines.lines == [line] && annotations(box).count == count - 1)
        box.use(.erase)
        #expect(box.appliance.context.lines.lines.isEmpty)
        box.use(.undo)
        #expect(box.appliance.context.lines.lines == [line])
        box.use(.undo)
        #expect(box.appliance.context.lines.lines.isEmpty && annotations(box).count == count)
    }

    @Test("V-24 an arm of an angle that is nearly level is level, also when its end is moved later")
    func armsSnap() throws {
        var box = box()
        for point in [Point(600, 400), Point(900, 404), Point(900 + 5, 700)] { box.touch(point) }
        func points() -> [Point] { annotations(box).first.map { $0.points.map { Point($0.x * 1920, $0.y * 1080) } } ?? [] }
        let drawn = points()
        #expect(drawn.count == 3 && abs(drawn[1].y - 400) < 1e-6 && abs(drawn[2].x - 900) < 1e-6)
        let degrees = AnnotationPainting(PictureMap(within: Canvas.bounds, size: .hd1080)).degrees(try #require(annotations(box).first))
        #expect(degrees.map { abs($0 - 90) < 1e-9 } ?? false)
        box.panel(.touchDown(Point(600, 400)), source: .touch)
        box.panel(.touchMoved(Point(500, 395)), source: .touch)
        box.panel(.touchUp, source: .touch)
        let moved = points()
        #expect(abs(moved[0].x - 500) < 1e-6 && abs(moved[0].y - 400) < 1e-6)
        // A line that is far from upright and level stays as it was drawn.
        box.panel(.touchDown(Point(500, 400)), source: .touch)
        box.panel(.touchMoved(Point(560, 480)), source: .touch)
        box.panel(.touchUp, source: .touch)
        #expect((points()[0] - Point(560, 480)).length < 1e-6)
    }

    @Test("V-21 a clip that is full takes no drawing more")
    func aFullClip() throws {
        var box = box(.line)
        // Further apart than a finger reaches.
        for index in 0..<Annotation.most + 6 {
            let place = Point(150 + Double(index % 12) * 130, 230 + Double(index / 12) * 100)
            box.panel(.touchDown(place), source: .touch)
            box.panel(.touchMoved(place + Point(60, 50)), source: .touch)
            box.panel(.touchUp, source: .touch)
        }
        #expect(annotations(box).count == Annotation.most)
    }

    @Test("V-21 the loupe shows the place under the cross three times as large, beside it")
    func theLoupe() throws {
        var box = box()
        go(&box, to: Point(700, 300))
        let layers = box.scene.layers
        let videos = layers.filter { if case .video = $0.content { true } else { false } }
        let (picture, loupe) = (try #require(videos.first), try #require(videos.last))
        #expect(videos.count == 2 && abs(loupe.place.width - 288) < 1e-6 && abs(loupe.place.height - 288) < 1e-6)
        let scale = (loupe.place.width / loupe.crop.width) / (picture.place.width / picture.crop.width)
        #expect(abs(scale - 3) < 1e-9)
        let middle = Point(loupe.crop.center.x * 1920, loupe.crop.center.y * 1080)
        #expect((middle - Point(700, 300)).length < 1e-6)
        #expect((loupe.place.center - Point(1020, 500)).length < 1e-6, "right of it and below")
    }

    @Test(
        "fault 11: near an edge of the picture the loupe stays round and full, and the cross moves in it",
        arguments: [Point(100, 300), Point(1800, 500), Point(960, 60), Point(110, 70)])
    func theLoupeAtAnEdge(place: Point) throws {
        var box = box()
        go(&box, to: place)
        let videos = box.scene.layers.filter { if case .video = $0.content { true } else { false } }
        let (picture, loupe) = (try #require(videos.first), try #require(videos.last))
        #expect(videos.count == 2 && abs(loupe.place.width - 288) < 1e-6 && abs(loupe.place.height - 288) < 1e-6)
        #expect(loupe.placement.border?.cornerRadius == 144 && Rect.unit.inset(by: -1e-9).encloses(loupe.crop))
        let scale = (loupe.place.width / loupe.crop.width) / (picture.place.width / picture.crop.width)
        #expect(abs(scale - 3) < 1e-9)
        let cross = Point(place.x / 1920, place.y / 1080)
        #expect(loupe.crop.inset(by: -1e-9).contains(cross), "the place under the cross is in the loupe")
    }

    @Test("X-09 the lines that stay lie on live and delayed pictures, and on a left-handed archer's mirrored")
    func linesStayInLive() {
        var box = Rehearsal { $0.archers = [Archer(name: "Ana"), Archer(name: "Ben", isLeftHanded: true)] }
        box.run(to: 12)
        box.use(.lines)
        let context = box.appliance.context
        #expect(context.lines.isOn && context.lines.lines.count == 4)
        let pictures = LivePictures(context, at: box.now).drawn(in: context)
        #expect(pictures.count == 1 && pictures[0].annotations(in: context) == context.lines.lines)
        box.change { $0.archer = "Ben" }
        let mirrored = box.appliance.context
        #expect(
            LivePictures(mirrored, at: box.now).drawn(in: mirrored).first?.annotations(in: mirrored).map(\.points)
                == context.lines.lines.map { $0.points.map { Point(1 - $0.x, $0.y) } })
        box.use(.lines)
        #expect(!box.appliance.context.lines.isOn && box.appliance.context.lines.lines.count == 4)
    }

    @Test("V-21 what is drawn on the line goes with its clips, those that are written and those that come, and so does its undoing")
    func drawnOnTheLine() throws {
        var box = Rehearsal()
        box.run(to: 14)
        box.tap(.mark)
        box.run(to: 24)
        box.tap(.left)
        box.run(to: 25)
        box.use(.draw)
        box.panel(.turned(1))
        for point in [Point(400, 400), Point(800, 700)] { box.touch(point) }
        let line = try #require(box.appliance.context.lineEdits.seen.first)
        let drawn = try #require(journalled(box)?.first)
        #expect(drawn.points == line.points && drawn.id == line.id)
        // Its time counts from the clip's first picture and not from the clock's zero.
        let entry = try #require(box.appliance.context.sessions.session.entries.first)
        let from = try #require(drawn.span?.lowerBound)
        #expect(abs(from - (line.span?.lowerBound ?? 0) + Timestamp.zero.duration(to: entry.plan.from).inSeconds) < 1e-6)
        box.tap(.mark)
        box.use(.undo)
        #expect(journalled(box) == [] && box.appliance.context.lineEdits.seen.isEmpty)
    }

    @Test("V-21 beside each other two clips are drawn on each for itself")
    func inCompare() throws {
        var box = Station.compareStill.box
        box.use(.draw)
        box.panel(.turned(1))
        for point in [Point(300, 300), Point(500, 420), Point(1300, 300), Point(1500, 420)] { box.touch(point) }
        let book = try #require(box.appliance.context.desk.book)
        let drawn = book.clips.filter { !$0.judgement.annotations.isEmpty }
        #expect(drawn.count == 2)
        guard let screen = box.appliance.path.stack.last?.as(DrawMode.self) else { return #expect(Bool(false)) }
        let pictures = screen.pictures(on: try #require(box.appliance.path.playback), in: box.appliance.context, at: box.now)
        for (picture, point) in zip(pictures, [Point(300, 300), Point(1300, 300)]) {
            let first = try #require(picture.own(in: box.appliance.context).first?.points.first)
            #expect((picture.map.canvas(first) - point).length < 0.01)
        }
    }
}
