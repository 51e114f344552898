// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The transition from one screen to another: the position of each at any instant.
@Suite struct ScreenChangeTests {
    private func place(_ box: Rehearsal, _ milliseconds: Int, after start: Timestamp, opaque: Bool = true) -> [Double] {
        box.appliance.scene(at: start + .milliseconds(milliseconds)).layers.compactMap { layer in
            guard case .drawing(let drawing) = layer.content, case .fill(Canvas.bounds, _, let color)? = drawing.commands.first, color.alpha == 1
            else { return nil }
            return layer.place.x.rounded()
        }
    }

    @Test func aPageSlidesInOverLiveAndOutAgain() {
        var box = Station.summary.box
        box.run(to: box.now.seconds + 1)
        box.hold(.stop, seconds: 0.1)
        let out = box.now
        #expect([0, 50, 125, 200].map { place(box, $0, after: out) } == [[0], [937], [1680], [1905]])
        #expect(place(box, 250, after: out).isEmpty && box.appliance.page == .live)
        #expect(box.appliance.scene(at: out).videos == [.delayed], "Live lies under it and stays where it is")
    }

    @Test func aClipIsUncoveredAndCoveredAgain() {
        var box = Station.summary.box
        box.run(to: box.now.seconds + 1)
        box.tap(.knob)
        let start = box.now
        #expect([0, 50, 125].map { place(box, $0, after: start) } == [[0], [-937], [-1680]])
        box.run(to: start.seconds + 2)
        box.tap(.stop)
        let back = box.now
        #expect([0, 50, 125, 250].map { place(box, $0, after: back) } == [[-1920], [-983], [-240], [0]])
        #expect(box.appliance.scene(at: back + .milliseconds(100)).videos == [.replay], "the picture stays until it is covered")
        #expect(box.appliance.tracks.map(\.id) == [.replay])
        box.run(to: back.seconds + 0.3)
        #expect(box.appliance.tracks.isEmpty)
    }

    /// Returns the moving face: its window, and the centre and radius of its outermost ring.
    private func face(_ box: Rehearsal, _ milliseconds: Int) -> (window: Rect, centre: Point, radius: Double)? {
        guard
            case .drawing(let drawing)? = box.appliance.scene(at: box.now + .milliseconds(milliseconds)).layers.first(where: { layer in
                guard case .drawing(let drawing) = layer.content, drawing.commands.count == 1, case .clipped? = drawing.commands.first else {
                    return false
                }
                return true
            })?.content, case .clipped(let window, _, let commands)? = drawing.commands.first,
            let disc = commands.compactMap({ command -> (Point, Double)? in
                if case .disc(let centre, let radius, _) = command { (centre, radius) } else { nil }
            }).first
        else { return nil }
        return (window, disc.0, disc.1)
    }

    @Test("the face is the same object from the score to its summary: it moves from its window to its column")
    func theFaceStaysTheSameObject() throws {
        var box = Station.placed.box
        let context = box.appliance.context
        let before = try #require(box.appliance.path.face(in: context, at: box.now))
        box.tap(.mark)
        #expect(box.appliance.page == .summary)
        let after = try #require(box.appliance.path.face(in: box.appliance.context, at: box.now))
        #expect(before.end.number == after.end.number && before.drawing != after.drawing)
        let start = try #require(face(box, 0))
        #expect(start.window == before.window && start.centre == before.drawing.centre)
        let radii = [0, 50, 100, 150, 200].compactMap { face(box, $0)?.radius }
        #expect(radii.count == 5 && zip(radii, radii.dropFirst()).allSatisfy { ($0 - $1).sign == (radii[0] - radii[4]).sign })
        let end = try #require(face(box, 249))
        #expect(abs(end.centre.x - after.drawing.centre.x) < 1 && abs(end.window.width - after.window.width) < 1)
        #expect(face(box, 250) == nil, "at rest it is the summary's own")
        var settings = box.appliance.settings
        settings.hasReducedMotion = true
        var calm = Station.placed.box
        calm.send(.card(.settings(settings, [])))
        calm.tap(.mark)
        #expect(calm.appliance.page == .summary && face(calm, 50) == nil)
    }

    @Test("while the face moves, the words of one page go before those of the other come")
    func twoPagesOfWordsAreNeverSeenAtOnce() {
        var box = Station.placed.box
        // The footer changes at once.
        func words(_ scene: Scene) -> Set<String> { Set(scene.texts.filter { $0.bounds.maxY < 940 }.map(\.run.text)) }
        let before = words(box.scene)
        box.tap(.mark)
        box.run(to: box.now.seconds + 1)
        let after = words(box.scene)
        var turned = Station.placed.box
        turned.tap(.mark)
        let (old, new) = (before.subtracting(after), after.subtracting(before))
        #expect(!old.isEmpty && !new.isEmpty)
        for milliseconds in stride(from: 0, through: 240, by: 10) {
            let seen = words(turned.appliance.scene(at: turned.now + .milliseconds(milliseconds)))
            #expect(seen.isDisjoint(with: milliseconds < 80 ? new : old), "\(milliseconds) ms")
        }
    }

