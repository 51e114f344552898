// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The voice is turned on and off without a look at the TV: by STOP and the knob, or by a key.
@Suite struct VoiceSwitchTests {
    private static func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal(change)
        box.run(to: 20)
        return box
    }

    private static func other(_ control: Control) -> Control { control == .stop ? .knob : .stop }

    private static func press(first: Control, after seconds: Double = 0.2, _ box: inout Rehearsal) {
        box.panel(.pressed(first), at: box.now)
        box.run(to: box.now.seconds + seconds)
        box.panel(.pressed(other(first)), at: box.now)
    }

    private static func letGo(first: Control, _ box: inout Rehearsal) {
        box.panel(.released(first))
        box.run(to: box.now.seconds + 0.1)
        box.panel(.released(other(first)))
    }

    private static func hold(first: Control = .stop, seconds: Double = 2.1, _ box: inout Rehearsal) {
        press(first: first, &box)
        box.run(to: box.now.seconds + seconds)
        letGo(first: first, &box)
    }

    /// The commands that turned the voice on or off, in order.
    private static func turns(_ box: Rehearsal) -> [Bool] {
        box.effects.compactMap { if case .voice(.turn(let isOn, _, _)) = $0 { isOn } else { nil } }
    }

    private static func said(_ box: Rehearsal) -> [String] {
        box.effects.compactMap { effect in
            switch effect {
            case .voice(.turn(_, let words, _)), .voice(.say(let words, _)): words
            default: nil
            }
        }
    }

    @Test("STOP and the knob work on every screen, and do nothing else", arguments: Station.allCases)
    func theChordWorksOnEveryScreen(station: Station) {
        var box = station.box
        var idle = box
        Self.hold(&box)
        idle.run(to: box.now.seconds)
        #expect(Self.turns(box) == [true] && box.appliance.settings.voice == .switchedOn)
        #expect(box.appliance.page == idle.appliance.page)
        #expect(box.marks == idle.marks && box.offs.isEmpty)
        box.run(to: box.now.seconds + 1)
        Self.hold(first: .knob, &box)
        #expect(Self.turns(box) == [true, false] && box.appliance.settings.voice == .off)
    }

    @Test("F8 works on every screen, and does nothing else", arguments: Station.allCases.filter { $0 != .listening })
    func theKeyWorksOnEveryScreen(station: Station) throws {
        var box = station.box
        let page = box.appliance.page
        try KeyLearningTests.press("KEY_F8", &box)
        #expect(Self.turns(box) == [true] && box.appliance.settings.voice == .switchedOn)
        try KeyLearningTests.press("KEY_F8", &box)
        #expect(Self.turns(box) == [true, false] && box.appliance.settings.voice == .off)
        #expect(box.appliance.page == page)
    }

    @Test func aBoxThatListensForAKeyLearnsIt() throws {
        var box = Station.listening.box
        try KeyLearningTests.press("KEY_F8", &box)
        let key = try KeyLearningTests.key("KEY_F8")
        #expect(Self.turns(box).isEmpty && box.appliance.settings.keys.meaning(of: key) != .voice)
    }

    @Test func aTaughtKeyDoesTheSame() throws {
        let map = try KeyMap(text: "KEY_F9=voice")
        #expect(map.text == "KEY_F9=voice")
        var box = Self.box { $0.keys = map }
        try KeyLearningTests.press("KEY_F9", &box)
        #expect(Self.turns(box) == [true])
    }

    @Test func itIsSaidShownAndSaved() {
        var box = Self.box()
        for (isOn, words) in [(true, Strings.voiceOn), (false, Strings.voiceOff)] {
            Self.hold(&box)
            #expect(box.texts.contains(words))
            box.run(to: box.now.seconds + 4)
            #expect(box.saved.last?.voice == (isOn ? .switchedOn : .off))
        }
        // "Voice on" and the screen are said in one breath: other words would cut it off.
        let said = Self.said(box)
        #expect(said.count == 2 && said.last == Strings.voiceOff)
        #expect(said.first?.hasPrefix(Strings.voiceOn + ", ") == true && said.first?.contains(Strings.word(of: .live)) == true)
    }

    @Test("whatever the voice says, it is turned off", arguments: Settings.Speaking.allCases.filter { $0 != .off })
    func fromAnyValueItIsTurnedOff(speaking: Settings.Speaking) {
        var box = Self.box { $0.voice = speaking }
        Self.hold(&box)
        #expect(Self.turns(box) == [false] && box.appliance.settings.voice == .off)
    }

    @Test("both held together do nothing by themselves", arguments: [Control.stop, .knob], [0.05, 0.7, 1.5])
    func neitherActsAlone(first: Control, seconds: Double) {
        var box = Self.box()
        box.tap(.mark)
        Self.hold(first: first, seconds: seconds, &box)
        box.run(to: box.now.seconds + 2)
        #expect(Self.turns(box).isEmpty && box.appliance.page == .live && box.appliance.path.tools == nil)
        #expect(box.closings == 0 && box.appliance.context.switchingOff.holdStart == nil)
        // Afterwards each does what it always does.
        box.tap(.knob)
        #expect(box.appliance.page == .menu)
    }

    @Test("as long as one is down, the other does nothing", arguments: [Control.stop, .knob])
    func untilBothAreUp(first: Control) {
        var box = Self.box()
        Self.press(first: first, &box)
        box.run(to: box.now.seconds + 0.5)
        box.panel(.released(first))
        for _ in 0..<3 {
            box.run(to: box.now.seconds + 0.3)
            box.panel(.pressed(first), at: box.now)
            box.run(to: box.now.seconds + 2.5)
            box.panel(.released(first))
        }
        #expect(Self.turns(box).isEmpty && box.appliance.page == .live && box.appliance.path.tools == nil && box.closings == 0)
    }

    @Test func heldOnTheyTurnItOnceAndTheBoxStaysOn() {
        var box = Self.box()
        Self.hold(seconds: 12, &box)
        #expect(Self.turns(box) == [true] && box.offs.isEmpty && box.appliance.page == .live)
    }

    @Test func aTurnCallsItOffAndIsNoOtherTurn() {
        var box = Self.box()
        let delay = box.appliance.settings.delaySeconds
        Self.press(first: .knob, &box)
        box.run(to: box.now.seconds + 1)
        box.panel(.turned(1), at: box.now)
        box.run(to: box.now.seconds + 3)
        Self.letGo(first: .knob, &box)
        #expect(Self.turns(box).isEmpty && box.appliance.settings.delaySeconds == delay && box.appliance.page == .live)
    }

    @Test func pressedTooFarApartEachActsAlone() {
        var box = Self.box()
        Self.press(first: .stop, after: 0.5, &box)
        box.panel(.released(.knob))
        box.panel(.released(.stop))
        #expect(box.appliance.page == .menu)
        box.run(to: box.now.seconds + 3)
        #expect(Self.turns(box).isEmpty)
    }

    @Test func markStaysFree() {
        var box = Self.box()
        Self.press(first: .stop, &box)
        box.run(to: box.now.seconds + 1)
        box.tap(.mark)
        box.run(to: box.now.seconds + 1.1)
        Self.letGo(first: .stop, &box)
        #expect(box.marks.count == 1 && Self.turns(box) == [true] && box.appliance.tvMode == .auto)
    }

    @Test func stopThatIsHeldWithMarkIsForTheTV() {
        var box = Self.box()
        box.panel(.pressed(.mark))
        box.panel(.pressed(.stop))
        box.run(to: box.now.seconds + 0.2)
        box.panel(.pressed(.knob))
        box.run(to: box.now.seconds + 4.9)
        #expect(Self.turns(box).isEmpty && box.appliance.tvMode == .hd1080)
    }

    @Test func theKeysOfAKeyboardAreHeldTogetherToo() throws {
        var box = Self.box()
        func send(_ name: String, isPressed: Bool) throws {
            let (code, live) = (try KeyLearningTests.key(name), Rehearsal.newest(at: box.now))
            box.send(.key(KeyPress(code, isPressed: isPressed, at: box.now), shown: live, live: live))
        }
        try send("KEY_S", isPressed: true)
        box.run(to: box.now.seconds + 0.3)
        try send("KEY_K", isPressed: true)
        box.run(to: box.now.seconds + 2)
        try send("KEY_K", isPressed: false)
        try send("KEY_S", isPressed: false)
        #expect(Self.turns(box) == [true] && box.appliance.page == .live)
    }

    /// STOP in the menu puts back the value that was turned, and nothing else.
    @Test func puttingBackAValueLeavesTheVoiceOn() throws {
        var box = Station.editing.box
        #expect(box.appliance.menu.isEditing)
        try KeyLearningTests.press("KEY_F8", &box)
        box.tap(.stop)
        #expect(!box.appliance.menu.isEditing && box.appliance.settings.voice == .switchedOn)
    }

    @Test("with the voice on, STOP says after 3 s what holding it on will do", arguments: [Settings.Speaking.off, .scores])
    func stopSaysThatItSwitchesOff(speaking: Settings.Speaking) {
        var box = Self.box { $0.voice = speaking }
        box.hold(.stop, seconds: 2.9)
        #expect(Self.said(box).isEmpty)
        box.run(to: 30)
        box.panel(.pressed(.stop))
        box.run(to: 32.95)
        #expect(Self.said(box).isEmpty)
        box.run(to: 33)
        let words = speaking == .off ? [] : [Strings.switchOffSpoken]
        #expect(Self.said(box) == words)
        box.run(to: 35)
        #expect(Self.said(box) == words && box.offs.count == 1)
    }

    @Test func aBoxThatSwitchesOffIsNotAsked() throws {
        var box = Self.box()
        box.hold(.stop, seconds: 5.2)
        #expect(box.offs.count == 1)
        try KeyLearningTests.press("KEY_F8", &box)
        Self.hold(&box)
        #expect(Self.turns(box).isEmpty)
    }
}
