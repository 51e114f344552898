// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// An end of several archers is scored on one face after the other. Nobody places an arrow for another archer.
@Suite struct ArcherCardTests {
    /// Returns a box at the face of Ben, who shot last. Ana's end waits.
    private func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")]
            change(&$0)
        }
        box.run(to: 20)
        box.mark(2)
        box.choose("Ben")
        box.mark(1)
        box.tap(.stop)
        return box
    }

    /// Returns the same box right after the last MARK for Ben.
    private func boxAtTheCard(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = box(change)
        box.tap(.mark)
        box.run(to: box.now.seconds + 1)
        box.tap(.mark)
        return box
    }

    private func card(_ box: Rehearsal) -> ArcherCard? { box.appliance.path.stack.last?.as(ScoreScreen.self)?.card }
    private func arrows(_ box: Rehearsal) -> Int { box.appliance.context.desk.book?.ends.last?.arrows.count ?? 0 }

    @Test("the face says whose it is, the name bold")
    func theFaceIsNamed() {
        let texts = box().scene.texts.map(\.run)
        #expect(texts.contains { $0.text == "Ben" && $0.weight == .bold } && texts.contains { $0.text == " · End 1" })
    }

    @Test("a push that went down on the card does nothing on the face", arguments: Control.allCases)
    func aPushOnTheCardStaysThere(control: Control) {
        var box = boxAtTheCard()
        box.run(to: box.now.seconds + 1)
        box.panel(.pressed(control), at: box.now)
        guard card(box)?.isUp == true else { return }
        box.run(to: box.now.seconds + 0.6)
        guard card(box)?.isUp == false, box.appliance.page == .score else { return }
        let (path, arrows) = (box.appliance.path, arrows(box))
        box.panel(.released(control), at: box.now)
        #expect(box.appliance.path == path && self.arrows(box) == arrows, "\(control)")
    }

    @Test("the first face comes without a card: nobody scored before")
    func theFirstFaceHasNoCard() { #expect(card(box()) == nil) }

    @Test("between two archers a name 120 high stands on the column for 1.5 s, and then the face comes")
    func theNextArcherIsNamed() throws {
        var box = boxAtTheCard()
        let start = box.now
        #expect(box.appliance.context.desk.book?.archer == "Ana" && card(box)?.isUp == true)
        let name = try #require(box.scene.texts.first { $0.run.text == "Ana" })
        #expect(name.run.size == 120 && name.bounds.x > 1000)
        #expect(!box.texts.contains(Strings.Score.ring), "the face isn't asked for yet")
        box.run(to: start.seconds + 1.49)
        #expect(card(box)?.isUp == true)
        box.run(to: start.seconds + 1.51)
        #expect(card(box)?.isUp == false)
        box.run(to: start.seconds + 2)
        #expect(box.scene.texts.allSatisfy { $0.run.size < 120 || $0.run.text != "Ana" } && box.texts.contains(Strings.Score.ring))
    }

    @Test("the total leads to the card too")
    func theTotalLeadsToTheCard() {
        var box = box()
        box.tap(.mark)
        box.run(to: box.now.seconds + 2.05)
        #expect(box.appliance.context.desk.book?.archer == "Ana" && card(box)?.isUp == true)
    }

    @Test("whatever is pressed in the first 0.8 s, no arrow is placed for the next archer", arguments: 1...40 as ClosedRange<UInt64>)
    func markIsDeafAfterTheChange(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = boxAtTheCard()
        let start = box.now
        while true {
            box.run(to: box.now.seconds + random.seconds(0.02...0.2))
            guard box.now < start + ArcherCard.deafTime else { break }
            let control: Control = random.chance(0.7) ? .mark : .knob
            box.panel(.pressed(control), at: box.now)
            box.panel(.released(control), at: box.now)
            #expect(arrows(box) == 0, "\(start.duration(to: box.now)) after the change")
        }
        #expect(box.appliance.page == .score)
    }

    @Test("MARK or a push takes the card away early, and places nothing")
    func aPressTakesItAway() {
        for (control, after) in [(Control.mark, 0.85), (.knob, 0.45)] {
            var box = boxAtTheCard()
            box.run(to: box.now.seconds + after)
            box.tap(control)
            #expect(card(box)?.isUp == false && arrows(box) == 0)
            box.run(to: box.now.seconds + 0.6)
            box.tap(.mark)
            #expect(arrows(box) == 1)
        }
    }

    @Test("with clips to review, the name comes after them")
    func theNameComesAfterTheReview() {
        var box = box { $0.afterStop = .review }
        for _ in 0..<3 where box.appliance.page == .review { box.tap(.stop) }
        box.tap(.mark)
        box.run(to: box.now.seconds + 1)
        box.tap(.mark)
        #expect(box.appliance.page == .review)
        box.run(to: box.now.seconds + 5)
        box.tap(.stop)
        #expect(box.appliance.page == .score && card(box)?.isUp == true)
        box.run(to: box.now.seconds + 1.6)
        #expect(card(box)?.isUp == false)
    }

    @Test("a long name stays within the column, and no word of it is broken")
    func aLongNameFits() {
        for name in ["Maximiliane-Charlotte", "Bartholomew Featherstonehaugh", "Li"] {
            for scale in [100, 150, 200] {
                let box = boxAtTheCard {
                    $0.archers[0].name = name
                    $0.textScalePercent = scale
                }
                guard let text = box.scene.texts.first(where: { $0.run.text == name && $0.run.weight == .bold }) else {
                    Issue.record("\(name) isn't there")
                    continue
                }
                #expect(text.bounds.maxX <= Areas.right && text.bounds.maxY < Areas.bottom)
                let words = name.split(separator: " ")
                #expect(words.allSatisfy { TextMetrics.fits($0, size: text.run.size, within: text.run.width ?? .infinity) })
            }
        }
    }
}
