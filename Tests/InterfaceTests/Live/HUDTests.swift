// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The line at the top of Live: the time, the archer and the progress.
@Suite struct HUDTests {
    @Test("V-06 the sign says live or how long ago, without decimals for whole seconds")
    func theSignSaysLiveOrHowLongAgo() {
        var box = Rehearsal()
        box.run(to: 2)
        #expect(box.texts.contains(Strings.live) && !box.texts.contains(Strings.ago))
        box.run(to: 20)
        #expect(box.texts == ["5 s", Strings.ago], "nothing else is said before the first mark")
        #expect(Strings.seconds(5) == "5 s" && Strings.seconds(5.5) == "5.5 s")
    }

    @Test func theFigureIsAmberWhileTheDelayTurnsAndTwoSecondsAfter() {
        var box = Rehearsal()
        box.run(to: 20)
        func color() -> Color? { box.scene.texts.first { $0.run.text.hasSuffix(" s") && $0.run.size == 72 }?.run.color }
        #expect(color() == Palette.text)
        box.panel(.turned(-1))
        #expect(color() == Palette.held && box.texts.contains("4 s"))
        box.run(to: 20.2)
        #expect(box.texts.contains(Strings.buffer(600)), "and how far it goes")
        box.run(to: 21.9)
        #expect(color() == Palette.held)
        box.run(to: 22.1)
        #expect(color() == Palette.text)
    }

    @Test func whatIsLiveIsNotCalledAgoWhileTheDelayTurns() {
        var box = Rehearsal()
        box.run(to: 2)
        box.panel(.turned(1))
        #expect(box.texts.contains("6 s") && box.texts.contains(Strings.delayWord) && !box.texts.contains(Strings.ago))
    }

    @Test func theBufferIsSaidOnlyWhenItIsShortOrPaused() {
        var box = Rehearsal()
        box.run(to: 20)
        #expect(box.texts.count == 2)
        box.capacitySeconds = 119
        box.run(to: 21)
        #expect(box.texts.contains(Strings.buffer(119)))
        box.capacitySeconds = 600
        box.run(to: 22)
        #expect(box.texts.count == 2)
        box.loseCamera()
        box.run(to: 30)
        #expect(box.texts.contains { $0.hasPrefix("Paused") })
    }

    @Test("V-43 how much fits stands top right while the footer is there, and as long as it is short")
    func theBufferBarComesWithTheFooter() {
        var box = Rehearsal()
        func opacity() -> Double {
            box.scene.layers.first { layer in
                guard case .drawing(let drawing) = layer.content else { return false }
                return Scene(layers: [Layer(.drawing(drawing))]).texts.contains { $0.run.text == Strings.buffer(box.capacitySeconds) }
            }?.placement.opacity ?? 0
        }
        box.run(to: 2)
        #expect(opacity() == 1)
        box.run(to: 20)
        #expect(opacity() == 0)
        box.panel(.turned(1))
        box.run(to: 24.9)
        #expect(opacity() == 1)
        box.run(to: 26)
        #expect(opacity() == 0)
        box.capacitySeconds = 100
        box.run(to: 40)
        #expect(opacity() == 1)
        // A chip takes its place at the top, and the bar moves below it.
        box.send(.card(.condition(.absent)))
        box.run(to: 41)
        let layout = box.appliance.context.hudLayout(at: box.now)
        #expect(layout.chip.flatMap { chip in layout.buffer.map { $0.rect.y >= chip.bottom && $0.rect.maxX == chip.full.maxX } } == true)
    }

    /// The middle of the red dot.
    private func dot(_ box: Rehearsal) -> Point? {
        for layer in box.scene.layers {
            guard case .drawing(let drawing) = layer.content else { continue }
            for case .disc(let center, _, let color) in drawing.commands where color == Palette.loss { return center }
        }
        return nil
    }

    @Test func theDotLiesBesideTheJointOfASplitScreen() throws {
        var box = Rehearsal { $0.isSplit = true }
        box.run(to: 20)
        let x = try #require(dot(box)).x
        #expect(x < 200, "\(x)")
    }

    @Test("V-44 a red dot top centre says that the camera is recorded, and goes when it isn't")
    func theDotSaysThatTheCameraIsRecorded() {
        for scale in [100, 150, 200] {
            var box = Rehearsal { $0.textScalePercent = scale }
            box.run(to: 20)
            #expect(dot(box)?.x == Canvas.bounds.center.x)
            box.tap(.mark)
            box.run(to: 22)
            let status = box.appliance.context.hudLayout(at: box.now).status
            #expect(dot(box).flatMap { dot in status.map { $0.contains(dot) && dot.x < $0.center.x } } == true)
            box.loseCamera()
            box.run(to: 30)
            #expect(dot(box) == nil)
        }
    }

