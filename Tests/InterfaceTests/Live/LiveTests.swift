// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

@Suite struct LiveTests {
    @Test("V-04 V-75 the live picture is up at once and the delayed one exactly when it is due")
    func theLivePictureIsUpAtOnceAndTheDelayedOneExactlyWhenItIsDue() {
        var box = Rehearsal()
        box.run(to: 0.2)
        #expect(box.scene.videos == [.live])
        #expect(box.appliance.scene(at: Timestamp(nanoseconds: 4_999_999_999)).videos == [.live])
        #expect(box.appliance.scene(at: Timestamp(seconds: 5)).videos == [.delayed])
    }

    @Test("V-44 the panel's light is on while the camera is recorded, where that is wanted", arguments: [false, true])
    func thePanelsLightSaysThatItRecords(isWanted: Bool) {
        var box = Rehearsal { $0.hasRecordingLight = isWanted }
        box.run(to: 1)
        box.loseCamera()
        box.run(to: 2)
        let lights = box.effects.compactMap { if case .panel(.recordingLight(let isOn)) = $0 { isOn } else { nil } }
        #expect(lights == (isWanted ? [true, false] : []))
    }

    @Test func theCountdownCountsTheSecondsThatAreLeft() {
        var box = Rehearsal()
        for (second, number) in [(0.5, "5"), (1.0, "4"), (2.0, "3"), (4.9, "1")] {
            box.run(to: second)
            #expect(box.texts.contains(Strings.delayedPictureIn) && box.texts.contains(number))
        }
        box.run(to: 5.1)
        #expect(!box.texts.contains(Strings.delayedPictureIn))
    }

    @Test func aLongerDelayThatIsNotFilledYetShowsTheLivePictureAgain() {
        var box = Rehearsal()
        box.run(to: 8)
        #expect(box.scene.videos == [.delayed])
        box.panel(.turned(5))
        #expect(box.scene.videos == [.live])
        box.run(to: 10)
        #expect(box.scene.videos == [.delayed])
    }

    @Test("V-05 a detent is a second and a quick turn is five")
    func aDetentIsASecondAndAQuickTurnIsFive() {
        var box = Rehearsal()
        box.run(to: 10)
        box.panel(.turned(1))
        box.run(to: 10.5)
        box.panel(.turned(-2))
        #expect(box.appliance.settings.delaySeconds == 4)
        box.run(to: 10.55)
        box.panel(.turned(-1))
        #expect(box.appliance.settings.delaySeconds == 1)
        box.run(to: 11)
        box.panel(.turned(1))
        box.run(to: 11.03)
        box.panel(.turned(2))
        #expect(box.appliance.settings.delaySeconds == 12)
        #expect(box.delays == [.seconds(6), .seconds(4), .seconds(1), .seconds(2), .seconds(12)])
    }

    @Test(arguments: [(100, 60.0), (-100, 1.0), (Int.max, 60.0), (Int.min, 1.0)])
    func theDelayStaysBetweenOneAndSixtySeconds(detents: Int, delay: Double) {
        var box = Rehearsal()
        box.run(to: 1)
        box.panel(.turned(detents))
        box.run(to: 1.01)
        box.panel(.turned(detents))
        #expect(box.appliance.settings.delaySeconds == delay)
    }

    @Test func settingsAreSavedOnceTwoSecondsAfterTheLastChange() {
        var box = Rehearsal()
        box.run(to: 10)
        for step in 0..<5 {
            box.panel(.turned(1))
            box.run(to: 10 + Double(step + 1) * 0.5)
        }
        #expect(box.saved.isEmpty)
        box.run(to: 13.99)
        #expect(box.saved.isEmpty)
        box.run(to: 14.1)
        #expect(box.saved.map(\.delaySeconds) == [10])
        box.run(to: 30)
        #expect(box.saved.count == 1)
    }

    @Test("a shot is marked while the tools are open, and they close")
    func markComesBeforeTheTools() {
        var box = Rehearsal()
        box.run(to: 10)
        box.hold(.knob, seconds: 0.6)
        #expect(box.appliance.path.tools != nil)
        box.tap(.mark)
        #expect(box.marks.count == 1 && box.appliance.path.tools == nil)
        box.tap(.mark)
        #expect(box.marks.count == 2)
    }

