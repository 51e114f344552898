// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The box's proposals about hearing: each is a chip, once.
@Suite struct HearingOffersTests {
    private func box(_ change: (inout Settings) -> Void) -> Rehearsal {
        var box = Rehearsal {
            $0.recordsSound = true
            $0.scores = true
            $0.delaySeconds = 5
            change(&$0)
        }
        box.run(to: 30)
        return box
    }

    private func offers(_ box: Rehearsal) -> Set<Strings.HearingOffer> {
        Set(box.appliance.settings.madeOffers.compactMap(Strings.HearingOffer.init(rawValue:)))
    }

    /// Lets the box hear shots, every ten seconds, and takes those that are the archer's.
    private func shoot(_ box: inout Rehearsal, _ taken: [Bool]) {
        for isTaken in taken {
            let second = box.now.seconds + 10
            box.run(to: second + 0.2)
            HearingPractice.hear(&box, id: Int(second), at: second)
            if isTaken { box.tap(.mark) }
            box.run(to: second + 9)
        }
    }

    private func mark(_ box: inout Rehearsal, times: Int) {
        for _ in 0..<times {
            box.tap(.mark)
            box.run(to: box.now.seconds + 8)
        }
    }

    @Test("X-03 with a microphone and scoring it offers once to hear shots, after the marks from which it could learn")
    func itOffersToHear() {
        var box = box { $0.soundMarks = .off }
        mark(&box, times: HearingOffers.marks - 1)
        #expect(offers(box).isEmpty)
        box.tap(.mark)
        box.run(to: box.now.seconds + 0.5)
        #expect(offers(box) == [.suggestions])
        #expect(box.scene.texts.contains { $0.run.text == Strings.title(of: .suggestions) })
        box.run(to: box.now.seconds + 60)
        #expect(!box.scene.texts.contains { $0.run.text == Strings.title(of: .suggestions) })
        mark(&box, times: 5)
        #expect(!box.scene.texts.contains { $0.run.text == Strings.title(of: .suggestions) }, "it asks once")
    }

    @Test("X-03 the settings remember it, so the next run doesn't offer it again")
    func onceInItsLife() {
        var first = box { $0.soundMarks = .off }
        mark(&first, times: HearingOffers.marks + 1)
        first.run(to: first.now.seconds + 5)
        let saved = first.saved.last
        #expect(saved?.madeOffers == ["suggestions"])
        var second = box { $0.madeOffers = saved?.madeOffers ?? [] }
        mark(&second, times: HearingOffers.marks + 5)
        #expect(!second.scene.texts.contains { $0.run.text == Strings.title(of: .suggestions) } && second.saved.isEmpty)
    }

    @Test("X-03 without a microphone, without scoring, or while it hears already, it offers nothing of the kind")
    func itDoesNotOfferInVain() {
        for change: (inout Settings) -> Void in [{ $0.scores = false }, { $0.recordsSound = false }, { $0.soundMarks = .mark }] {
            var box = box(change)
            mark(&box, times: 6)
            #expect(offers(box).isEmpty)
        }
        var silent = box { $0.soundMarks = .off }
        silent.send(.stream(.noSound("no card")))
        mark(&silent, times: 6)
        #expect(offers(silent).isEmpty)
    }

    @Test("X-03 where no sound is recorded, a microphone that is plugged in is enough, and the proposal itself opens nothing")
    func aMicrophoneThatIsPluggedIn() {
        var box = box { $0.recordsSound = false }
        for isThere in [true, false] { box.send(.box(.microphone(isThere: isThere))) }
        mark(&box, times: HearingOffers.marks + 1)
        #expect(offers(box).isEmpty)
        box.send(.box(.microphone(isThere: true)))
        box.run(to: box.now.seconds + 1)
        #expect(offers(box) == [.suggestions] && box.scene.texts.contains { $0.run.text == Strings.title(of: .suggestions) })
        #expect(!box.appliance.settings.listens && !box.appliance.settings.recordsSound)
        box.change { $0.soundMarks = .suggest }
        #expect(box.appliance.settings.listens && !box.appliance.settings.recordsSound, "to hear shots, nothing has to be recorded")
    }

    @Test("X-03 after three suggestions that nobody took it offers the witness")
    func itOffersTheWitness() {
        var box = box { $0.soundMarks = .suggest }
        shoot(&box, [true, false, true, false, true])
        #expect(offers(box).isEmpty)
        shoot(&box, [false])
        #expect(offers(box) == [.witness])
        var witnessed = self.box {
            $0.soundMarks = .suggest
            $0.hasMovementWitness = true
        }
        shoot(&witnessed, [false, false, false, false])
        #expect(offers(witnessed).isEmpty)
    }

    @Test("X-03 after nine marks that don't agree it says that it can't hear the shots")
    func itSaysThatItHearsTooLittle() {
        var box = box { $0.soundMarks = .suggest }
        for (marks, gate) in [(HearingOffers.enough - 1, nil), (HearingOffers.enough, -30)] as [(Int, Double?)] {
            HearingPractice.learn(&box, marks: marks, gate: gate)
            box.run(to: box.now.seconds + 1)
            #expect(offers(box).isEmpty)
        }
        HearingPractice.learn(&box, marks: HearingOffers.enough, gate: nil)
        box.run(to: box.now.seconds + 1)
        #expect(offers(box) == [.nearer] && box.scene.texts.contains { $0.run.text == Strings.title(of: .nearer) })
    }

    @Test("X-03 it offers to mark by itself only if of the last twenty suggestions at most one was wrong", arguments: [0, 1, 2])
    func itOffersToMark(wrong: Int) {
        var box = box { $0.soundMarks = .suggest }
        shoot(&box, (0..<19).map { $0 >= wrong })
        #expect(!offers(box).contains(.marks))
        shoot(&box, [true])
        #expect(offers(box).contains(.marks) == (wrong <= 1))
    }
}
