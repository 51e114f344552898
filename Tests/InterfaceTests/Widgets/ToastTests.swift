// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A toast reports the last action where it hides nothing, and on every screen where somebody wants to know.
@Suite struct ToastTests {
    private func bounds(of words: String, _ box: Rehearsal) -> Rect? { box.scene.texts.first { $0.run.text == words }?.bounds }

    @Test("a toast never lies on the countdown, and doesn't come down again once the picture is there", arguments: [100, 150, 200], [false, true])
    func theCountdownIsFree(scale: Int, isSplit: Bool) throws {
        var box = Rehearsal {
            $0.delaySeconds = 3
            $0.textScalePercent = scale
            $0.isSplit = isSplit
        }
        box.run(to: 6)
        // The split picture is switched on and off, and the delay is made longer right after.
        box.tap(.right)
        box.run(to: 6.5)
        box.tap(.right)
        let words = try #require(box.appliance.context.toast?.words)
        box.panel(.turned(5))
        var lowest = Double.infinity
        var seen = 0
        while box.appliance.context.toast?.words == words {
            box.run(to: box.now.seconds + 0.1)
            guard let toast = bounds(of: words, box) else { continue }
            #expect(toast.maxY <= lowest + 0.5, "it comes down at \(box.now.seconds)")
            lowest = min(lowest, toast.maxY)
            guard let countdown = bounds(of: Strings.delayedPictureIn, box) else { continue }
            seen += 1
            #expect(!toast.intersects(countdown), "\(toast) \(countdown)")
        }
        #expect(seen > 5)
    }

    @Test("that a picture was kept is told where pictures are kept, and nowhere else")
    func thatAPictureWasKept() {
        var box = Station.compareStill.box
        box.tap(.mark)
        box.send(.card(.pictureKept(.first, file: "S/pictures/1.jpg")))
        #expect(box.texts.contains(Strings.pictureKept))
        box.tap(.stop)
        box.tap(.stop)
        box.run(to: box.now.seconds + 0.5)
        #expect(box.appliance.page == .summary && !box.texts.contains(Strings.pictureKept))
        // The card kept it late.
        box.send(.card(.pictureKept(.first, file: "S/pictures/2.jpg")))
        #expect(!box.texts.contains(Strings.pictureKept))
    }

    @Test("a toast goes with the screen on which it lies", arguments: Station.allCases)
    func aToastGoesWithItsScreen(station: Station) {
        for control in Control.allCases {
            var box = station.box
            box.appliance.context.say("Words of this screen", at: box.now)
            let surface = box.appliance.path.surface
            box.tap(control)
            box.run(to: box.now.seconds + 0.3)
            guard box.appliance.path.surface != surface else { continue }
            #expect(box.appliance.context.toast?.words != "Words of this screen", "\(control)")
            #expect(!box.texts.contains("Words of this screen"), "\(control)")
        }
    }

    @Test("a toast lies in the middle as far as there is room, above the footer, and on no still", arguments: Station.allCases, [100, 150, 200])
    func aToastLiesInOnePlace(station: Station, scale: Int) {
        var box = station.box
        box.change { $0.textScalePercent = scale }
        box.run(to: box.now.seconds + 0.5)
        let stills = box.scene.layers.flatMap { layer -> [Rect] in
            guard case .drawing(let drawing) = layer.content else { return [] }
            return drawing.stills
        }
        let toast = Toast("Clip 2 deleted", undo: .tools, at: box.now)
        let look = Theme(box.appliance.settings)
        let place = box.appliance.toastPlace(of: toast, look, at: box.now)
        let rect = toast.rect(look, at: place)
        #expect(rect.x >= Areas.left - 0.5 && rect.maxX <= Areas.right + 0.5 && rect.maxY <= FooterLayout(look).rect.y)
        for still in stills { #expect(!still.intersects(rect), "\(rect) on \(still)") }
    }
}

extension Drawing {
    fileprivate var stills: [Rect] {
        commands.flatMap { command -> [Rect] in
            switch command {
            case .still(_, let rect, _): [rect]
            case .clipped(let rect, _, let inner): Drawing(inner).stills.compactMap { $0.intersection(rect) }
            default: []
            }
        }
    }
}
