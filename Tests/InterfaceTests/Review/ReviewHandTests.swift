// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The hands in a review: the explanation is left by any key, a paused clip is stepped, and a deletion can be taken back at once.
@Suite struct ReviewHandTests {
    @Test("any key leaves the picture that explains a review, and an arrow does what it shows there", arguments: Control.allCases)
    func anyKeyLeavesTheExplanation(control: Control) {
        var box = Rehearsal.reviewing { $0.explainsReview = true }
        box.tap(control)
        box.settle()
        #expect(!box.texts.contains("One clip after the other") && !box.appliance.settings.explainsReview)
        #expect(box.appliance.page == .review)
        let isSwipe = [.left, .right, .up].contains(control)
        #expect(box.stacked == (isSwipe ? [2, 3, 4] : [1, 2, 3, 4]))
        #expect(box.judged[1]?.isDeleted == (control == .left ? true : control == .right ? false : nil))
    }

    @Test("a held arrow goes on dragging the clip as the explanation goes")
    func aHeldArrowDrags() {
        var box = Rehearsal.reviewing { $0.explainsReview = true }
        box.panel(.pressed(.left))
        box.run(to: box.now.seconds + 0.35)
        #expect(box.review?.finger?.arrow == .left)
        box.panel(.released(.left))
        box.settle()
        #expect(box.stacked == [1, 2, 3, 4], "let go early, nothing happened")
    }

    @Test("while a clip is paused the knob steps pictures, ◀ ▶ stay swipes, and a push plays on")
    func thePausedClipIsStepped() throws {
        var box = Rehearsal.reviewing()
        box.tap(.knob)
        func place() -> Duration? { box.review?.playback.top.map { $0.transport.position(at: box.now) } }
        let start = try #require(place())
        #expect(box.review?.playback.isPaused == true)
        for _ in 0..<4 {
            box.run(to: box.now.seconds + 0.5)
            box.panel(.turned(1))
        }
        let interval = try #require(box.review?.playback.top?.transport.interval)
        #expect(place().map { abs(($0 - start - interval * 4).inSeconds) < 0.001 } == true)
        box.run(to: box.now.seconds + 0.5)
        box.panel(.turned(-4))
        #expect(place().map { abs(($0 - start).inSeconds) < 0.001 } == true && box.review?.finger == nil)
        var playing = box
        playing.tap(.knob)
        #expect(playing.review?.playback.isPlaying == true && playing.appliance.page == .review)
        box.tap(.right)
        box.settle()
        #expect(box.stacked == [2, 3, 4] && box.judged[1]?.isLiked == true)
    }

    @Test("a deletion says so for five seconds with the way back, which is ▼ or a touch", arguments: [false, true])
    func aDeletionSaysSo(isTouched: Bool) throws {
        var box = Rehearsal.reviewing()
        box.tap(.left)
        box.settle()
        #expect(box.texts.contains(Strings.clipDeleted("Clip 1")))
        let toast = try #require(box.appliance.context.toast)
        #expect(toast.undo == .down && toast.span.start.duration(to: toast.span.end) == .seconds(5))
        if isTouched {
            let look = Theme(box.appliance.settings)
            box.touch(toast.rect(look, at: box.appliance.toastPlace(of: toast, look, at: box.now)).center)
        } else {
            box.tap(.down)
        }
        box.settle()
        #expect(box.stacked == [1, 2, 3, 4] && box.judged[1]?.isDeleted == false)
    }

    @Test("a toast never offers to take back something else than it tells")
    func theWayBackIsTrue() {
        var box = Rehearsal.reviewing()
        box.tap(.left)
        box.settle()
        box.tap(.right)
        #expect(box.appliance.context.toast?.undo == nil && !box.texts.contains(Strings.clipDeleted("Clip 1")))
    }

    @Test("no half figure stands beside a dragged clip", arguments: [SwipeDirection.left, .right])
    func theColumnsGoUnderADraggedClip(direction: SwipeDirection) {
        var box = Rehearsal.reviewing()
        let number = box.review.map { "\($0.stack.place)" } ?? ""
        func opacity() -> Double {
            box.scene.layers.first { layer in
                guard case .drawing(let drawing) = layer.content else { return false }
                return drawing.commands.contains { if case .text(let run) = $0 { run.text == number } else { false } }
            }?.placement.opacity ?? 0
        }
        #expect(opacity() == 1)
        box.panel(.pressed(direction == .left ? .left : .right))
        box.run(to: box.now.seconds + 0.4)
        #expect(opacity() == (direction == .left ? 0 : 1))
    }
}
