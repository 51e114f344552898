// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite struct KeyLearningTests {
    static func key(_ name: String) throws -> KeyCode { try #require(KeyCode(name: name)) }

    private func press(_ name: String, _ box: inout Rehearsal) throws { try Self.press(name, &box) }

    static func press(_ name: String, _ box: inout Rehearsal) throws {
        let code = try key(name)
        let live = Rehearsal.newest(at: box.now)
        box.send(.key(KeyPress(code, isPressed: true, at: box.now), shown: live, live: live))
        box.send(.key(KeyPress(code, isPressed: false, at: box.now), shown: live, live: live))
    }

    /// Returns a box with the sheet at "Learn a key", the control chosen, listening.
    private func listening(for control: Control) -> Rehearsal {
        var box = Rehearsal()
        box.run(to: 10)
        box.goToRow(.learnKey)
        box.run(to: 12)
        box.tap(.knob)
        box.panel(.turned(Control.allCases.firstIndex(of: control) ?? 0))
        box.tap(.knob)
        return box
    }

    @Test("with the knob alone", arguments: Control.allCases)
    func aKeyIsTaughtAnyControl(control: Control) throws {
        var box = listening(for: control)
        #expect(box.appliance.menu.learning.isListening)
        box.run(to: 14)
        try press("KEY_F9", &box)
        #expect(box.appliance.settings.keys.meaning(of: try Self.key("KEY_F9")) == .control(control))
        #expect(!box.appliance.menu.learning.isListening && !box.appliance.menu.isEditing)
        #expect(box.texts.contains { $0.contains("F9 is") })
        box.run(to: 18)
        #expect(box.saved.last?.keys == box.appliance.settings.keys)
        #expect(box.marks.isEmpty, "the key was an answer and nothing else")
    }

    /// The finger that started the listening is lifted while it lasts.
    @Test func aFingerOnMarkThatBeginsTheListeningLetsGoOfIt() throws {
        var box = Rehearsal()
        box.run(to: 10)
        box.goToRow(.learnKey)
        box.run(to: 12)
        box.tap(.knob)
        box.touch(box.appliance.label(.press(.mark)))
        #expect(box.appliance.menu.learning.isListening)
        #expect(!box.appliance.presses.isDown(.mark) && box.appliance.footerTouch == nil)
        try press("KEY_F9", &box)
        box.hold(.stop, seconds: 1.2)
        box.run(to: 25)
        box.tap(.mark)
        #expect(box.marks.count == 1)
    }

    @Test func aLearnedKeyDoesWhatItWasTaught() throws {
        var box = listening(for: .mark)
        try press("KEY_Z", &box)
        box.hold(.stop, seconds: 1.2)
        box.run(to: 25)
        try press("KEY_Z", &box)
        #expect(box.marks.count == 1 && box.marks.first?.source == .keyboard)
    }

    @Test func aKeyThatMeantSomethingMoves() throws {
        var box = listening(for: .knob)
        try press("KEY_SPACE", &box)
        #expect(box.appliance.settings.keys.meaning(of: try Self.key("KEY_SPACE")) == .control(.knob))
        #expect(box.appliance.settings.keys.meaning(of: try Self.key("KEY_M")) == .control(.mark), "others stay")
    }

    @Test func stopCallsItOffAndNothingElseDoesAnything() {
        var box = listening(for: .mark)
        box.tap(.mark)
        box.tap(.knob)
        box.panel(.turned(1))
        #expect(box.appliance.menu.learning.isListening && box.marks.isEmpty)
        box.tap(.stop)
        #expect(!box.appliance.menu.learning.isListening)
        #expect(box.appliance.page == .menu && box.closings == 0)
        #expect(box.appliance.settings.keys.learned.isEmpty)
    }

    @Test func afterTenSecondsItListensNoMore() throws {
        var box = listening(for: .mark)
        box.run(to: 12 + 9.9)
        #expect(box.texts.contains(Strings.listening(1)))
        box.run(to: 22.1)
        #expect(!box.appliance.menu.learning.isListening)
        try press("KEY_F9", &box)
        #expect(box.appliance.settings.keys.learned.isEmpty)
    }

    @Test func whatWasLearnedCanBeForgotten() throws {
        var box = listening(for: .mark)
        try press("KEY_F9", &box)
        box.run(to: 14)
        box.openRow(.setting(.allSettings))
        box.openRow(.setting(.forgetKeys))
        #expect(box.appliance.settings.keys.learned.isEmpty)
    }

    @Test func aKnownKeyIsAControlAndTheRestAreNothing() throws {
        var box = Rehearsal()
        box.run(to: 10)
        try press("KEY_PAGEDOWN", &box)
        try press("KEY_Q", &box)
        #expect(box.marks.count == 1)
        try press("KEY_VOLUMEUP", &box)
        #expect(box.delays.last == .seconds(6))
    }

    @Test("N-09 a clicker's forward is MARK and its back ◀, and a device with nothing but volume keys is a shutter")
    func clickersAndShutters() throws {
        let map = KeyMap()
        #expect(map.meaning(of: try Self.key("KEY_PAGEDOWN")) == .control(.mark))
        #expect(map.meaning(of: try Self.key("KEY_PAGEUP")) == .control(.left))
        let volume = try Self.key("KEY_VOLUMEUP")
        var box = Rehearsal()
        box.run(to: 10)
        for isOfShutter in [true, false] {
            let live = Rehearsal.newest(at: box.now)
            for isPressed in [true, false] {
                box.send(.key(KeyPress(volume, isPressed: isPressed, at: box.now, isOfShutter: isOfShutter), shown: live, live: live))
            }
            #expect(box.marks.count == 1 && box.delays.count == (isOfShutter ? 0 : 1))
        }
        var taught = map
        taught.learn(volume, as: .stop)
        #expect(taught.meaning(of: KeyPress(volume, isPressed: true, at: .zero, isOfShutter: true)) == .control(.stop))
    }
}

@Suite struct KeyMapTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func whatIsWrittenIsWhatIsRead(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var map = KeyMap()
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let key = try #require(KeyCode(Int.random(in: 1...KeyCode.highest, using: &random)))
                map.learn(key, as: try #require(KeyMap.Meaning.taught.randomElement(using: &random)))
            }
            #expect(try KeyMap(text: map.text) == map)
        }
    }

    @Test func everyKeyHasOneName() throws {
        var names: Set<String> = []
        for number in 1...KeyCode.highest {
            let key = try #require(KeyCode(number))
            #expect(KeyCode(name: key.name) == key)
            #expect(names.insert(key.name).inserted)
        }
        #expect(KeyCode(0) == nil && KeyCode(KeyCode.highest + 1) == nil)
    }

    @Test(arguments: ["KEY_B", "=mark", "KEY_B=", "KEY_B=hop", "B=mark", "KEY_=mark", "KEY_B=mark=stop", "KEY_99999=mark", "KEY_-5=mark", "mark"])
    func whatIsNoKeyIsRefusedInWords(text: String) {
        #expect(throws: KeyMapProblem.self) { try KeyMap(text: text) }
    }

    @Test func anyTextIsAMapOrAProblem() {
        var random = SeededGenerator(seed: 5)
        let alphabet = Array("KEY_=, mark0123é\"")
        for _ in 0..<5000 {
            _ = try? KeyMap(
                text: String((0..<Int.random(in: 0...30, using: &random)).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }))
        }
    }
}
