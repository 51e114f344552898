// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The times at which the voice speaks: on Live only in answer to a press or shortly after a shot, and about a hold before it acts.
@Suite struct VoiceAtWorkTests {
    private func box(_ voice: Settings.Speaking = .all) -> Rehearsal {
        var box = Rehearsal { $0.voice = voice }
        box.run(to: 10)
        return box
    }

    private func said(_ box: Rehearsal) -> [String] {
        box.effects.compactMap { if case .voice(.say(let words, _)) = $0 { words } else { nil } }
    }

    @Test func onLiveItOnlyAnswers() throws {
        var box = box()
        box.loseCamera()
        box.run(to: 30)
        #expect(said(box).isEmpty)
        box.tap(.knob)
        let first = try #require(said(box).first)
        // A fault of the meantime comes first.
        #expect(first.hasPrefix("No camera, ") && first.contains("Live, Delay, 5 s") && said(box).last?.hasPrefix("Menu, ") == true)
    }

    @Test func afterAShotItMaySayWhatCameOfItForFourSeconds() throws {
        var box = box()
        box.tap(.mark)
        box.run(to: 13)
        let before = said(box).count
        box.loseCamera()
        box.run(to: 13.5)
        #expect(said(box).count == before + 1 && said(box).last?.contains("No camera") == true)
        box.run(to: 20)
        box.send(.card(.condition(.absent)))
        box.run(to: 25)
        #expect(said(box).count == before + 1)
    }

    @Test func aHoldSaysWhatItWillDoBeforeItDoesIt() throws {
        var box = box()
        box.panel(.pressed(.knob))
        box.run(to: 10.45)
        #expect(said(box).last?.contains("Hold on: Tools") == true && box.toolLayers == nil)
        box.run(to: 10.6)
        #expect(box.toolLayers != nil && said(box).last?.hasPrefix("Tools, ") == true)
    }

    @Test func turningTheKnobSaysTheNewValueAlone() {
        var box = box()
        box.panel(.turned(1))
        box.run(to: 11)
        box.panel(.turned(1))
        #expect(said(box).last == "7 s")
    }

    @Test(arguments: [Settings.Speaking.off, .scores])
    func withoutItNothingIsSaid(voice: Settings.Speaking) {
        var box = box(voice)
        box.tap(.knob)
        box.panel(.turned(3))
        box.hold(.stop, seconds: 1.5)
        #expect(said(box).isEmpty && box.appliance.context.narration == nil)
    }

    @Test func whoeverTurnsItOnHearsWhereTheyAre() {
        var box = box(.off)
        box.tap(.knob)
        box.change { $0.voice = .all }
        #expect(said(box).last?.hasPrefix("Menu, ") == true)
    }
}
