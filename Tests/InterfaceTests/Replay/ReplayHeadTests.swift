// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The head of a replay says in words which shot or arrow it is, and whose.
@Suite struct ReplayHeadTests {
    private func line(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            change(&$0)
        }
        box.run(to: 10)
        box.mark(3)
        box.run(to: box.now.seconds + 2)
        box.tap(.left)
        box.run(to: box.now.seconds + 0.5)
        return box
    }

    @Test("look again says which shot of how many and how old it is, also while it is paused")
    func theLineSaysWhichShot() {
        var box = line()
        #expect(box.scene.texts.contains { $0.run.text == Strings.shot(3, of: 3) && $0.run.size == 72 })
        #expect(box.texts.contains { $0.hasPrefix("The last, ") && $0.hasSuffix(" ago") })
        box.tap(.left)
        box.run(to: box.now.seconds + 0.5)
        #expect(box.texts.contains(Strings.shot(2, of: 3)) && !box.texts.contains { $0.hasPrefix("The last") })
        box.tap(.knob)
        #expect(box.texts.contains { $0.contains(Strings.shot(2, of: 3)) })
    }

    @Test("of several archers, it says whose shot it is")
    func theLineSaysWhose() {
        let box = line { $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")] }
        #expect(box.texts.contains { $0.hasPrefix("Ana · ") })
    }

    @Test("frames are counted only for the diagnostics", arguments: [false, true])
    func framesAreForTheDiagnostics(isDiagnosed: Bool) {
        for control in [Control.left, .down] {
            var box = Rehearsal { $0.showsDiagnostics = isDiagnosed }
            box.run(to: 20)
            box.tap(.mark)
            box.run(to: 26)
            box.tap(control)
            if control == .left { box.tap(.knob) }
            box.run(to: box.now.seconds + 0.5)
            #expect(box.texts.contains { $0.contains("frame ") } == isDiagnosed)
        }
    }

    /// Returns the replay of Ana's second arrow, which was scored as it was placed.
    private func scored() -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")]
        }
        box.run(to: 10)
        box.mark(3)
        box.tap(.stop)
        box.scoreEnd()
        box.run(to: box.now.seconds + 1)
        box.tap(.right)
        box.tap(.knob)
        box.run(to: box.now.seconds + 0.5)
        return box
    }

    @Test("a scored arrow's replay says the arrow, its score, its archer and its end, playing and paused")
    func aScoredClipSaysItsArrow() throws {
        var box = scored()
        #expect(box.appliance.page == .replay)
        let label = try #require(box.appliance.context.desk.book?.ends.first?.score.entries[1].score.label)
        #expect(box.scene.texts.contains { $0.run.text == Strings.arrow(2, scored: label) && $0.run.size == 72 })
        for isPaused in [false, true] {
            if isPaused { box.tap(.knob) }
            let texts = box.scene.texts
            #expect(texts.contains { $0.run.text == "Ana" && $0.bounds.x > 1000 } && texts.contains { $0.run.text == " · End 1" })
            #expect(texts.contains { $0.run.text == label && $0.bounds.x > 1500 }, "the ring's chip")
        }
        #expect(box.texts.contains { $0.contains(Strings.arrow(2, scored: label)) })
    }

    @Test("whose clip it is stays clear of how fast it plays")
    func theSignsLieApart() {
        var box = scored()
        box.tap(.down)
        box.run(to: box.now.seconds + 2)
        box.tap(.knob)
        let texts = box.scene.texts.map(\.bounds)
        for (index, text) in texts.enumerated() {
            for other in texts[(index + 1)...] { #expect(!text.inset(by: 2).intersects(other), "\(box.texts[index])") }
        }
    }
}