    @Test("V-59 a line too short for the delay is told while it is, and not when it has grown")
    func aLineTooShortForTheDelayIsToldWhileItIs() {
        var box = Rehearsal()
        box.run(to: 20)
        box.capacitySeconds = 4
        box.run(to: 21)
        #expect(box.chips.map(\.kind) == [.shortMemory])
        box.capacitySeconds = 6
        box.run(to: 22)
        #expect(box.chips.isEmpty && box.texts.contains(Strings.buffer(6)))
        box.capacitySeconds = 600
        box.run(to: 23)
        #expect(box.texts.count == 2)
    }

    @Test("V-03 without scoring nothing speaks of arrows")
    func theStatusSaysWhatIsKnown() {
        #expect(LiveStatus(archer: "Ana", end: 3, marks: 4, arrows: 6).words == "End 3 · 4 of 6")
        #expect(LiveStatus(end: 3, marks: 1).words == "End 3 · 1 mark")
        #expect(LiveStatus(marks: 4).words == "4 marks")
        var box = Rehearsal()
        box.run(to: 20)
        box.tap(.mark)
        box.run(to: 22)
        #expect(box.texts.contains("1 mark"))
        var round = Rehearsal {
            $0.scores = true
            $0.round = "wa_70"
        }
        round.run(to: 20)
        for _ in 0..<4 { round.tap(.mark) }
        round.run(to: 22)
        #expect(round.texts.contains("End 1 · 4 of 6"))
    }

    @Test("V-15 a mark is a frame at once and a number that becomes the status")
    func aMarkIsAFrameAtOnceAndANumberThatBecomesTheStatus() {
        var box = Rehearsal()
        box.run(to: 20)
        box.tap(.mark)
        func frame() -> Double { box.scene.layers.first { $0.content == .drawing(MarkSign.frame(in: Canvas.bounds)) }?.placement.opacity ?? 0 }
        #expect(frame() == 1 && box.markNumber?.text == "1" && !box.texts.contains("1 mark"))
        box.run(to: 20.15)
        #expect(frame() == 1)
        box.run(to: 20.2)
        #expect(frame() > 0 && frame() < 1)
        box.run(to: 20.26)
        #expect(frame() == 0)
        box.run(to: 20.6)
        #expect(box.markNumber != nil)
        box.run(to: 20.7)
        let shrinking = box.scene.texts.first { $0.run.figures == .proportional }?.run.size ?? 0
        #expect(shrinking < MarkNumber.size && shrinking > 48)
        box.run(to: 20.86)
        #expect(box.texts.contains("1 mark") && box.scene.texts.allSatisfy { $0.run.figures == .tabular })
    }

    @Test("the words of the status fade in while the mark's number shrinks into it: its ground is never empty")
    func theGroundOfTheStatusIsNeverEmpty() {
        var box = Rehearsal()
        box.run(to: 20)
        box.tap(.mark)
        for milliseconds in [700, 750, 800, 840] {
            box.run(to: 20 + Double(milliseconds) / 1000)
            let words = box.scene.layers.compactMap { layer -> Double? in
                guard case .drawing(let drawing) = layer.content, case .clipped(_, _, let commands)? = drawing.commands.first,
                    commands.contains(where: { if case .text(let run) = $0 { run.text == "1 mark" } else { false } })
                else { return nil }
                return layer.placement.opacity
            }
            let number = box.scene.texts.first { $0.run.figures == .proportional }?.run.color.alpha ?? 0
            #expect(words.count == 1 && (words.first ?? 0) + number > 0.99, "\(milliseconds) ms")
        }
    }

    @Test func withReducedMotionTheNumberFadesWhereItIs() {
        var box = Rehearsal { $0.hasReducedMotion = true }
        box.run(to: 20)
        box.tap(.mark)
        box.run(to: 20.7)
        #expect(box.markNumber?.size == MarkNumber.size)
    }

    @Test func onAWidePictureTheHUDLiesOnItAndOnANarrowOneBesideIt() {
        func when(_ size: VideoSize, rotation: Int = 0) -> Double? {
            var box = Rehearsal { $0.rotation = rotation }
            box.send(.stream(.cameraBack(StreamParameters(size: size, rate: FrameRate(30)))))
            box.run(to: 20)
            return box.scene.panels.first?.x
        }
        #expect(when(.hd1080) == 96)
        #expect(when(VideoSize(width: 640, height: 480)) == 264)
        #expect(when(.hd1080, rotation: 90) == 96)
    }

