// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite struct ZoomTests {
    @Test("the part is as large as the factor says and never leaves the picture", arguments: 1...30 as ClosedRange<UInt64>)
    func thePartNeverLeavesThePicture(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var zoom = Zoom()
        for _ in 0..<200 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: zoom.change(by: Int.random(in: -2...2, using: &random))
            default: zoom.pan(Double.random(in: -0.4...0.4, using: &random), Double.random(in: -0.4...0.4, using: &random))
            }
            let crop = zoom.crop
            #expect(abs(crop.width * zoom.factor - 1) < 1e-9 && crop.width == crop.height)
            #expect(crop.x >= 0 && crop.y >= 0 && crop.maxX <= 1 + 1e-9 && crop.maxY <= 1 + 1e-9)
        }
    }

    @Test func atAnEdgeTurningBackMovesAtOnce() {
        var zoom = Zoom()
        zoom.change(by: 2)
        for _ in 0..<100 { zoom.pan(Zoom.panStep, 0) }
        let edge = zoom.crop
        zoom.pan(-Zoom.panStep, 0)
        #expect(zoom.crop.x == edge.x - 0.025)
    }

    /// Returns the visible part of the camera's picture.
    private func crop(_ box: Rehearsal) -> Rect? {
        box.scene.layers.first { if case .video = $0.content { true } else { false } }?.crop
    }

    @Test("the wheel with Ctrl comes nearer wherever there is a picture, and nowhere else")
    func theWheelZooms() {
        for station in [Station.live, .clip, .frozen, .compare] {
            var box = station.box
            box.panel(.zoomed(2))
            #expect(box.appliance.context.zoom.factor == 2, "\(station)")
            box.panel(.zoomed(-1))
            #expect(box.appliance.context.zoom.factor == 1.5)
        }
        for station in [Station.menu, .score, .summary, .sessions, .tools] {
            var box = station.box
            box.panel(.zoomed(2))
            #expect(!box.appliance.context.zoom.isOn, "\(station)")
        }
    }

    @Test("zoomed in Live, a replay is seen through the same window, and the whole picture is a push away")
    func liveAndReplayHaveOneWindow() {
        var box = Rehearsal()
        box.run(to: 20)
        box.tap(.mark)
        box.use(.zoom)
        box.panel(.turned(2))
        for _ in 0..<3 { box.tap(.left) }
        let part = crop(box)
        #expect(part.map { abs($0.x - (0.25 - 3 * 0.025)) < 1e-9 && $0.width == 0.5 } == true)
        #expect(box.marks.count == 1)
        box.tap(.mark)
        #expect(box.appliance.path.zooming == nil && box.marks.count == 1, "MARK is done with it, and marks nothing")
        box.tap(.left)
        box.run(to: 21)
        #expect(box.appliance.page == .replay && crop(box) == part)
        box.use(.zoom)
        box.tap(.knob)
        #expect(crop(box) == .unit)
        box.tap(.stop)
        #expect(box.appliance.page == .replay && box.appliance.path.zooming == nil)
        box.tap(.stop)
        #expect(box.appliance.page == .live)
    }

    @Test func aFingerMovesThePicture() {
        var box = Rehearsal()
        box.run(to: 20)
        box.use(.zoom)
        box.panel(.turned(2))
        box.panel(.touchDown(Point(900, 400)), source: .touch)
        box.panel(.touchMoved(Point(900 + 192, 400)), source: .touch)
        box.panel(.touchUp, source: .touch)
        #expect(crop(box).map { abs($0.x - (0.25 - 0.05)) < 1e-9 } == true)
    }
}