    @Test("V-09 V-27 the tools mirror, split and turn, and the menu measures")
    func theToolsMirrorSplitAndTurn() {
        var box = Rehearsal { $0.showsDiagnostics = true }
        box.run(to: 10)
        box.use(.mirror)
        #expect(box.scene.layers.first?.placement.isMirrored == true)
        box.use(.turn)
        box.use(.turn)
        #expect(box.scene.layers.first?.placement.rotation == 180)
        for control in [Control.left, .up, .down] {
            let before = box.appliance.settings
            box.tap(control)
            #expect(box.appliance.settings == before)
            if box.appliance.page != .live { box.tap(.stop) }
            box.run(to: box.now.seconds + 0.5)
        }
        box.tap(.right)
        #expect(box.scene.videos == [.live, .delayed])
        #expect(box.texts.contains(Strings.live) && box.texts.contains("5 s") && box.texts.contains(Strings.ago))
        #expect(box.texts.contains(Strings.delayError))
        #expect([SettingRow.setting("flip"), .setting("rotation"), .setting("diagnostics")].allSatisfy(SettingRow.all.contains))
        box.run(to: 30)
        #expect(box.saved.last?.isFlipped == true && box.saved.last?.isSplit == true)
        #expect(box.saved.last?.rotation == 180 && box.saved.last?.showsDiagnostics == true)
    }

    @Test("V-27 V-28 who stands upright stands upright in the mirror, and turns clockwise in it", arguments: Settings.rotations)
    func aMirrorIsOfWhatIsSeen(rotation: Int) throws {
        var box = Rehearsal { $0.rotation = rotation }
        box.run(to: 10)
        let before = box.appliance.settings.orientation
        box.use(.mirror)
        #expect(box.appliance.settings.orientation == before.mirrored())
        let placement = try #require(box.scene.layers.first).placement
        #expect(placement == Placement().placing(before.mirrored()))
        box.use(.turn)
        #expect(box.appliance.settings.orientation == before.mirrored().turned())
    }

    @Test("V-28 a picture on its side stands whole")
    func aPictureOnItsSideStandsWhole() throws {
        var box = Rehearsal { $0.rotation = 90 }
        box.run(to: 10)
        let layer = try #require(box.scene.layers.first)
        #expect(layer.place == Rect(x: 656.25, y: 0, width: 607.5, height: 1080))
        #expect(layer.placement.rotation == 90)
    }

    @Test("V-48 the footer goes after five idle seconds and comes back with the knob and the keys, not with MARK alone")
    func theFooterGoesAndComesBack() {
        var box = Rehearsal()
        box.run(to: 10)
        let keep = Strings.word(of: .keep)
        #expect(!box.texts.contains(keep))
        #expect(box.texts == ["5 s", Strings.ago])
        box.tap(.mark)
        box.run(to: 10.2)
        #expect(!box.texts.contains(keep))
        box.panel(.turned(1))
        box.run(to: 10.4)
        #expect(box.texts.contains(keep))
        box.run(to: 15.1)
        #expect(box.texts.contains(keep))
        box.run(to: 15.6)
        #expect(!box.texts.contains(keep))
    }

    @Test func whatDependsOnTimeAloneIsAnnouncedBeforehand() {
        var box = Rehearsal()
        box.run(to: 20)
        box.panel(.turned(1))
        var scene = box.scene
        var instant = Timestamp(seconds: 20)
        var quiet = 0
        // Between two announced changes the scene stays the same.
        for _ in 0..<200 {
            guard let change = box.appliance.nextChange(after: instant) else { break }
            let before = Timestamp(nanoseconds: change.nanoseconds - 1)
            if instant.duration(to: change) > .milliseconds(9) {
                quiet += 1
                #expect(box.appliance.scene(at: before) == scene)
            }
            _ = box.appliance.handle(.tick, at: change)
            instant = change
            scene = box.appliance.scene(at: change)
        }
        #expect(quiet >= 2)
        #expect(box.appliance.nextChange(after: instant) == nil)
    }
}
