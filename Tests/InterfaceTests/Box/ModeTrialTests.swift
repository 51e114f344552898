// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// MARK and STOP held together, for a TV that stays dark.
@Suite struct ModeTrialTests {
    private static func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal(change)
        box.run(to: 20)
        return box
    }

    /// Presses both, MARK first.
    private static func hold(_ box: inout Rehearsal, first: Control = .mark) {
        box.panel(.pressed(first))
        box.run(to: box.now.seconds + 0.2)
        box.panel(.pressed(first == .mark ? .stop : .mark))
    }

    private static func letGo(_ box: inout Rehearsal) {
        box.panel(.released(.mark))
        box.panel(.released(.stop))
    }

    @Test("each mode is up for five seconds, twice round, and then the TV's own is back")
    func theModesInTurn() {
        var box = Self.box()
        Self.hold(&box)
        let start = box.now.seconds + 5
        box.run(to: start - 0.1)
        #expect(box.appliance.tvMode == .auto)
        let modes: [TVResolution] = [.hd1080, .hd720, .sd480, .hd1080, .hd720, .sd480, .auto]
        for (index, mode) in modes.enumerated() {
            box.run(to: start + Double(index) * 5 + 0.1)
            if index == 0 { Self.letGo(&box) }
            #expect(box.appliance.tvMode == mode, "step \(index)")
            #expect(box.texts.contains(Strings.modeTrialKeep) == (mode != .auto))
        }
        #expect(box.appliance.settings.tvMode == .auto && box.appliance.page == .live && box.saved.isEmpty)
    }

    @Test("the next press keeps the mode that is up, and does nothing else", arguments: [Control.mark, .stop, .knob, .left])
    func aPressKeepsIt(control: Control) {
        var box = Self.box()
        Self.hold(&box)
        box.run(to: box.now.seconds + 11)
        Self.letGo(&box)
        let marks = box.marks.count
        box.tap(control)
        box.run(to: box.now.seconds + 40)
        #expect(box.appliance.tvMode == .hd720 && box.saved.last?.tvMode == .hd720)
        #expect(box.marks.count == marks && box.appliance.page == .live)
    }

    @Test("neither acts alone once both are down, and the mark is taken back", arguments: [Control.mark, .stop])
    func neitherActs(first: Control) {
        var box = Self.box()
        let delay = box.appliance.settings.delaySeconds
        Self.hold(&box, first: first)
        box.run(to: box.now.seconds + 4)
        Self.letGo(&box)
        box.run(to: box.now.seconds + 30)
        #expect(box.appliance.page == .live && box.appliance.tvMode == .auto && box.appliance.settings.delaySeconds == delay)
        #expect(box.appliance.context.sessions.session.entries.isEmpty && box.appliance.context.switchingOff.ending == nil)
    }

    @Test("a slip of STOP beside MARK loses no mark")
    func aSlipLosesNoMark() {
        var box = Self.box()
        Self.hold(&box)
        box.run(to: box.now.seconds + 0.3)
        Self.letGo(&box)
        box.run(to: box.now.seconds + 5)
        #expect(box.appliance.context.sessions.session.entries.count == 1 && box.appliance.page == .live)
    }

    @Test("a keyboard that repeats the keys that are held keeps nothing")
    func repeatsKeepNothing() {
        var box = Self.box()
        Self.hold(&box)
        for _ in 0..<200 {
            box.run(to: box.now.seconds + 0.05)
            box.panel(.pressed(.stop))
        }
        #expect(box.appliance.tvMode == .hd720 && box.appliance.settings.tvMode == .auto)
        box.panel(.released(.stop))
        box.panel(.pressed(.stop))
        #expect(box.appliance.settings.tvMode == .hd720)
    }

    @Test("M and S of a keyboard are held as MARK and STOP are, and a key keeps the mode that is up")
    func theKeysOfAKeyboard() throws {
        var box = Self.box()
        func send(_ name: String, isPressed: Bool) throws {
            let (code, live) = (try KeyLearningTests.key(name), Rehearsal.newest(at: box.now))
            box.send(.key(KeyPress(code, isPressed: isPressed, at: box.now), shown: live, live: live))
        }
        try send("KEY_M", isPressed: true)
        try send("KEY_S", isPressed: true)
        box.run(to: box.now.seconds + 5.5)
        try send("KEY_S", isPressed: false)
        try send("KEY_M", isPressed: false)
        #expect(box.appliance.tvMode == .hd1080 && box.appliance.page == .live)
        try send("KEY_SPACE", isPressed: true)
        try send("KEY_SPACE", isPressed: false)
        #expect(box.appliance.settings.tvMode == .hd1080 && box.appliance.context.sessions.session.entries.isEmpty)
    }

    @Test("after the hold both controls are as before")
    func afterwardsTheyActAgain() {
        var box = Self.box()
        Self.hold(&box)
        box.run(to: box.now.seconds + 2)
        Self.letGo(&box)
        box.run(to: box.now.seconds + 2)
        box.tap(.mark)
        box.run(to: box.now.seconds + 3)
        #expect(box.appliance.context.sessions.session.entries.count == 1)
    }
}
