// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The page about hearing shots.
@Suite struct HearingScreenTests {
    private func box(_ marks: Settings.SoundMarks = .suggest) -> Rehearsal {
        var box = Rehearsal {
            $0.soundMarks = marks
            $0.scores = true
            $0.delaySeconds = 5
        }
        box.run(to: 30)
        return box
    }

    private func open(_ box: inout Rehearsal) {
        box.goToRow(.hearing)
        box.tap(.knob)
        #expect(box.appliance.page == .hearing)
    }

    private func words(_ box: Rehearsal) -> [String] { box.scene.texts.map(\.run.text) }
    private func fates(_ box: Rehearsal) -> [Strings.Hearing.Fate] { box.appliance.context.hearingDots(at: box.now).map(\.fate) }

    @Test("X-03 the ear tells how loud it is only while the page is up")
    func levelIsAskedForThePageAlone() {
        func asked(_ box: Rehearsal) -> [Bool] { box.effects.compactMap { if case .hearing(.watchLevel(let isOn)) = $0 { isOn } else { nil } } }
        var box = box()
        #expect(asked(box).isEmpty)
        open(&box)
        #expect(asked(box) == [true])
        box.hold(.stop, seconds: 1.2)
        #expect(box.appliance.page == .live && asked(box) == [true, false])
    }

    @Test("X-03 the page says what is missing: a setting, sound, marks, agreement")
    func itSaysWhatIsMissing() {
        var off = box(.off)
        open(&off)
        #expect(words(off).contains(Strings.Hearing.isOff))
        var box = box()
        open(&box)
        #expect(words(box).contains(Strings.Hearing.noSound))
        box.send(.hearing(.level(-50), live: nil))
        #expect(words(box).contains(Strings.Hearing.learns(3)))
        HearingPractice.learn(&box, marks: 1, gate: nil)
        #expect(words(box).contains(Strings.Hearing.learns(2)))
        HearingPractice.learn(&box, marks: 4, gate: nil)
        #expect(words(box).contains(Strings.Hearing.disagrees))
        HearingPractice.learn(&box, marks: 5, gate: -30)
        #expect(words(box).contains(Strings.Hearing.knows(5)) && words(box).contains(Strings.Hearing.test(0)))
        HearingPractice.hear(&box, id: 1, at: box.now.seconds)
        #expect(words(box).contains(Strings.Hearing.test(1)))
    }

    @Test("X-18 if only whistles are listened for, the page says so, and how loud it is")
    func whistlesAlone() {
        var box = Rehearsal {
            ($0.scores, $0.clip, $0.recordsSound, $0.soundMarks) = (false, .rally, true, .off)
        }
        box.run(to: 30)
        open(&box)
        #expect(words(box).contains(Strings.Hearing.noSound))
        box.send(.hearing(.level(-50), live: nil))
        #expect(words(box).contains(Strings.Hearing.whistles) && !words(box).contains(Strings.Hearing.isOff))
    }

    @Test("X-03 each of the last ten shots says what became of it")
    func fatesOfShots() {
        var box = box()
        HearingPractice.learn(&box, marks: 9, gate: -34)
        HearingPractice.hear(&box, id: 1, at: 29.5)
        #expect(fates(box) == [.suggested])
        box.tap(.mark)
        #expect(fates(box) == [.taken])
        box.run(to: 45)
        HearingPractice.hear(&box, id: 2, at: 44.8)
        box.run(to: 60)
        #expect(fates(box) == [.taken, .letGo])
        box.tap(.mark)
        #expect(fates(box) == [.taken, .letGo, .missed])
        for id in 3...20 {
            box.run(to: Double(id) * 4 + 60)
            HearingPractice.hear(&box, id: id, at: Double(id) * 4 + 59.9)
        }
        #expect(fates(box).count == 10 && fates(box).last == .suggested)
    }

    @Test("X-03 the diagnostics count the session's heard shots and those that marks took, while the ear is on")
    func countsOfASession() {
        func counts(_ box: Rehearsal) -> [String] { box.appliance.context.diagnosticRows().filter { $0.label == Strings.heard }.map(\.value) }
        #expect(counts(box(.off)).isEmpty)
        var box = box()
        box.tap(.mark)
        for (id, second) in [(1, 39.5), (2, 49.5)] {
            box.run(to: second + 0.5)
            // The second report is about the impact of the same shot.
            for _ in 0..<2 { HearingPractice.hear(&box, id: id, at: second) }
            if id == 1 { box.tap(.mark) }
        }
        #expect(counts(box) == [Strings.heardCounts(2, taken: 1)])
    }

    @Test("X-03 while it listens and clips have no sound, the page about the box says what becomes of what it heard")
    func aboutSaysWhatIsHeard() {
        var settings = Settings()
        #expect(!Strings.about(settings, version: "1").contains { $0.contains("10 seconds") })
        settings.soundMarks = .suggest
        #expect(Strings.about(settings, version: "1").contains { $0.contains("leaves memory within 10 seconds and is never written") })
        settings.recordsSound = true
        #expect(!Strings.about(settings, version: "1").contains { $0.contains("never written") })
    }

    @Test("X-03 STOP, MARK and a push go back to the menu", arguments: [Control.stop, .mark, .knob])
    func everyKeyGoesBack(control: Control) {
        var box = box()
        open(&box)
        box.tap(control)
        #expect(box.appliance.page == .menu && box.appliance.session.marks.isEmpty)
    }
}