    @Test("◀ brings the past from the left, and STOP sends it back there")
    func thePastComesFromTheLeft() {
        var box = Station.live.box
        box.run(to: box.now.seconds + 1)
        box.tap(.left)
        let start = box.now
        func live(_ milliseconds: Int, after start: Timestamp) -> [Double] {
            box.appliance.scene(at: start + .milliseconds(milliseconds)).layers.filter { $0.content == .video(.delayed) }.map { $0.place.x }
        }
        #expect(live(50, after: start).allSatisfy { $0 > 0 } && !live(50, after: start).isEmpty)
        box.run(to: start.seconds + 2)
        box.tap(.stop)
        let replay = box.appliance.scene(at: box.now + .milliseconds(50)).layers.filter { $0.content == .video(.replay) }
        #expect(!replay.isEmpty && replay.allSatisfy { $0.place.x < 0 })
    }

    @Test func nothingIsPaintedForIt() {
        var box = Station.summary.box
        box.run(to: box.now.seconds + 1)
        let before = box.scene.layers.compactMap { if case .drawing(let drawing) = $0.content { drawing } else { nil } }
        box.hold(.stop, seconds: 0.1)
        for milliseconds in [1, 60, 120, 240] {
            let layers = box.appliance.scene(at: box.now + .milliseconds(milliseconds)).layers
            #expect(layers.contains { if case .drawing(before[0]) = $0.content { true } else { false } })
        }
    }

    @Test func theFooterStaysWhereItIs() {
        var box = Station.summary.box
        box.run(to: box.now.seconds + 1)
        box.tap(.knob)
        for milliseconds in [0, 100, 300] {
            let scene = box.appliance.scene(at: box.now + .milliseconds(milliseconds))
            #expect(scene.texts.contains { $0.run.text == Strings.word(of: .pause) && abs($0.bounds.x - 1516) < 1 })
        }
    }

    @Test("R-27 reduced motion fades in place")
    func reducedMotionFades() {
        var box = Station.summary.box
        var settings = box.appliance.settings
        settings.hasReducedMotion = true
        box.send(.card(.settings(settings, [])))
        box.run(to: box.now.seconds + 1)
        box.hold(.stop, seconds: 0.1)
        let start = box.now
        for (milliseconds, opacity) in [(0, 1.0), (75, 0.5)] {
            let page = box.appliance.scene(at: start + .milliseconds(milliseconds)).layers.first { layer in
                guard case .drawing(let drawing) = layer.content, case .fill(Canvas.bounds, _, _)? = drawing.commands.first else { return false }
                return true
            }
            #expect(page?.place == Canvas.bounds && abs((page?.placement.opacity ?? 0) - opacity) < 1e-9)
        }
        #expect(place(box, 150, after: start).isEmpty)
    }

    @Test func theKnobIsDeafAfterAChangeAndTheKeysAreNot() {
        var box = Station.summary.box
        box.run(to: box.now.seconds + 1)
        let chosen = box.appliance.context.desk.book
        box.tap(.knob)
        let start = box.now
        #expect(box.appliance.page == .replay)
        func turn(_ milliseconds: Int) -> Bool {
            var late = box
            late.run(to: start.seconds + Double(milliseconds) / 1000)
            let before = late.appliance.path
            late.panel(.turned(3), at: late.now)
            return late.appliance.path != before
        }
        #expect(!turn(0) && !turn(399) && turn(400))
        var pushed = box
        pushed.panel(.pressed(.knob), at: pushed.now)
        pushed.run(to: start.seconds + 0.5)
        let path = pushed.appliance.path
        pushed.panel(.released(.knob), at: pushed.now)
        #expect(pushed.appliance.path == path, "a push that began too early is none")
        box.tap(.stop)
        #expect(box.appliance.page == .summary && box.appliance.context.desk.book == chosen)
    }

    @Test func turningWhilePushedIsOnlyATurn() {
        var box = Station.live.box
        box.panel(.pressed(.knob))
        box.panel(.turned(1))
        box.run(to: box.now.seconds + 1)
        box.panel(.released(.knob))
        #expect(box.appliance.page == .live && box.appliance.path.tools == nil && box.appliance.settings.delaySeconds == 7)
    }
}
