// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The shooting line's clock on the TV: begun by its tile or a taught key, seen on every screen, and never in the way of MARK and STOP.
@Suite struct LineClockTests {
    private func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.endTimerSeconds = 120
            if let key = KeyCode(name: "KEY_F9") { $0.keys.learn(key, as: .timer(.go)) }
            if let key = KeyCode(name: "KEY_E") { $0.keys.learn(key, as: .timer(.emergency)) }
            change(&$0)
        }
        box.run(to: 10)
        return box
    }

    private func horns(_ box: Rehearsal) -> [HornSound] {
        box.effects.compactMap { if case .panel(.horn(let horn, _)) = $0 { horn } else { nil } }
    }

    private func sounds(_ box: Rehearsal) -> [Int] { horns(box).map { ($0.beats.count + 1) / 2 } }

    private func sign(_ box: Rehearsal) -> LineClockSign? { box.appliance.context.lineClockSign(on: box.appliance.page, at: box.now) }

    @Test func theTileCallsAnEndAndGoesBackToLive() {
        var box = box()
        box.goToRow(.clockGo)
        #expect(box.appliance.menu.panel == .lineClock && sounds(box).isEmpty)
        box.tap(.mark)
        #expect(box.appliance.page == .live && sounds(box) == [2] && box.marks.isEmpty)
        #expect(box.texts.contains("10"))
        box.run(to: 21)
        #expect(sounds(box) == [2, 1])
        box.run(to: 300)
        #expect(sounds(box) == [2, 1, 3] && sign(box) == nil)
        #expect(horns(box).allSatisfy { $0.beats.first == .milliseconds(500) })
    }

    @Test func withoutTheSettingThereIsNoTileAndTheKeySaysSo() throws {
        var box = box { $0.endTimerSeconds = 0 }
        #expect(!MenuTile.tiles(in: box.appliance.context).contains(.lineClock))
        try KeyLearningTests.press("KEY_F9", &box)
        #expect(sounds(box).isEmpty && sign(box) == nil && box.texts.contains(Strings.clockIsOff))
    }

    @Test func aTaughtKeyCallsPausesAndGoesOn() throws {
        var box = box()
        try KeyLearningTests.press("KEY_F9", &box)
        box.run(to: 30)
        try KeyLearningTests.press("KEY_F9", &box)
        box.run(to: 60)
        #expect(sounds(box) == [2, 1] && box.texts.contains("110"))
        try KeyLearningTests.press("KEY_F9", &box)
        #expect(sounds(box) == [2, 1, 1])
        box.run(to: 169.9)
        #expect(sounds(box) == [2, 1, 1])
        box.run(to: 170)
        #expect(sounds(box) == [2, 1, 1, 3])
    }

    @Test("MARK and STOP do with a clock what they do without one")
    func markAndStopKeepTheirMeaning() throws {
        var (with, without) = (box(), box())
        try KeyLearningTests.press("KEY_F9", &with)
        for second in [25.0, 40, 55] {
            for control in [Control.mark, .stop] {
                with.run(to: second + (control == .stop ? 5 : 0))
                without.run(to: second + (control == .stop ? 5 : 0))
                with.tap(control)
                without.tap(control)
                #expect(with.appliance.page == without.appliance.page && with.marks == without.marks)
            }
            with.hold(.stop, seconds: 1.2)
            without.hold(.stop, seconds: 1.2)
        }
        #expect(!with.marks.isEmpty && sounds(with) == [2, 1] && sounds(without).isEmpty)
    }

    @Test func anEmergencyIsHeardFromEveryScreen() throws {
        let ways: [(inout Rehearsal) -> Void] = [
            { _ in }, { $0.tap(.knob) }, { $0.goToSessions() },
            {
                $0.goToRow(.region)
                $0.tap(.knob)
            },
            {
                $0.goToRow(.addArcher)
                $0.tap(.knob)
            },
        ]
        for way in ways {
            var box = box { $0.scores = true }
            try KeyLearningTests.press("KEY_F9", &box)
            box.run(to: 25)
            way(&box)
            let page = box.appliance.page
            try KeyLearningTests.press("KEY_E", &box)
            #expect(sounds(box) == [2, 1, 5] && box.appliance.page == page)
            box.run(to: 200)
            #expect(sounds(box) == [2, 1, 5], "the clock stands")
            #expect(box.appliance.context.endTimer.face(at: box.now)?.sign == .emergency)
        }
    }

    @Test func itIsLargeOnLiveAndSmallElsewhere() throws {
        for scale in [100, 200] {
            var box = box {
                $0.textScalePercent = scale
                $0.hasEndTimerGroups = true
            }
            try KeyLearningTests.press("KEY_F9", &box)
            box.run(to: 25)
            let large = try #require(sign(box))
            let layout = box.appliance.context.hudLayout(at: box.now)
            for rect in [layout.when?.rect, layout.status, layout.chip?.full].compactMap({ $0 }) { #expect(!rect.intersects(large.rect)) }
            #expect(Canvas.safeArea.encloses(large.rect) && large.rect.height >= 192 && box.texts.contains("AB"))
            box.goToSessions()
            let small = try #require(sign(box))
            #expect(Canvas.safeArea.encloses(small.rect) && small.rect.height < large.rect.height / 2)
        }
    }

    @Test("an archer at the left keeps the left corner of the picture, also if the picture is mirrored", arguments: [false, true])
    func itTakesTheFreeCorner(isMirrored: Bool) throws {
        for (left, isAtLeft) in [(5.0, true), (60, false)] {
            var box = box {
                $0.isFlipped = isMirrored
                $0.region = PictureRegion(nearest: Rect(x: left / 100, y: 0.1, width: 0.3, height: 0.8))
            }
            try KeyLearningTests.press("KEY_F9", &box)
            box.run(to: 25)
            let clock = try #require(sign(box))
            let isRight = clock.rect.center.x > Canvas.bounds.width / 2
            #expect(isRight == (isAtLeft != isMirrored))
        }
    }

    /// Without colours the lights still differ.
    @Test func eachLightHasAShapeOfItsOwn() throws {
        func shape(_ sign: EndTimer.Sign) -> String {
            var sketch = DrawingBuilder(Theme(Settings()))
            LineClockSign(EndTimer.Face(sign: sign, seconds: 10), size: 144) { _ in Point(0, 0) }.draw(on: &sketch)
            return sketch.commands.map {
                switch $0 {
                case .disc: "disc"
                case .circle: "ring"
                case .polygon(let points, _): "polygon of \(points.count)"
                case .line: "stroke"
                case .fill(let rect, _, _): "block \(rect.width > rect.height * 0.9)"
                default: ""
                }
            }.joined(separator: " ")
        }
        #expect(Set(EndTimer.Sign.allCases.map(shape)).count == EndTimer.Sign.allCases.count)
    }

    @Test func aBoxThatSwitchesOffAndAHornThatIsOffAreSilent() throws {
        var box = box { $0.horn = .off }
        try KeyLearningTests.press("KEY_F9", &box)
        box.run(to: 200)
        #expect(sounds(box).isEmpty && box.appliance.context.endTimer.isIdle)
        var ending = self.box()
        try KeyLearningTests.press("KEY_F9", &ending)
        ending.hold(.stop, seconds: 5.5)
        #expect(ending.appliance.context.switchingOff.ending != nil)
        ending.run(to: 200)
        #expect(sounds(ending) == [2])
    }

    /// No file knows of the clock, so a box that starts again after a crash stays silent.
    @Test func theClockIsInMemoryOnly() throws {
        func written(_ box: Rehearsal) -> [CardCommand] { box.effects.compactMap { if case .card(let command) = $0 { command } else { nil } } }
        var (with, without) = (box(), box())
        try KeyLearningTests.press("KEY_F9", &with)
        with.run(to: 300)
        without.run(to: 300)
        #expect(sounds(with) == [2, 1, 3] && sounds(without).isEmpty && written(with) == written(without))
    }

    /// Eleven tiles need two rows at the usual size, so that their words have room.
    @Test func theTilesFindRoom() {
        let box = box()
        for scale in [100, 150, 200] {
            var settings = box.appliance.settings
            settings.textScalePercent = scale
            let tiles = [.goOn] + MenuTile.allCases + [.lineClock]
            let layout = TilesLayout(Theme(settings), tiles, hasFrameStrip: false)
            #expect(layout.tiles.count == 11 && layout.sheet.y >= Areas.top)
            #expect(layout.tiles.allSatisfy { layout.sheet.encloses($0.rect) && $0.rect.width >= 150 })
        }
    }
}
