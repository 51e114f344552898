// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Archers are named, chosen, changed and removed on the box.
@Suite struct ArcherRowsTests {
    private func opened(_ names: [String] = ["Ana", "Ben"], at row: MenuRow? = nil) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.archers = names.map { Archer(name: $0) }
        }
        box.run(to: 10)
        box.goToMenu(.archer)
        box.tap(.knob)
        if let row { go(&box, to: row) }
        return box
    }

    /// Goes from the list of archers to a row of the list, or of the present archer's page.
    private func go(_ box: inout Rehearsal, to row: MenuRow, of name: String? = nil) {
        if !row.isOfTheList, let name = name ?? box.appliance.settings.shooter?.name { box.openRow(.archer(name)) }
        box.choose(row)
    }

    private func names(_ box: Rehearsal) -> [String] { box.appliance.settings.archers.map(\.name) }

    @Test("with nobody named the tile says None, and adding somebody is all there is; the first letter is two pushes away")
    func nobodyIsNamed() {
        var box = opened([])
        #expect(MenuTile.archer.value(in: box.appliance.context, at: box.now) == "None")
        #expect(box.appliance.menu.rows(of: .archers, box.appliance.settings) == [.addArcher])
        box.tap(.knob)
        #expect(box.appliance.menu.wheel.result == nil)
        box.tap(.mark)
        #expect(names(box).isEmpty && box.appliance.menu.panel == .naming, "fault 15: nothing is written yet")
        box.tap(.knob)
        box.tap(.mark)
        #expect(names(box) == ["A"] && box.appliance.settings.shooter?.name == "A")
        #expect(MenuTile.archer.value(in: box.appliance.context, at: box.now) == "A" && box.appliance.menu.panel == .archers)
        box.run(to: 30)
        #expect(box.saved.last?.archers.map(\.name) == ["A"] && box.marks.isEmpty)
    }

    /// With the knob: a round for Ana alone, and then everybody's round again.
    @Test func anArcherGetsARoundOfTheirOwn() throws {
        var box = opened(at: .archersRound)
        #expect(box.rowValue == Strings.everybodysRound)
        for (item, own) in [(ChoiceList.Item.round(try #require(RoundCatalog.round("wa_18"))), "wa_18"), (.practice, "practice"), (.everybodys, nil)]
        {
            box.tap(.knob)
            let list = try #require(box.choiceScreen).list
            let index = try #require(list.items.lastIndex(of: item))
            box.panel(.turned(-100))
            box.panel(.turned(index))
            box.tap(.mark)
            #expect(box.appliance.page == .menu && box.appliance.settings.archers.map(\.round) == [own, nil] && box.appliance.settings.round == nil)
        }
    }

    /// The key's release arrives as text input; it must still release MARK.
    @Test func aKeyThatBeganTheWritingIsNotStillDownAfterIt() throws {
        var box = opened(at: .addArcher)
        func press(_ name: String, isDown: Bool) throws {
            let key = try #require(KeyCode(name: name))
            let live = Rehearsal.newest(at: box.now)
            box.send(.key(KeyPress(key, isPressed: isDown, at: box.now), shown: live, live: live))
        }
        try press("KEY_SPACE", isDown: true)
        #expect(box.appliance.menu.panel == .naming)
        box.run(to: box.now.seconds + 0.1)
        try press("KEY_SPACE", isDown: false)
        #expect(box.appliance.presses.holds.isEmpty && !box.appliance.presses.isDown(.mark))
        box.hold(.stop, seconds: 1.2)
        box.run(to: box.now.seconds + 2)
        #expect(box.appliance.page == .live)
        box.tap(.mark)
        #expect(box.marks.count == 1)
    }

    @Test func aNameIsMadeOfLetters() {
        var box = opened(at: .addArcher)
        box.tap(.knob)
        // C, then y; one o too many is erased.
        box.panel(.turned(2))
        box.tap(.knob)
        box.tap(.down)
        box.tap(.up)
        box.panel(.turned(22))
        box.tap(.knob)
        box.panel(.turned(-10))
        box.tap(.knob)
        #expect(box.appliance.menu.wheel.letters.text == "Cyo")
        box.tap(.left)
        box.tap(.mark)
        #expect(names(box) == ["Ana", "Ben", "Cy"] && box.appliance.settings.shooter?.name == "Cy")
        #expect(box.menuRow == .archer("Cy"))
    }

    @Test("a finger alone names somebody")
    func aFingerNamesSomebody() throws {
        var box = opened()
        box.touch(try #require(box.place(of: .addArcher)).center)
        let menu = box.appliance.menu
        let letters = menu.sheetLayout(of: menu.panel, box.appliance.context, at: box.now).naming.letters
        for letter in "DAN" { box.touch(letters[try #require(LetterWheel.letters.firstIndex(of: letter))].center) }
        box.touch(box.appliance.label(.press(.mark)))
        #expect(names(box) == ["Ana", "Ben", "Dan"])
    }

    @Test("a keyboard writes a name; elsewhere its letters are controls")
    func aKeyboardWritesAName() throws {
        var box = opened(at: .addArcher)
        box.tap(.knob)
        let live = box.appliance.context.moment.frames.live
        for (name, isShifted) in [("S", true), ("M", false), ("K", false), ("2", false), ("BACKSPACE", false), ("ENTER", false)] {
            let shift = try #require(KeyCode(name: "KEY_LEFTSHIFT"))
            let key = try #require(KeyCode(name: "KEY_\(name)"))
            let presses = [(key, true), (key, false)]
            for (code, isPressed) in isShifted ? [(shift, true)] + presses + [(shift, false)] : presses {
                box.send(.key(KeyPress(code, isPressed: isPressed, at: box.now), shown: live, live: live))
            }
        }
        #expect(names(box) == ["Ana", "Ben", "Smk"] && box.appliance.menu.panel == .archers && box.marks.isEmpty)
        let stop = try #require(KeyCode(name: "KEY_S"))
        for isPressed in [true, false] { box.send(.key(KeyPress(stop, isPressed: isPressed, at: box.now), shown: live, live: live)) }
        #expect(box.appliance.menu.panel == .tiles)
    }

    @Test func stopLeavesTheNamesAsTheyWere() {
        var box = opened(at: .archerName)
        let before = box.appliance.settings
        box.tap(.knob)
        box.tap(.knob)
        box.tap(.left)
        box.tap(.left)
        box.tap(.stop)
        #expect(box.appliance.settings == before && box.appliance.menu.panel == .archer("Ana"))
    }

    @Test func nobodyIsCalledAsSomebodyElse() {
        var box = opened(["A", "Ana"], at: .addArcher)
        box.tap(.knob)
        box.tap(.knob)
        box.tap(.mark)
        #expect(names(box) == ["A", "Ana"] && box.appliance.menu.panel == .naming)
        #expect(box.texts.contains(Strings.nameIsTaken("A")))
    }

    @Test("fault 15: what is on an archer's page is that archer's, whoever shoots")
    func aPageIsAboutItsArcher() {
        var box = opened(at: .archer("Ben"))
        box.tap(.mark)
        #expect(box.appliance.menu.panel == .archer("Ben") && box.texts.contains("Ben") && box.appliance.settings.shooter?.name == "Ana")
        #expect(
            box.appliance.menu.rows(of: box.appliance.menu.panel, box.appliance.settings) == [
                .shootsNow, .archerName, .archersRound, .setting(.face), .setting(.arrow), .leftHanded, .removeArcher,
            ])
        box.choose(.leftHanded)
        box.tap(.knob)
        box.choose(.setting(.arrow))
        box.tap(.knob)
        box.panel(.turned(2))
        box.tap(.knob)
        box.choose(.setting(.face))
        box.tap(.knob)
        box.panel(.turned(3))
        box.tap(.knob)
        box.choose(.archerName)
        box.tap(.knob)
        box.panel(.turned(4))
        box.tap(.knob)
        box.tap(.mark)
        let ben = box.appliance.settings.archers[1]
        let bene = Archer(name: "Bene", face: ben.face, shaft: Length(millimetres: 5.7), isLeftHanded: true, formerNames: ["Ben"])
        #expect(ben == bene && ben.face != nil)
        #expect(box.appliance.settings.archers[0] == Archer(name: "Ana") && box.appliance.settings.shooter?.name == "Ana")
        #expect(box.appliance.menu.panel == .archer("Bene") && box.menuRow == .archerName && box.marks.isEmpty)
    }

    @Test func whoeverIsChosenShoots() {
        var box = opened(at: .archer("Ben"))
        box.tap(.knob)
        #expect(box.menuRow == .shootsNow && box.rowValue == Strings.no)
        box.tap(.knob)
        #expect(box.appliance.settings.shooter?.name == "Ben" && box.appliance.menu.panel == .archers && box.rowValue == Strings.shootsNow)
    }

    @Test("what is marked for somebody stays theirs when another one is chosen")
    func marksStayWithWhoShot() {
        var box = Rehearsal {
            $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")]; $0.scores = true
        }
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 20)
        box.goToRow(.archer("Ben"))
        box.tap(.knob)
        box.tap(.knob)
        #expect(box.appliance.context.sessions.rested.map { $0.target?.archer } == ["Ana"])
        #expect(box.appliance.context.sessions.rested.first?.marks.count == 1)
    }

    private func rename(_ box: inout Rehearsal, by detents: Int) {
        box.goToRow(.archerName)
        box.tap(.knob)
        box.panel(.turned(detents))
        box.tap(.knob)
        box.tap(.mark)
        box.hold(.stop, seconds: 1.2)
    }

    private func targets(_ box: Rehearsal) -> [String] {
        box.effects.compactMap { if case .card(.journal(let ref, .target(let target))) = $0 { "\(ref) \(target.archer ?? "nobody")" } else { nil } }
    }

    @Test("a new name goes on in the archer's session, also where it rests; an archer who is added or removed leaves it whole")
    func aNewNameSplitsNothing() {
        var box = Rehearsal {
            $0.archers = [Archer(name: "An"), Archer(name: "Ben")]; $0.scores = true
        }
        box.run(to: 20)
        box.tap(.mark)
        rename(&box, by: 0)
        #expect(box.appliance.settings.shooter?.name == "Ana")
        box.run(to: 60)
        box.tap(.mark)
        #expect(box.sessionsMarked == [.run(1)] && box.marks.map(\.number) == [1, 2])
        #expect(targets(box) == ["run(1) An", "run(1) Ana"])
        // The session's archer is renamed again after a break in which Ben shot.
        box.choose("Ben")
        box.tap(.mark)
        box.choose("Ana")
        rename(&box, by: 13)
        #expect(box.appliance.settings.shooter?.name == "Anan")
        box.run(to: 90)
        box.tap(.mark)
        #expect(box.marks.map(\.number) == [1, 2, 1, 3] && box.sessionsMarked == [.run(1), .run(2)])
        #expect(targets(box).last == "run(1) Anan" && box.overs.isEmpty)
    }

    @Test("a session of an earlier run goes on under its archer's new name, and its journal says so")
    func aLeftSessionHasTheNewName() throws {
        var box = Rehearsal { $0.archers = [Archer(name: "Ben"), Archer(name: "An")] }
        let left = SessionRecord(
            header: Rehearsal.header, marks: [Mark(number: 4, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .gpio)], ending: .stopped,
            target: SessionTarget(archer: "An", face: box.appliance.settings.target.face))
        box.send(.card(.resumable([try #require(ResumableSession(left, name: "2026-11-20_1405_S02"))])))
        box.run(to: 10)
        box.goToRow(.archer("An"))
        box.tap(.knob)
        box.tap(.knob)
        go(&box, to: .archerName)
        box.tap(.knob)
        box.tap(.knob)
        box.tap(.mark)
        box.hold(.stop, seconds: 1.2)
        #expect(box.appliance.settings.shooter?.name == "Ana" && box.appliance.page == .live)
        box.run(to: 20)
        box.goOnByMenu()
        box.send(.card(.continued(ContinuedSession(name: "2026-11-20_1405_S02", record: left, journal: left.journal), .run(1))))
        box.run(to: 30)
        box.tap(.mark)
        #expect(box.marks.map(\.number) == [5] && box.sessionsMarked == [.run(1)])
        #expect(targets(box) == ["run(1) Ana"])
    }

    @Test("removing is held for a second, and the last one may go too")
    func removingIsHeld() {
        var box = opened(at: .removeArcher)
        box.tap(.knob)
        box.tap(.mark)
        box.hold(.knob, seconds: 0.9)
        #expect(names(box) == ["Ana", "Ben"] && box.appliance.menu.panel == .archer("Ana"))
        box.hold(.knob, seconds: 1.05)
        #expect(names(box) == ["Ben"] && box.appliance.settings.shooter?.name == "Ben" && box.appliance.menu.panel == .archers)
        go(&box, to: .removeArcher)
        box.hold(.knob, seconds: 1.05)
        #expect(names(box).isEmpty && box.appliance.settings.shooter == nil)
        #expect(box.appliance.menu.rows(of: .archers, box.appliance.settings) == [.addArcher])
    }

    @Test("somebody else is removed, and whoever shoots goes on shooting")
    func anotherIsRemoved() {
        var box = opened()
        go(&box, to: .removeArcher, of: "Ben")
        box.hold(.knob, seconds: 1.05)
        #expect(names(box) == ["Ana"] && box.appliance.settings.shooter?.name == "Ana")
    }

    @Test func thereAreEightAtMost() {
        var box = opened((1...7).map { "Archer \($0)" }, at: .addArcher)
        box.tap(.knob)
        box.tap(.knob)
        box.tap(.mark)
        #expect(box.appliance.settings.archers.count == Archer.most)
        #expect(!box.appliance.menu.rows(of: .archers, box.appliance.settings).contains(.addArcher))
    }

    @Test("any letters make a name that settings.toml takes and gives back", arguments: [1, 2, 3] as [UInt64])
    func namesAreWrittenAndRead(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var wheel = NameWheel()
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                wheel.letters.turn(by: Int.random(in: -50...50, using: &random))
                wheel.letters.takeLetter()
            }
            guard let name = wheel.result else { continue }
            var settings = Settings()
            settings.archers = [Archer(name: name)]
            var read = Settings()
            try SettingKey.apply(SettingKey.value(of: "archers", in: settings), for: "archers", to: &read)
            #expect(read.archers.map(\.name) == [name])
        }
    }
}

extension MenuRow {
    /// True for a row of the list of archers.
    fileprivate var isOfTheList: Bool {
        if case .archer = self { true } else { self == .addArcher }
    }
}
