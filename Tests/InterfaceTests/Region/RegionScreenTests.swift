// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The frame round the archer that a person sets (V-12, X-02, X-03).
@Suite struct RegionScreenTests {
    private func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal(change)
        box.run(to: 30)
        box.goToRow(.region)
        box.tap(.knob)
        #expect(box.appliance.page == .region)
        return box
    }

    private func frame(_ box: Rehearsal) -> Rect? { box.appliance.path.stack.last?.as(RegionScreen.self)?.frame }

    @Test("the arrows move the frame, the knob changes its size, MARK keeps it")
    func itIsSetByHand() {
        var box = box()
        box.tap(.left)
        box.tap(.left)
        box.tap(.down)
        box.panel(.turned(-3))
        box.tap(.mark)
        #expect(box.appliance.settings.region == PictureRegion(left: 32, top: 18, width: 28, height: 68))
        #expect(box.appliance.page == .menu)
        // It comes up again as it was set.
        box.tap(.knob)
        box.tap(.mark)
        #expect(box.appliance.settings.region == PictureRegion(left: 32, top: 18, width: 28, height: 68))
    }

    @Test("STOP leaves everything as it was, and a frame as large as the picture lets the box find the archer")
    func itIsCancelledOrDropped() {
        var box = box {
            $0.scores = true
            $0.region = PictureRegion(left: 10, top: 10, width: 20, height: 60)
        }
        box.tap(.right)
        box.tap(.stop)
        #expect(box.appliance.settings.region == PictureRegion(left: 10, top: 10, width: 20, height: 60))
        box.tap(.knob)
        for _ in 0..<40 { box.panel(.turned(1)) }
        #expect(box.scene.texts.contains { $0.run.text == Strings.Region.whole })
        box.tap(.knob)
        #expect(box.appliance.settings.region == nil && box.appliance.page == .menu)
    }

    @Test("the frame stays in the picture, however long a control is used")
    func itStaysInThePicture() {
        var box = box()
        for (control, turn) in [(Control.left, 9), (.up, -40), (.right, 60), (.down, -60), (.left, 3)] {
            for _ in 0..<80 { box.tap(control) }
            box.panel(.turned(turn))
            let frame = frame(box) ?? .unit
            #expect(frame.x >= 0 && frame.y >= 0 && frame.maxX <= 1 + 1e-9 && frame.maxY <= 1 + 1e-9)
            #expect(frame.width >= 0.1 - 1e-9 && frame.height >= 0.1 - 1e-9)
        }
    }

    @Test("on a turned or mirrored picture the frame is where it is seen", arguments: [(0, true), (90, false), (180, true), (270, false)])
    func itIsOfTheRecordedPicture(rotation: Int, isFlipped: Bool) throws {
        var box = box {
            $0.rotation = rotation
            $0.isFlipped = isFlipped
        }
        for _ in 0..<5 { box.tap(.left) }
        let seen = try #require(frame(box))
        box.tap(.mark)
        let region = try #require(box.appliance.settings.region)
        let corner = box.appliance.settings.orientation.shown(Point(region.rect.x, region.rect.y))
        #expect([seen.x, seen.maxX].contains { abs($0 - corner.x) < 0.006 } && [seen.y, seen.maxY].contains { abs($0 - corner.y) < 0.006 })
        #expect(box.appliance.context.livePerson.map { ($0 - seen.center).length < 0.01 } == true)
    }

    @Test("a finger draws it from corner to corner")
    func aFingerDrawsIt() {
        var box = box()
        box.panel(.touchDown(Point(480, 270)))
        box.panel(.touchMoved(Point(900, 600)))
        box.panel(.touchMoved(Point(960, 810)))
        box.panel(.touchUp)
        box.tap(.mark)
        #expect(box.appliance.settings.region == PictureRegion(left: 25, top: 25, width: 25, height: 50))
    }

    @Test("a frame that was set wins over what moves: for the zoom, for the witness, and for the end of a replay")
    func itWins() {
        var levels = [UInt8](repeating: 0, count: BlockMeans.count)
        levels[4 * BlockMeans.columns + 2] = 8
        let away = MotionGrid(levels: levels)
        var box = Rehearsal {
            $0.region = PictureRegion(left: 60, top: 0, width: 30, height: 100)
            // The box looks for the person in Live only if a half of the screen has to show them.
            $0.isSplit = true
        }
        box.run(to: 30)
        box.send(.stills(.motion(away)))
        let context = box.appliance.context
        #expect(context.livePerson == Point(0.75, 0.5))
        #expect(context.person(in: Persons.Subject(footage: .line, moment: .seconds(20)), .upright) == Point(0.75, 0.5))
        #expect(context.isOfPerson(Point(0.7, 0.9), within: 0.01) && !context.isOfPerson(Point(0.5, 0.5), within: 1))
        #expect(!context.personMoves(within: (1, 1)))
        var automatic = box
        automatic.change { $0.region = nil }
        #expect(automatic.appliance.context.personMoves(within: (1, 1)))
    }

    @Test("the frame isn't for the clips of another run, whose camera may have stood elsewhere")
    func itIsOfThisRun() {
        var box = Rehearsal { $0.region = PictureRegion(left: 60, top: 0, width: 30, height: 100) }
        box.run(to: 30)
        box.tap(.mark)
        box.run(to: 32)
        let own = ClipKey(session: SessionKey(folder: Rehearsal.name(1)), number: 1)
        let other = ClipKey(session: SessionKey(folder: Rehearsal.name(7)), number: 1)
        let context = box.appliance.context
        #expect(context.person(in: Persons.Subject(footage: .clip(own), moment: .seconds(3)), .upright) == Point(0.75, 0.5))
        #expect(context.person(in: Persons.Subject(footage: .clip(other), moment: .seconds(3)), .upright) == nil)
    }
}
