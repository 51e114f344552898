// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// A chip shows one fault: which one, for how long, and on which screens.
@Suite struct ChipTests {
    @Test func theWorstComesFirst() {
        let order: [ChipKind] = [
            .noCamera, .notRecording, .clipLost(1), .clipLost(2), .cardFailing, .noCard, .cardLocked, .cardFull, .picturesLost, .weakPower, .tooHot,
            .noTV, .shortMemory, .clipCutShort(1), .safeMode, .triggerHeld, .checkRegion, .ralliesOff, .wrongSettings, .trouble("a"),
            .working("a"), .told("a"), .keepsNothing, .dateUnknown, .cutsItself, .word("a"),
        ]
        #expect(order.reversed().sorted() == order)
    }

    @Test func eachConditionHasItsWordsForTenSecondsAndThenItsIcon() {
        var box = Rehearsal()
        box.run(to: 20)
        #expect(box.chip == nil)
        let (hot, cool) = (PowerState(isSlowedByHeat: true), PowerState(isSlowedByHeat: false))
        box.send(.box(.power(hot)))
        #expect(box.chip?.chip.kind == .tooHot && box.chip?.openness == 1 && box.chip?.others == 0)
        #expect(box.texts.contains(Strings.tooHot) && box.texts.contains(Strings.tooHotAdvice))
        box.run(to: 29.99)
        #expect(box.chip?.openness == 1)
        box.run(to: 30.1)
        #expect(box.chip.map { $0.openness > 0 && $0.openness < 1 } == true)
        box.run(to: 30.3)
        #expect(box.chip?.openness == 0 && !box.texts.contains(Strings.tooHot))
        box.run(to: 100)
        #expect(box.chip?.chip.kind == .tooHot && box.chip?.openness == 0)
        box.send(.box(.power(cool)))
        box.run(to: 140)
        #expect(box.chip == nil)
        box.send(.box(.power(hot)))
        #expect(box.chip?.openness == 1, "it is told anew")
    }

    @Test("camera, card and power keep their words as long as they last", arguments: [0, 1, 2, 3])
    func whatMustBeSeenFromAfarNeverShrinks(which: Int) {
        var box = Rehearsal()
        box.run(to: 20)
        switch which {
        case 0: box.loseCamera()
        case 1: box.send(.card(.condition(.absent)))
        case 2: box.send(.card(.condition(.full(freeBytes: 0))))
        default: box.send(.box(.power(PowerState(isWeak: true))))
        }
        for second in stride(from: 20.5, to: 90, by: 0.5) {
            box.run(to: second)
            #expect(box.chip?.openness == 1, "at \(second) s")
        }
    }

    @Test func aWorseOneDoesNotWaitAndALesserOneHasItsTurn() {
        var box = Rehearsal()
        box.run(to: 20)
        box.send(.card(.condition(.full(freeBytes: 0))))
        box.send(.box(.power(PowerState(isWeak: true))))
        #expect(box.chip?.chip.kind == .cardFull && box.chip?.others == 1)
        box.run(to: 25)
        box.loseCamera()
        #expect(box.chip?.chip.kind == .noCamera && box.chip?.others == 2)
        box.run(to: 36)
        #expect(box.chip?.chip.kind == .cardFull && box.chip?.openness == 1, "it was cut short, and is told in full")
        box.run(to: 46)
        #expect(box.chip?.chip.kind == .weakPower && box.chip?.openness == 1)
        box.run(to: 56)
        #expect(box.chip?.chip.kind == .noCamera && box.chip?.openness == 1 && box.chip?.others == 2)
        #expect(box.texts.contains("+2"))
    }

    /// A cable isn't to blame if the part that reads cameras doesn't fit: the TV says what to type, and says so no longer than that lasts.
    @Test func aCameraThatCantBeReachedSaysWhatToType() {
        let cases = [
            (CameraTrouble.libcameraChanged, Strings.cameraChanged, Strings.Fault.cameraChanged),
            (.partMissing, Strings.cameraPartMissing, Strings.Fault.cameraPartMissing),
            (.silent, Strings.noCamera, Strings.Fault.noCamera),
        ]
        var box = Rehearsal()
        box.run(to: 20)
        for (trouble, title, explanation) in cases {
            box.send(.stream(.cameraLost("as the test wants it", trouble)))
            #expect(box.chip?.chip.kind == .noCamera && box.chip?.chip.title == title)
            #expect((box.chip?.chip.line == Strings.cameraSetupAdvice) == (trouble != .silent))
            let report = box.appliance.context.boxReport(at: box.now)
            #expect(report.contains { if case .condition(_, [explanation]) = $0 { true } else { false } }, "\(report)")
        }
    }

    @Test func whatHappenedOnceGoesWhenItWasRead() {
        var box = Rehearsal()
        box.run(to: 20)
        box.send(.card(.settingsNotSaved("the card took it back")))
        box.send(.card(.lost(.run(1), number: 3, reason: "gone")))
        #expect(box.chip?.chip.kind == .clipLost(3))
        box.run(to: 30.1)
        #expect(box.chip?.chip.title == Strings.settingsNotSaved && box.chip?.others == 0)
        box.run(to: 40.1)
        #expect(box.chip == nil)
    }

