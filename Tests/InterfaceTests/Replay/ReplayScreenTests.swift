// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A clip, from the summary of three shots.
@Suite struct ReplayScreenTests {
    private func box() -> Rehearsal { Station.clip.box }

    private func replay(_ box: Rehearsal) -> ReplayScreen? { box.appliance.path.stack.last?.as(ReplayScreen.self) }

    private func place(_ box: Rehearsal) -> Duration { replay(box)?.transport.position(at: box.now) ?? .zero }

    @Test func aPushPausesAndGoesOnFromThere() {
        var box = box()
        box.tap(.knob)
        let place = place(box)
        #expect(replay(box)?.transport.isPaused == true)
        box.run(to: box.now.seconds + 3)
        #expect(self.place(box) == place)
        box.tap(.knob)
        box.run(to: box.now.seconds + 0.5)
        #expect(self.place(box) == place + .seconds(0.5))
    }

    @Test func whereTheToolsOpenWhileAnArrowIsHeldItStands() {
        var box = box()
        box.tap(.knob)
        box.panel(.pressed(.left))
        box.run(to: box.now.seconds + 0.6)
        box.hold(.knob, seconds: 0.6)
        box.panel(.released(.left))
        box.tap(.stop)
        let place = place(box)
        box.run(to: box.now.seconds + 3)
        #expect(self.place(box) == place && replay(box)?.transport.isPaused == true && replay(box)?.transport.shuttle == nil)
    }

    @Test("V-17 paused, a detent is a picture")
    func aDetentIsAPicture() {
        var box = box()
        box.tap(.knob)
        let place = place(box)
        for _ in 0..<3 {
            box.run(to: box.now.seconds + 0.3)
            box.panel(.turned(1))
        }
        #expect(self.place(box) == place + FrameRate(30).interval * 3)
    }

    /// The clip was shot at 60 frames a second, and the present camera has 30.
    @Test("V-17 the picture that a detent steps is the clip's own")
    func aStepIsAPictureOfTheClip() throws {
        var box = box()
        let key = try #require(replay(box)?.key)
        box.send(.player(.ready(key, ClipFacts(seconds: 4, interval: FrameRate(60).interval, size: .hd720))))
        box.tap(.knob)
        let place = place(box)
        box.panel(.turned(-3))
        #expect(self.place(box) == place - FrameRate(60).interval * 3)
    }

    @Test("V-18 the speeds, from twice backwards to twice forwards, and an eighth if it is wanted", arguments: [false, true])
    func theSpeeds(hasEighth: Bool) {
        var box = box()
        box.change { $0.hasEighthSpeed = hasEighth }
        for _ in 0..<12 { box.tap(.down) }
        var speeds: [Double] = [replay(box)?.transport.speed ?? 0]
        for _ in 0..<12 {
            box.tap(.up)
            speeds.append(replay(box)?.transport.speed ?? 0)
        }
        let slow = hasEighth ? [-0.25, -0.125, 0.125, 0.25] : [-0.25, 0.25]
        #expect(Array(speeds.prefix(slow.count + 7)) == [-2, -1, -0.5] + slow + [0.5, 0.75, 1, 2])
        #expect(speeds.last == 2)
    }

    @Test("the next clip comes without leaving, and the first and last are the ends")
    func theNextClipComes() {
        var box = box()
        var keys: [Int?] = [replay(box)?.key?.number]
        for control in [Control.right, .left, .left, .left, .left, .left, .right] {
            box.tap(control)
            keys.append(replay(box)?.key?.number)
        }
        #expect(keys.compactMap { $0 } == [5, 5, 4, 3, 2, 1, 1, 2])
        #expect(box.appliance.path.stack.count == 2)
        box.tap(.stop)
        #expect(box.appliance.page == .summary)
    }

    @Test("held, an arrow is a shuttle, and no clip before or after")
    func heldAnArrowIsAShuttle() {
        var box = box()
        let key = replay(box)?.key
        box.tap(.knob)
        let place = place(box)
        box.panel(.pressed(.right))
        box.run(to: box.now.seconds + 1.4)
        #expect(replay(box)?.transport.shuttle != nil)
        box.panel(.released(.right))
        #expect(replay(box)?.transport.shuttle == nil && replay(box)?.key == key)
        #expect(self.place(box) == place + FrameRate(30).interval * 10)
    }

