// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The sign at the top left tells the truth about the picture, whatever becomes of the camera.
@Suite struct PictureGapTests {
    private func sign(_ box: Rehearsal) -> WhenSign.Content { box.appliance.context.when(at: box.now) }

    @Test("a camera that is gone is named at once, then the sign counts how old the picture is, and after it is back it does so for the delay")
    func theSignFollowsThePicture() {
        var box = Rehearsal()
        box.run(to: 20)
        #expect(sign(box) == .ago(5))
        box.loseCamera()
        #expect(sign(box) == .noCamera && box.texts.contains(Strings.noCamera) && !box.texts.contains(Strings.ago))
        box.run(to: 24.9)
        #expect(sign(box) == .noCamera, "the delayed picture still moves, but nothing comes any more")
        box.run(to: 25.1)
        #expect(sign(box) == .old(5, hasCamera: false))
        box.run(to: 38.1)
        #expect(sign(box) == .old(18, hasCamera: false) && box.texts.contains("18 s"))
        box.regainCamera()
        #expect(sign(box) == .old(18, hasCamera: true), "the old picture stays for the delay")
        box.run(to: 43)
        #expect(sign(box) == .old(23, hasCamera: true))
        box.run(to: 43.2)
        #expect(sign(box) == .ago(5))
    }

    @Test("before the delayed picture is there, the same holds for the live one")
    func theLivePictureIsNotCalledLive() {
        var box = Rehearsal { $0.delaySeconds = 20 }
        box.run(to: 3)
        #expect(sign(box) == .live)
        box.loseCamera()
        #expect(sign(box) == .noCamera)
        box.run(to: 7.2)
        #expect(sign(box) == .old(4, hasCamera: false))
    }

    @Test("each picture of a split screen has its own age")
    func bothPicturesOfASplitScreen() {
        var box = Rehearsal { $0.isSplit = true }
        box.run(to: 20)
        box.loseCamera()
        box.run(to: 23.5)
        #expect(box.appliance.context.liveWhen(at: box.now) == .old(3, hasCamera: false) && sign(box) == .noCamera)
        #expect(!box.texts.contains(Strings.live))
        box.run(to: 30.5)
        box.regainCamera()
        #expect(box.appliance.context.liveWhen(at: box.now) == .live && sign(box) == .old(10, hasCamera: true))
    }

    @Test("an encoder that fails stops the picture, but the camera is there")
    func anEncoderThatFails() {
        var box = Rehearsal()
        box.run(to: 20)
        box.hasCamera = false
        box.send(.stream(.encoderFailed("broken")))
        #expect(sign(box) == .ago(5))
        box.run(to: 28.2)
        #expect(sign(box) == .old(8, hasCamera: true))
    }

    /// Whatever the camera does and however the knob is turned, the sign's figure is the age of the picture that is due and there.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func theFigureIsTheAgeOfThePictureThatIsShown(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = Rehearsal()
        var gaps: [(from: Double, to: Double?)] = []
        box.run(to: 12)
        for _ in 0..<60 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where box.hasCamera:
                gaps.append((box.now.seconds, nil))
                box.loseCamera()
            case 1 where !box.hasCamera:
                gaps[gaps.count - 1].to = box.now.seconds
                box.regainCamera()
            case 2: box.panel(.turned([-2, -1, 1, 2].randomElement(using: &random) ?? 1))
            default: break
            }
            box.run(to: box.now.seconds + Double.random(in: 0.2...4, using: &random))
            let context = box.appliance.context
            let (now, delay) = (box.now.seconds, context.settings.delaySeconds)
            let place = now - delay
            guard context.delayTurn.map({ $0.end <= box.now }) ?? true, context.isDelayedUp(at: box.now) else { continue }
            // A picture is due if its time is in no gap; the camera's pictures are 33 ms apart.
            let gap = gaps.last { $0.from + 0.05 < place && ($0.to.map { place < $0 - 0.05 } ?? true) }
            let isNear = gaps.contains { abs($0.from - place) < 0.1 || $0.to.map { abs($0 - place) < 0.1 } ?? false }
            guard !isNear else { continue }
            switch sign(box) {
            case .ago(let seconds): #expect(gap == nil && seconds == delay, "seed \(seed) at \(now)")
            case .old(let age, let hasCamera):
                #expect(gap.map { abs(now - $0.from - 0.5 - age) < 0.6 } ?? false, "seed \(seed) at \(now): \(age)")
                #expect(hasCamera == box.hasCamera, "seed \(seed) at \(now)")
            case .noCamera: #expect(!box.hasCamera, "seed \(seed) at \(now)")
            case .live, .turning: Issue.record("seed \(seed) at \(now): \(sign(box))")
            }
        }
    }
}