    @Test("V-17 what waited for a card is told once it is there")
    func whatWaitedForACardIsToldOnceItIsThere() {
        var box = Rehearsal()
        box.run(to: 20)
        box.hasCard = false
        box.send(.card(.condition(.absent)))
        for second in [20.0, 24, 28] {
            box.run(to: second)
            box.tap(.mark)
        }
        box.run(to: 60)
        #expect(box.chips.first?.line == Strings.noCardAdvice(3))
        box.send(.card(.condition(.ready(freeBytes: 1))))
        #expect(box.chip == nil)
        for (index, plan) in box.cuts.enumerated() {
            #expect(box.chip == nil, "clip \(index + 1) of 3")
            box.send(Rehearsal.written(plan, .first))
        }
        #expect(box.chip?.chip.title == "3 clips saved" && box.chip?.chip.weight == .word)
        box.run(to: 71)
        #expect(box.chip == nil)
    }

    @Test func theChipIsOnEveryScreenAtItsPlace() {
        var box = Rehearsal {
            $0.scores = true
            $0.round = "wa_70"
        }
        box.run(to: 20)
        box.tap(.mark)
        box.run(to: 30)
        box.send(.card(.condition(.full(freeBytes: 0))))
        func isThere(_ box: Rehearsal) -> Bool {
            let bounds = box.scene.texts.first { $0.run.text == Strings.fullCard }?.bounds
            return bounds.map { $0.x >= 1456 && $0.maxX <= Areas.right && $0.maxY <= Areas.top + 88 } ?? false
        }
        #expect(isThere(box))
        box.tap(.stop)
        #expect(box.appliance.page == .score && isThere(box))
    }

    @Test func recordingThatIsWellIsNotRed() {
        var box = Rehearsal()
        box.run(to: 20)
        box.tap(.mark)
        box.run(to: 20.1)
        for layer in box.scene.layers {
            guard case .drawing(let drawing) = layer.content else { continue }
            #expect(!String(describing: drawing.commands).contains(String(describing: Palette.loss)))
        }
    }

    /// On other screens than Live, chips have a single line.
    @Test(arguments: [100, 150, 200])
    func theBoxesOwnWordsFitIntoAChipOnAPage(scale: Int) {
        var settings = Settings()
        settings.textScalePercent = scale
        let look = Theme(settings)
        let room = ChipLayout.mostWidth(look) - ChipLayout.side(look) - Theme.padding
        for words in Self.titles {
            #expect(TextMetrics.fits(words, size: Theme.size(look.chipTitle, for: words, within: room), within: room), "\(words)")
        }
        for words in Self.lines {
            #expect(TextMetrics.fits(words, size: Theme.size(look.chipLine, for: words, within: room), within: room), "\(words)")
        }
    }

    private static var titles: [String] {
        [
            Strings.noCamera, Strings.cameraChanged, Strings.cameraPartMissing, Strings.noEncoder, Strings.clipLost(88), Strings.failingCard,
            Strings.noCard, Strings.lockedCard, Strings.fullCard,
            Strings.framesLost(100), Strings.weakPower, Strings.tooHot, Strings.noTV, Strings.shortMemory, Strings.cutShort(88), Strings.safeMode,
            Strings.triggerHeld, Strings.checkRegion, Strings.ralliesOff, Strings.cutsItself, Strings.keepsNothing, Strings.dateUnknown,
            Strings.wrongSettings(1), Strings.wrongSettings(16), Strings.notSaved, Strings.cardNotRead, Strings.settingsNotSaved,
            Strings.soundMissing,
            Strings.recordNotWritten, Strings.codecFailed, Strings.tooLargePicture, Strings.sessionGoesOn, Strings.clipsSaved(88),
        ]
    }

    private static var lines: [String] {
        [
            Strings.noCameraAdvice, Strings.cameraSetupAdvice, Strings.noEncoderAdvice, Strings.failingCardAdvice, Strings.noCardAdvice(0),
            Strings.noCardAdvice(88),
            Strings.lockedCardAdvice, Strings.fullCardAdvice, Strings.framesLostAdvice, Strings.framesLostAtTheSmallest, Strings.weakPowerAdvice,
            Strings.tooHotAdvice, Strings.noTVAdvice, Strings.soundMissingAdvice, Strings.shortMemoryAdvice(60), Strings.cutShortAdvice,
            Strings.safeModeAdvice, Strings.triggerHeldAdvice, Strings.nothingMoves, Strings.neverRests, Strings.ralliesOffAdvice,
            Strings.cutsItselfAdvice, Strings.keepsNothingAdvice, Strings.dateUnknownAdvice,
            Strings.startedAgain, Strings.lost(88),
        ]
    }
}