    @Test("this picture is the moment: journalled, told as the time, and taken back")
    func theMomentIsSetByHand() {
        var box = box()
        box.tap(.knob)
        box.run(to: box.now.seconds + 1)
        box.panel(.turned(-5))
        box.use(.moment)
        let seconds = (place(box).inSeconds * 1000).rounded() / 1000
        let number = replay(box)?.key?.number ?? 0
        func judged(_ box: Rehearsal) -> ClipJudgement? {
            box.effects.compactMap { if case .card(.journal(_, .judged(number, let judgement))) = $0 { judgement } else { nil } }.last
        }
        #expect(judged(box) == ClipJudgement(moment: seconds))
        #expect(box.texts.contains("+0.000 s"))
        var deleting = box
        deleting.use(.deleteClip)
        #expect(judged(deleting) == ClipJudgement(isDeleted: true, moment: seconds), "restored, it has its moment")
        box.use(.undo)
        #expect(judged(box) == ClipJudgement())
    }

    @Test("N-04 a clip is turned and mirrored as it is seen, and taken back to how it was recorded")
    func aClipIsTurned() throws {
        var box = box()
        let key = try #require(replay(box)?.key)
        let recorded = PictureOrientation(turn: .left)
        box.send(.player(.ready(key, ClipFacts(seconds: 4, interval: FrameRate(30).interval, size: .hd720, orientation: recorded))))
        func seen(_ box: Rehearsal) -> PictureOrientation? {
            box.scene.layers.first { if case .video(.replay) = $0.content { true } else { false } }?.orientation
        }
        func judged(_ box: Rehearsal) -> ClipJudgement? {
            box.effects.compactMap { if case .card(.journal(_, .judged(key.number, let judgement))) = $0 { judgement } else { nil } }.last
        }
        #expect(seen(box) == nil, "it lies as its file says, whoever knows that first")
        box.use(.turn)
        #expect(seen(box) == .upright && judged(box) == ClipJudgement(orientation: .upright))
        box.use(.mirror)
        #expect(seen(box) == PictureOrientation(isMirrored: true))
        box.use(.undo)
        box.use(.undo)
        #expect(seen(box) == recorded && judged(box)?.orientation == recorded, "its file was made anew meanwhile")
    }

    @Test("a finger on the bar is where the clip is, and one on the picture turns it like a wheel")
    func fingers() throws {
        var box = box()
        box.tap(.knob)
        let screen = try #require(replay(box))
        let bar = ReplayBar(screen, box.appliance.context, at: box.now).bar
        for x in [400.0, 960, 1500] {
            box.panel(.touchDown(Point(x, bar.rect.center.y)), source: .touch)
            let wanted = bar.position(at: x)
            #expect(abs((place(box) - wanted).inSeconds) <= FrameRate(30).interval.inSeconds)
            box.panel(.touchUp, source: .touch)
        }
        let before = place(box)
        box.panel(.touchDown(Point(600, 400)), source: .touch)
        box.run(to: box.now.seconds + 0.05)
        box.panel(.touchMoved(Point(600 - 10.67 * 12, 400)), source: .touch)
        #expect(place(box) == before - FrameRate(30).interval * 12)
        box.run(to: box.now.seconds + 1)
        box.panel(.touchUp, source: .touch)
        #expect(place(box) == before - FrameRate(30).interval * 12, "a finger that rested throws nothing")
        box.touch(Point(600, 400))
        #expect(replay(box)?.transport.isPaused == false)
    }

    @Test("thrown, the picture runs out like a wheel and stands")
    func aFlick() {
        var box = box()
        box.tap(.knob)
        box.panel(.turned(-20))
        let before = place(box)
        box.panel(.touchDown(Point(600, 400)), source: .touch)
        for step in 1...4 {
            box.run(to: box.now.seconds + 0.02)
            box.panel(.touchMoved(Point(600 + Double(step) * 40, 400)), source: .touch)
        }
        box.panel(.touchUp, source: .touch)
        let thrown = place(box)
        box.run(to: box.now.seconds + 0.1)
        #expect(place(box) > thrown && thrown > before)
        box.run(to: box.now.seconds + 6)
        let rest = place(box)
        box.run(to: box.now.seconds + 2)
        #expect(place(box) == rest && replay(box)?.coasting == nil)
    }

    @Test("words and bar go 5 s after the last press while it plays, and stay while it is paused")
    func wordsGoWhileItPlays() {
        var box = box()
        #expect(!box.texts.isEmpty)
        box.run(to: box.now.seconds + 7)
        #expect(box.texts.isEmpty)
        box.tap(.knob)
        box.run(to: box.now.seconds + 20)
        #expect(box.texts.contains { $0.hasSuffix(" s") })
    }

    @Test func theFirstDetentWhileItPlaysOnlyShowsTheBar() {
        var box = box()
        box.run(to: box.now.seconds + 7)
        let timeline = replay(box)?.transport.timeline
        box.panel(.turned(1))
        #expect(replay(box)?.transport.timeline == timeline)
        box.run(to: box.now.seconds + 0.3)
        let place = place(box)
        box.panel(.turned(1))
        #expect(self.place(box) == place + .milliseconds(500) || self.place(box) < place, "or round the end")
    }
}
