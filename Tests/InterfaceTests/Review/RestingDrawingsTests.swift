// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A clip's drawings are visible wherever the clip plays at rest: on the top clip of a review and on the middle clip of the carousel.
@Suite struct RestingDrawingsTests {
    private static let line = Annotation(id: 1, kind: .line, points: [Point(0.2, 0.3), Point(0.6, 0.7)], ink: .green)
    private static let circle = Annotation(id: 2, kind: .circle, points: [Point(0.8, 0.2), Point(0.85, 0.2)], span: 2...3)

    private func record(_ annotations: [Annotation], _ orientation: PictureOrientation? = nil) -> SessionRecord {
        let clips = (1...5).map { number in
            ClipRecord(
                number: number, kind: .mark, file: "clips/\(number).mp4", firstFrame: Int64(number) * 200, lastFrame: Int64(number) * 200 + 119,
                seconds: 4, isCutShort: false, judgement: ClipJudgement(orientation: orientation, annotations: annotations))
        }
        return SessionRecord(header: Rehearsal.header, clips: clips, ending: .stopped)
    }

    /// Returns a review or the carousel, just opened, with five clips that have these drawings.
    private func box(_ tool: Tool, _ annotations: [Annotation], _ orientation: PictureOrientation? = nil) -> Rehearsal {
        var box = Rehearsal()
        box.run(to: 10)
        box.open(record(annotations, orientation), named: Rehearsal.name(1))
        box.run(to: 12)
        box.use(tool)
        return box
    }

    private func place(_ tool: Tool, aspect: Double = 1920.0 / 1080) -> Rect {
        tool == .review ? ReviewLayout.place(aspect: aspect) : CarouselLayout(Theme(Settings())).place(0, aspect: aspect)
    }

    /// Returns the drawings on a clip in this place.
    private func drawings(_ box: Rehearsal, in place: Rect) -> [Drawing] {
        box.scene.layers.compactMap { layer in
            guard case .drawing(let drawing) = layer.content else { return nil }
            return drawing.commands.contains { if case .clipped(place, _, _) = $0 { true } else { false } } ? drawing : nil
        }
    }

    /// Returns the painted commands of each of its drawings.
    private func groups(_ drawing: Drawing?) -> [[DrawingCommand]] {
        (drawing?.commands ?? []).compactMap { if case .clipped(_, _, let commands) = $0 { commands } else { nil } }
    }

    private func isAtRest(_ box: Rehearsal) -> Bool {
        switch box.appliance.path.stack.last?.screen {
        case let screen as ReviewScreen: screen.showsDrawings(at: box.now)
        case let screen as CarouselScreen: screen.showsDrawings(at: box.now)
        default: false
        }
    }

    @Test("V-21 at rest the drawing lies on its clip, once the screen is there", arguments: [Tool.review, .carousel])
    func atRestItIsThere(tool: Tool) {
        var box = box(tool, [Self.line])
        let place = place(tool)
        #expect(drawings(box, in: place).isEmpty, "the screen comes up")
        box.run(to: box.now.seconds + 0.4)
        let painting = AnnotationPainting(PictureMap(within: place, size: .hd1080))
        #expect(drawings(box, in: place).map { groups($0) } == [[painting.commands([Self.line], at: 0)]])
        let before = drawings(box, in: place)
        for _ in 0..<30 {
            box.run(to: box.now.seconds + 1.0 / 60)
            #expect(drawings(box, in: place) == before, "while it plays nothing is painted anew")
            #expect(box.scene.layers.count <= 12)
        }
    }

    @Test("none while an arrow is held, and none until everything lies still again", arguments: [Tool.review, .carousel], [Control.left, .down])
    func noneWhileHeld(tool: Tool, control: Control) {
        var box = box(tool, [Self.line])
        let place = place(tool)
        box.run(to: box.now.seconds + 1)
        // In the review, something can then be taken back.
        if tool == .review {
            box.tap(.up)
            box.settle()
            box.run(to: box.now.seconds + 5)
        }
        #expect(drawings(box, in: place).count == 1)
        box.panel(.pressed(control))
        for _ in 0..<30 {
            box.run(to: box.now.seconds + 1.0 / 60)
            #expect(drawings(box, in: place).isEmpty && box.scene.layers.count <= 12)
        }
        box.panel(.released(control))
        var shown = 0
        for _ in 0..<120 {
            box.run(to: box.now.seconds + 1.0 / 60)
            let isThere = !drawings(box, in: place).isEmpty
            #expect(isThere == isAtRest(box))
            if isThere { shown += 1 }
        }
        #expect((30..<110).contains(shown), "it swings back first, and then it is there: \(shown)")
    }

