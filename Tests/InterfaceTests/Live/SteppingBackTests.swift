// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// While the line at the foot of Live asks, the picture shrinks to make room, and everything on the picture moves with it.
@Suite struct SteppingBackTests {
    /// Returns a box that asks, at the tenth second, whether a session goes on.
    private func asked(_ change: (inout Settings) -> Void = { _ in }, stream: StreamParameters? = nil) throws -> Rehearsal {
        var box = Rehearsal(hasFrameStrip: false) {
            $0.scores = true
            change(&$0)
        }
        if let stream { box.send(.stream(.cameraBack(stream))) }
        box.run(to: 10)
        let target = SessionTarget(round: "wa_70", face: "wa_122")
        let end = EndRecord(
            number: 1, face: Settings().targetFace, shaft: Settings().arrow, round: target.round, clips: [1],
            arrows: (1...3).map { PlacedArrow(number: $0, place: .centre) }, isDone: true)
        let record = SessionRecord(header: Rehearsal.header, ends: [end], ending: .stopped, target: target)
        box.send(.card(.resumable([try #require(ResumableSession(record, name: "2026-11-20_1403_S07"))])))
        try #require(box.appliance.context.asked != nil)
        return box
    }

    private func videos(_ box: Rehearsal) -> [Rect] {
        box.scene.layers.compactMap { if case .video = $0.content { $0.place } else { nil } }
    }

    private func line(_ box: Rehearsal) -> Rect { OfferLine.place(Theme(box.appliance.settings)) }

    @Test func itStepsBackInAQuarterOfASecondAndComesBackWhenItIsAnswered() throws {
        var box = try asked()
        #expect(videos(box) == [Canvas.bounds])
        box.run(to: 10.1)
        #expect(videos(box).allSatisfy { $0.width < 1920 && $0.width > 1536 && $0.y == 0 })
        box.run(to: 10.25)
        #expect(videos(box) == [Rect(x: 192, y: 0, width: 1536, height: 864)])
        #expect(line(box) == Rect(x: 96, y: 878, width: 1728, height: 64))
        #expect(box.scene.suitsPlanes)
        box.tap(.stop)
        box.run(to: 10.35)
        #expect(videos(box).allSatisfy { $0.width < 1920 && $0.width > 1536 })
        box.run(to: 10.6)
        #expect(videos(box) == [Canvas.bounds])
    }

    @Test func whatLiesOnThePictureMovesWithItsEdges() throws {
        var box = try asked()
        box.send(.card(.condition(.absent)))
        let before = box.appliance.context.hudLayout(at: box.now)
        #expect(before.when?.rect.x == 96 && before.chip?.full.maxX == 1824)
        box.run(to: 11)
        let after = box.appliance.context.hudLayout(at: box.now)
        #expect(after.when?.rect.x == 216 && after.chip?.full.maxX == 1704)
    }

    @Test("the question is never over a picture", arguments: [100, 150, 200])
    func theQuestionIsNeverOverAPicture(scale: Int) throws {
        for size in [VideoSize.hd1080, .vga] {
            for turned in [0, 90] {
                for isSplit in [false, true] {
                    var box = try asked(
                        {
                            $0.textScalePercent = scale
                            $0.rotation = turned
                            $0.isSplit = isSplit
                        }, stream: StreamParameters(size: size, rate: FrameRate(30)))
                    box.send(.card(.condition(.absent)))
                    box.run(to: 12)
                    #expect(videos(box).count == (isSplit ? 2 : 1))
                    for video in videos(box) { #expect(video.maxY <= line(box).y - 13.9) }
                    #expect(line(box).maxY < FooterLayout(Theme(box.appliance.settings)).rect.y)
                    // Messages that come meanwhile don't cover the line either.
                    box.hold(.mark, seconds: 0)
                    box.panel(.turned(1))
                    box.run(to: 12.5)
                    #expect(box.scene.overlappingTexts.isEmpty)
                }
            }
        }
    }

    /// A shrunken and a turned picture keep their aspect ratio.
    @Test(arguments: [0, 90]) func aPictureKeepsItsShape(rotation: Int) throws {
        var box = try asked({ $0.rotation = rotation }, stream: StreamParameters(size: .vga, rate: FrameRate(30)))
        let before = try #require(videos(box).first)
        box.run(to: 11)
        let after = try #require(videos(box).first)
        #expect(abs(after.width / after.height - before.width / before.height) < 1e-9 && after.height == 864 && after.center.x == 960)
    }

    @Test func withReducedMotionItIsInItsPlaceAtOnce() throws {
        let box = try asked { $0.hasReducedMotion = true }
        #expect(videos(box) == [Rect(x: 192, y: 0, width: 1536, height: 864)])
    }
}
