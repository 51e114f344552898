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

    @Test("that a picture was kept is told where pictures are kept, and goes with those screens")
    func thatAPictureWasKept() {
        var box = Station.compareStill.box
        box.tap(.mark)
        box.send(.card(.pictureKept(.first, file: "S/pictures/1.jpg")))
        #expect(box.texts.contains(Strings.pictureKept))
        box.tap(.stop)
        box.run(to: box.now.seconds + 0.5)
        #expect(box.appliance.page == .replay && box.texts.contains(Strings.pictureKept))
        box.tap(.stop)
        box.run(to: box.now.seconds + 0.5)
        #expect(box.appliance.page == .summary && !box.texts.contains(Strings.pictureKept))
        // The card kept it late.
        box.send(.card(.pictureKept(.first, file: "S/pictures/2.jpg")))
        #expect(!box.texts.contains(Strings.pictureKept))
    }
}