    @Test func theStripIsKeptFreeForTheSyntheticCameraOnly() {
        func toast(_ hasFrameStrip: Bool) -> Rect? {
            var box = Rehearsal(hasFrameStrip: hasFrameStrip)
            box.run(to: 20)
            box.appliance.context.say("Words", at: box.now)
            return box.scene.texts.first { $0.run.text == "Words" }?.bounds
        }
        #expect(toast(true).map { $0.intersects(Areas.strip) } == false)
        #expect(toast(false).map { $0.y > 850 && $0.maxY < 922 && abs($0.center.x - 960) < 1 } == true)
    }

    @Test(arguments: [100, 150, 200]) func aToastHidesNoLabelOfASplitScreen(scale: Int) throws {
        for rotation in [0, 90] {
            var box = Rehearsal {
                $0.isSplit = true
                $0.textScalePercent = scale
                $0.rotation = rotation
            }
            box.run(to: 20)
            box.appliance.context.say(Strings.split(true), at: box.now)
            let toast = try #require(box.scene.texts.first { $0.run.text == Strings.split(true) }?.bounds).inset(by: -14)
            let labels = box.scene.texts.filter { [Strings.live, Strings.ago].contains($0.run.text) }
            #expect(labels.count == 2 && labels.allSatisfy { !$0.bounds.intersects(toast) }, "turned by \(rotation)°")
        }
    }

    @Test func theLabelsOfASplitScreenLieOnTheirPictures() throws {
        var box = Rehearsal(hasFrameStrip: false) { $0.isSplit = true }
        box.run(to: 20)
        let halves = LivePictures(box.appliance.context, at: box.now).halves
        let live = try #require(box.scene.texts.first { $0.run.text == Strings.live }?.bounds)
        let delayed = try #require(box.scene.texts.first { $0.run.text == "5 s" }?.bounds)
        #expect(halves.live.encloses(live) && halves.delayed.encloses(delayed))
    }

    struct Variant: Sendable, CustomTestStringConvertible {
        var scale: Int
        var size: VideoSize
        var rotation: Int
        var archer: String?

        var testDescription: String { "\(scale) %, \(size), \(rotation)°, \(archer ?? "nobody")" }
    }

    static let variants = [100, 150, 200].flatMap { scale in
        [VideoSize.hd1080, VideoSize(width: 640, height: 480)].flatMap { size in
            [0, 90].flatMap { rotation in
                [nil, "Ana", "Bartholomew-Maximilian of Wilhelmshaven"].map { Variant(scale: scale, size: size, rotation: rotation, archer: $0) }
            }
        }
    }

    /// With any fault, any text size and any name, nothing is left out and nothing overlaps.
    @Test(arguments: variants)
    func nothingFallsAwayAndNothingOverlaps(variant: Variant) throws {
        var settings = Settings()
        settings.textScalePercent = variant.scale
        settings.rotation = variant.rotation
        let look = Theme(settings)
        var context = Context(settings: settings, stream: StreamParameters(size: variant.size, rate: FrameRate(30)), at: .zero)
        context.conditions.isCameraLost = true
        for delay in [1.0, 5.5, 60] {
            for others in [0, 2, 12] {
                for chip in context.chips(at: .zero).map(Optional.some) + [nil] {
                    let content = HUDContent(
                        when: .ago(delay), note: Strings.pausedBuffer(90), isRecording: true,
                        buffer: BufferBar.Content(seconds: 1200, filled: 0.5, isShort: false),
                        status: LiveStatus(archer: variant.archer, end: 12, marks: 4, arrows: 6),
                        chips: chip.map { ChipContent(chip: $0, others: others, openness: 1, mayWrap: true) })
                    let span = LivePictures(context, at: .zero).hudSpan(look, right: Areas.right)
                    let layout = HUDLayout(look, content, within: span)
                    var sketch = DrawingBuilder(look)
                    layout.draw(on: &sketch)
                    layout.chip?.draw(on: &sketch)
                    layout.buffer?.draw(on: &sketch)
                    let scene = Scene(layers: [Layer(.drawing(sketch.drawing))])
                    let status = try #require(scene.texts.first { $0.run.text.contains("End 12 · 4 of 6") })
                    #expect(status.run.size >= 28 && status.run.width == nil, "the figures are never cut")
                    for (index, panel) in scene.panels.enumerated() {
                        #expect(Canvas.safeArea.inset(by: -0.5).encloses(panel))
                        for other in scene.panels[(index + 1)...] { #expect(!panel.intersects(other), "\(panel) \(other)") }
                    }
                    for text in scene.texts { #expect(scene.panels.contains { $0.inset(by: -0.5).encloses(text.bounds) }, "“\(text.run.text)”") }
                }
            }
        }
    }
}
