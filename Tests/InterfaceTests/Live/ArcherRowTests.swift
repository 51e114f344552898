// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// ▶ chooses the archer at once, and a row in place of the status line shows it.
@Suite struct ArcherRowTests {
    private static let names = ["Ana", "Ben", "Carla", "Dora", "Eve", "Fritz", "Gus", "Hal"]

    private func box(_ count: Int = 3, _ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.round = "wa_70"
            $0.archers = Self.names.prefix(count).map { Archer(name: $0) }
            change(&$0)
        }
        box.run(to: 20)
        box.tap(.mark)
        box.run(to: 22)
        return box
    }

    private func row(_ box: Rehearsal) -> ArcherRowLayout? {
        let context = box.appliance.context
        return context.archerRowLayout(in: context.hudLayout(at: box.now), at: box.now)
    }

    private func names(_ box: Rehearsal) -> [String] { row(box)?.cells.map { ($0.isChosen ? "*" : "") + $0.entry.name } ?? [] }

    @Test func itShowsEachArcherAndHowFarTheyAre() throws {
        var box = box()
        #expect(row(box) == nil)
        box.tap(.right)
        box.run(to: 22.3)
        let row = try #require(self.row(box))
        #expect(row.rect == Rect(x: 540, y: 54, width: 840, height: 120))
        #expect(row.cells.map(\.rect.x) == [548, 823, 1098] && row.cells.allSatisfy { $0.rect.width == 274 && $0.rect.height == 104 })
        #expect(names(box) == ["Ana", "*Ben", "Carla"])
        #expect(row.cells.first?.entry.state == "End 1 · 1 of 6")
        #expect(!box.texts.contains { $0.contains("shoots now") }, "the row says it")
        #expect(box.texts.contains("Carla") && box.appliance.footer(at: box.now) != nil)
    }

    @Test func twoSecondsAfterTheLastPressItClosesIntoTheStatus() {
        var box = box()
        box.tap(.right)
        box.run(to: 23.5)
        box.tap(.right)
        #expect(names(box) == ["Ana", "Ben", "*Carla"])
        box.run(to: 25.4)
        #expect(names(box).count == 3 && !box.texts.contains(" · 0 marks"))
        box.run(to: 25.6)
        #expect(box.appliance.context.archerRow.map { $0.openness(at: box.now) < 1 } == true)
        box.run(to: 25.8)
        #expect(row(box) == nil && box.appliance.settings.shooter?.name == "Carla")
    }

    /// The athlete is visible again as soon as a shot is marked, and nothing covers the mark's number.
    @Test func aMarkClosesItAtOnce() {
        var box = box()
        box.tap(.right)
        box.run(to: 22.3)
        box.tap(.mark)
        #expect(row(box) == nil && box.marks.last?.number == 1)
    }

    @Test(arguments: [100, 150, 200]) func itLiesOnNothing(scale: Int) throws {
        for count in [2, 3, 4, 8] {
            for isWrong in [false, true] {
                var box = box(count) { $0.textScalePercent = scale }
                if isWrong { box.send(.card(.condition(.absent))) }
                box.tap(.right)
                box.run(to: box.now.seconds + 0.5)
                let rect = try #require(row(box)).rect
                let hud = box.appliance.context.hudLayout(at: box.now)
                for other in [hud.when?.rect, hud.note, hud.chip?.full].compactMap({ $0 }) { #expect(rect.intersection(other) == nil, "\(count)") }
                #expect(rect.x >= Areas.left && rect.maxX <= Areas.right && rect.maxY <= Areas.top + MarkNumber.height + Theme.margin)
                #expect(box.scene.overlappingTexts.isEmpty)
            }
        }
    }

    @Test func ofMoreThanFourThreeAreSeenTheChosenInTheMiddle() {
        var four = box(4)
        four.tap(.right)
        #expect(names(four) == ["Ana", "*Ben", "Carla", "Dora"])
        var box = box(8)
        box.tap(.right)
        #expect(names(box) == ["Ana", "*Ben", "Carla"])
        for _ in 0..<6 { box.tap(.right) }
        #expect(names(box) == ["Gus", "*Hal", "Ana"])
        box.tap(.right)
        #expect(names(box) == ["Hal", "*Ana", "Ben"])
    }

    @Test func aFingerOnACellChoosesThatArcher() throws {
        var box = box()
        box.tap(.right)
        box.run(to: 23)
        let last = try #require(row(box)?.cells.last).rect.center
        box.touch(last)
        #expect(box.appliance.settings.shooter?.name == "Carla")
        box.run(to: 24.9)
        #expect(names(box) == ["Ana", "Ben", "*Carla"], "the time begins anew")
        box.touch(last)
        box.touch(last)
        #expect(box.marks.count == 1, "a double tap there marks nothing")
    }

    @Test func theFooterSaysWhoComesNext() {
        var box = box()
        box.panel(.turned(1))
        box.run(to: box.now.seconds + 0.3)
        #expect(box.texts.contains("Ben"))
        box.tap(.right)
        box.run(to: 30)
        box.panel(.turned(1))
        box.run(to: box.now.seconds + 0.3)
        #expect(box.texts.contains("Carla") && !box.texts.contains("Ana"))
        var long = self.box { $0.archers = [Archer(name: "Ana"), Archer(name: "Maximilienne-Charlotte")] }
        long.panel(.turned(1))
        long.run(to: long.now.seconds + 0.3)
        #expect(long.texts.contains(Strings.word(of: .nextArcher)))
    }

    @Test func withReducedMotionItOnlyFades() {
        var box = box { $0.hasReducedMotion = true }
        box.tap(.right)
        box.run(to: 22.05)
        let whole = row(box)?.rect
        #expect(box.scene.panels.contains { $0 == whole })
        box.run(to: 22.16)
        #expect(box.appliance.context.archerRow?.openness(at: box.now) == 1)
    }

    @Test func anotherScreenEndsIt() {
        var box = box()
        box.tap(.right)
        box.run(to: 22.5)
        box.tap(.knob)
        #expect(box.appliance.page == .menu && box.appliance.context.archerRow == nil)
    }

    @Test func withNoArchersNothingOfItIsSeen() {
        for count in [0, 1] {
            var box = box(count)
            box.tap(.right)
            #expect(row(box) == nil && box.appliance.settings.isSplit)
        }
    }
}
