// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The appearance of a stack: the clips' positions, the signs during a swipe, and how the stack thins out.
@Suite struct ReviewPictureTests {
    private func box(shots: Int = 7, _ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal.reviewing(shots: shots, change)
        box.settle()
        return box
    }

    /// The clips' pictures, from back to front.
    private func clips(_ box: Rehearsal) -> [Layer] {
        box.scene.layers.filter { layer in
            switch layer.content {
            case .video, .peek, .still: true
            case .drawing, .extract: false
            }
        }
    }

    private func lowerEdge(_ layer: Layer) -> Double {
        let anchor = (layer.transform.anchor ?? layer.place.center).y
        return anchor + (layer.place.maxY - anchor) * layer.transform.scale
    }

    @Test("R-03 A-01 A-02 four clips are drawn, each 10 pt lower, a twentieth smaller and darker than the one above; one of them plays")
    func fourClips() {
        let box = box()
        let seen = Array(clips(box).reversed())
        #expect(seen.count == 4)
        for (depth, layer) in seen.enumerated() {
            #expect(abs(layer.transform.scale - (1 - 0.05 * Double(depth))) < 1e-9)
            #expect(abs(lowerEdge(layer) - (864 + Double(depth) * 10 * 1080 / 393)) < 1e-6)
            #expect(abs(layer.placement.shade - 0.22 * Double(depth)) < 1e-9)
            #expect(layer.transform.rotation == 0)
            if case .video = layer.content { #expect(depth < 2) } else { #expect(depth > 0) }
        }
    }

    @Test("R-01 the top clip has a shadow, which goes with it")
    func theShadow() throws {
        var box = box()
        func shadow() -> Layer? {
            let drawing = ReviewShadow.drawing(of: ReviewLayout.clip)
            return box.scene.layers.first { if case .drawing(drawing) = $0.content { true } else { false } }
        }
        let before = try #require(shadow())
        box.panel(.touchDown(Point(960, 500)), source: .touch)
        box.panel(.touchMoved(Point(1060, 500)), source: .touch)
        box.panel(.touchMoved(Point(1160, 500)), source: .touch)
        let after = try #require(shadow())
        #expect(before.place.x == 0 && after.place.x > 60)
        let top = try #require(clips(box).last)
        #expect(abs(top.place.x - ReviewLayout.clip.x - after.place.x) < 1e-6 && top.transform == after.transform)
    }

    /// Returns the colours in a drawing, without its backgrounds.
    private func colors(_ drawing: Drawing) -> Set<Color> {
        Set(
            drawing.commands.compactMap { command in
                switch command {
                case .line(_, _, let color), .polygon(_, let color), .arc(_, _, _, _, _, let color), .stroke(_, _, _, let color): color
                default: nil
                }
            })
    }

    /// Returns the centre of its background disc.
    private func middle(_ drawing: Drawing) -> Point? {
        drawing.commands.lazy.compactMap { if case .disc(let center, _, _) = $0 { center } else { nil } }.first
    }

    /// Returns the scene while a clip is dragged almost to the threshold.
    private func dragged(_ direction: SwipeDirection) -> Scene {
        var box = box()
        // Something can then be taken back.
        box.tap(.up)
        box.settle()
        let way: Point =
            switch direction {
            case .right: Point(170, 0)
            case .left: Point(-170, 0)
            case .up: Point(0, -170)
            case .down: Point(0, 170)
            }
        box.panel(.touchDown(Point(960, 500)), source: .touch)
        for step in 1...10 {
            box.run(to: box.now.seconds + 0.1)
            box.panel(.touchMoved(Point(960, 500) + way * (Double(step) / 5)), source: .touch)
        }
        return box.scene
    }

    @Test("R-13 R-14 R-28 a heart in green, a bin in red, arrows in white: a shape, a side and a word each, and as clear as the swipe is full")
    func theSigns() {
        let signs: [(SwipeDirection, ActionLabel, Color, Point)] = [
            (.right, .like, Palette.done, ReviewLayout.rightSign), (.left, .dropClip, Palette.loss, ReviewLayout.leftSign),
            (.up, .skipClip, Palette.text, ReviewLayout.rightSign), (.down, .takeBack, Palette.text, ReviewLayout.leftSign),
        ]
        var shapes: Set<Drawing> = []
        for (direction, deed, color, middle) in signs {
            let wanted = ReviewSign(direction, Theme(Settings())).layers(opacity: 1, filling: 0.5)
            let seen = dragged(direction).layers.filter { layer in wanted.contains { $0.content == layer.content } }
            #expect(seen.count >= 1, "\(direction)")
            for layer in seen { #expect(layer.placement.opacity > 0.3 && layer.placement.opacity <= 1) }
            guard case .drawing(let drawing)? = wanted.first?.content else { continue }
            shapes.insert(drawing)
            #expect(drawing.commands.contains { if case .text(let run) = $0 { run.text == Strings.word(of: deed) } else { false } })
            #expect(colors(drawing).contains(color), "\(direction)")
            #expect(self.middle(drawing) == middle)
        }
        #expect(shapes.count == 4)
    }

    @Test("R-15 the stack thins: with fewer than four clips as many are seen, and the figures say how many are left")
    func itThins() {
        var box = box(shots: 5)
        for left in [5, 4, 3, 2, 1] {
            #expect(clips(box).count == min(4, left), "\(left)")
            box.tap(.right)
            box.settle()
        }
        #expect(clips(box).isEmpty)
    }

    @Test("P-29 nothing is written on what peeks", arguments: [SwipeDirection.right, .up])
    func nothingIsWrittenOnAPeek(direction: SwipeDirection) {
        var box = box()
        box.panel(.touchDown(Point(960, 500)), source: .touch)
        for step in 1...10 {
            box.run(to: box.now.seconds + 0.1)
            box.panel(.touchMoved(direction == .right ? Point(960 + 30 * Double(step), 500) : Point(960, 500 - 30 * Double(step))), source: .touch)
        }
        for (run, bounds) in box.scene.texts { #expect(!bounds.intersects(ReviewLayout.clip), "“\(run.text)”") }
    }

    @Test("R-27 with reduced motion nothing leaves its place: what goes fades within 150 ms")
    func reducedMotion() {
        var box = box { $0.hasReducedMotion = true }
        let places = clips(box).map(\.place)
        box.tap(.right)
        let start = box.now
        var opacities: [Double] = []
        for _ in 0..<12 {
            box.run(to: box.now.seconds + 1.0 / 60)
            for layer in clips(box) {
                #expect(layer.transform.rotation == 0 && places.contains(layer.place))
                if layer.placement.opacity < 1 { opacities.append(layer.placement.opacity) }
            }
            if start.duration(to: box.now) > .milliseconds(151) { #expect(clips(box).allSatisfy { $0.placement.opacity == 1 }) }
        }
        #expect(opacities.count > 3 && opacities == opacities.sorted(by: >), "it fades, and only that: \(opacities)")
    }

    @Test(
        "R-26 with reduced motion too a held arrow shows the clip that would come, and let go it is gone again",
        arguments: [Control.right, .left, .up])
    func reducedMotionPeeks(control: Control) throws {
        var box = box { $0.hasReducedMotion = true }
        let (stacked, place) = (box.stacked, try #require(clips(box).last).place)
        box.panel(.pressed(control))
        box.run(to: box.now.seconds + 0.4)
        let next = try #require(box.review?.stack.next)
        let shown = try #require(clips(box).last)
        if case .peek(let key) = shown.content { #expect(key.clip == next.key) } else { Issue.record("\(shown.content)") }
        #expect(abs(shown.placement.opacity - 0.6) < 0.01 && shown.place == place)
        box.panel(.released(control))
        var opacities: [Double] = []
        for _ in 0..<9 {
            box.run(to: box.now.seconds + 1.0 / 60)
            opacities += clips(box).filter { $0.placement.opacity < 1 }.map(\.placement.opacity)
        }
        #expect(opacities.count > 3 && opacities == opacities.sorted(by: >), "\(opacities)")
        box.run(to: box.now.seconds + 0.1)
        #expect(clips(box).allSatisfy { $0.placement.opacity == 1 } && box.stacked == stacked)
    }

    @Test("R-26 with reduced motion a clip that goes once its ring is full never flashes: it goes on fading from where it was")
    func reducedMotionGoesOnFading() throws {
        var box = box { $0.hasReducedMotion = true }
        let count = box.stacked.count
        box.panel(.pressed(.right))
        while box.stacked.count == count, box.now.seconds < 100 { box.run(to: box.now.seconds + 1.0 / 60) }
        let leaving = try #require(clips(box).last)
        #expect(leaving.placement.opacity <= 0.41)
    }

    @Test("R-19 the picture is turned, mirrored and made larger while a clip is dragged: the drag goes on, and does what it says")
    func aTurnInTheMiddle() throws {
        var box = box()
        let stacked = box.stacked
        box.panel(.touchDown(Point(960, 500)), source: .touch)
        for step in 1...6 { box.panel(.touchMoved(Point(960 + 40 * Double(step), 500)), source: .touch) }
        let before = try #require(clips(box).last)
        box.change {
            $0.picture.rotation = 90
            $0.picture.isFlipped = true
            $0.textScalePercent = 200
        }
        #expect(clips(box).last?.place == before.place && box.stacked == stacked)
        for step in 7...30 {
            box.run(to: box.now.seconds + 0.02)
            box.panel(.touchMoved(Point(960 + 40 * Double(step), 500)), source: .touch)
        }
        box.panel(.touchUp, source: .touch)
        box.settle()
        #expect(box.stacked == Array(stacked.dropFirst()) && box.judged[stacked[0]]?.isLiked == true)
    }
}