    @Test("none while a finger drags, and none on what leaves and what comes", arguments: [Tool.review, .carousel])
    func noneWhileDragged(tool: Tool) {
        var box = box(tool, [Self.line])
        let place = place(tool)
        box.run(to: box.now.seconds + 1)
        box.panel(.touchDown(Point(960, 400)), source: .touch)
        for step in 1...30 {
            box.run(to: box.now.seconds + 0.016)
            box.panel(.touchMoved(Point(960 + Double(step) * 25, 400)), source: .touch)
            if step > 4 { #expect(drawings(box, in: place).isEmpty) }
        }
        box.panel(.touchUp, source: .touch)
        #expect(drawings(box, in: place).isEmpty)
        box.run(to: box.now.seconds + 0.1)
        #expect(drawings(box, in: place).isEmpty)
        // The next clip has the same drawing.
        box.run(to: box.now.seconds + 3)
        #expect(drawings(box, in: place).count == 1)
    }

    @Test("V-22 it comes and goes at its time, and the box hears of each step", arguments: [Tool.review, .carousel])
    func itComesAtItsTime(tool: Tool) throws {
        var box = box(tool, [Self.line, Self.circle])
        let place = place(tool)
        box.run(to: box.now.seconds + 0.4)
        var seen: Set<Bool> = []
        for _ in 0..<100 {
            box.run(to: box.now.seconds + 0.05)
            let position: Duration? =
                switch box.appliance.path.stack.last?.screen {
                case let screen as ReviewScreen: screen.playback.top?.transport.position(at: box.now)
                case let screen as CarouselScreen: screen.players.position(at: box.now)
                default: nil
                }
            let seconds = try #require(position).inSeconds
            let opacity = Self.circle.opacity(at: seconds)
            let drawing = try #require(drawings(box, in: place).first)
            #expect(groups(drawing).count == 2 && groups(drawing)[1].isEmpty == (opacity == 0), "at \(seconds) s")
            seen.insert(opacity == 0)
            let next = try #require(box.appliance.path.stack.last?.screen.nextChange(after: box.now))
            #expect(next <= box.now + (opacity > 0 && opacity < 1 ? Motion.step : .milliseconds(50)))
        }
        #expect(seen.count == 2)
    }

    @Test("drawings that lie apart are one quad: what is counted as painted reaches from one to the other", arguments: [Tool.review, .carousel])
    func theyAreOneQuad(tool: Tool) throws {
        var box = box(tool, [Self.line, Self.circle])
        let place = place(tool)
        box.run(to: box.now.seconds + 0.4)
        let drawing = try #require(drawings(box, in: place).first)
        guard case .fill(let around, _, let color)? = drawing.commands.first else { return #expect(Bool(false), "nothing joins them") }
        #expect(color.alpha == 0)
        let map = PictureMap(within: place, size: .hd1080)
        for point in Self.line.points + Self.circle.points { #expect(around.contains(map.canvas(point))) }
    }

    @Test("a clip that was turned has its drawing where it was drawn", arguments: [Tool.review, .carousel])
    func onATurnedClip(tool: Tool) {
        let orientation = PictureOrientation.upright.turned().mirrored()
        var box = box(tool, [Self.line], orientation)
        box.run(to: box.now.seconds + 0.6)
        let place = place(tool, aspect: 1080.0 / 1920)
        let painting = AnnotationPainting(PictureMap(within: place, orientation: orientation, size: .hd1080))
        #expect(drawings(box, in: place).map { groups($0) } == [[painting.commands([Self.line], at: 0)]])
    }

    @Test("what moves in a picture isn't shown there, and the lines that stay are")
    func onlyDrawings() {
        var box = box(.review, [])
        box.appliance.context.movement.isOn = true
        box.run(to: box.now.seconds + 0.6)
        #expect(drawings(box, in: place(.review)).isEmpty)
        box.appliance.context.lines = StandingLines(isOn: true, lines: StandingLines.templates)
        box.run(to: box.now.seconds + 0.1)
        #expect(groups(drawings(box, in: place(.review)).first).count == StandingLines.templates.count)
    }

    @Test("of sessions that aren't on the desk, only the lines that stay are known")
    func ofOtherSessions() {
        var box = Rehearsal()
        box.run(to: 10)
        box.goToRow(.reviewUnjudged)
        box.tap(.knob)
        var page = UnjudgedClips(isFirst: true)
        page.clips = (1...3).map { number in
            let name = Rehearsal.name(7)
            let clip = ScoreBook.Clip(
                number: number, file: "\(name)/clips/\(number).mp4", seconds: 4, markSeconds: 3,
                judgement: ClipJudgement(annotations: [Self.line]))
            return ReviewClip(key: ClipKey(session: name, number: number), ref: .stored(SessionKey(folder: name)), clip: clip)
        }
        box.send(.card(.unjudged(page)))
        box.run(to: box.now.seconds + 1)
        #expect(box.stacked == [1, 2, 3] && isAtRest(box) && drawings(box, in: place(.review)).isEmpty)
    }
}
