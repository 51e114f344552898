// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Holding STOP for five seconds switches the box off on every screen, and nothing shorter does.
@Suite struct SwitchingOffTests {
    /// The screens on which STOP may be pressed.
    enum Place: CaseIterable, Sendable {
        case live, filling, menu, editing, about, listening, report, offer, score, summary, history, clip
    }

    /// Returns a box on that screen, at 30 s or later; its marks are on the card.
    static func box(in place: Place) -> Rehearsal {
        var box = Rehearsal { $0.scores = [.score, .summary, .clip].contains(place) }
        func row(_ row: SettingRow) {
            box.goToRow(row)
            box.run(to: 31.5)
        }
        if place == .filling {
            box.run(to: 1)
            return box
        }
        box.run(to: 10)
        if place != .offer { box.tap(.mark) }
        box.run(to: 30)
        switch place {
        case .live, .filling: break
        case .menu: row("delay")
        case .editing:
            row("longest")
            box.tap(.knob)
        case .about:
            row(.about)
            box.tap(.knob)
        case .listening:
            row(.learnKey)
            box.tap(.knob)
            box.tap(.knob)
        case .report, .offer, .score: box.tap(.stop)
        case .summary, .clip:
            box.tap(.stop)
            // The arrow is placed, and the total is skipped at once.
            box.tap(.mark)
            box.tap(.mark)
            if place == .clip { box.tap(.knob) }
        case .history:
            box.goToSessions()
            box.run(to: 31.5)
        }
        return box
    }

    private static func page(of place: Place) -> Interface.ScreenKind {
        switch place {
        case .live, .filling: .live
        case .menu, .editing, .about, .listening: .menu
        case .report, .offer: .dialog
        case .score: .score
        case .summary: .summary
        case .history: .history
        case .clip: .replay
        }
    }

    @Test(arguments: Place.allCases)
    func fiveSecondsAreOffAndAMomentLessIsNot(place: Place) {
        var box = Self.box(in: place)
        #expect(box.appliance.page == Self.page(of: place))
        #expect(box.appliance.menu.learning.isListening == (place == .listening))
        let start = box.now
        box.panel(.pressed(.stop))
        box.run(to: start.seconds + 4.999)
        #expect(box.offs.isEmpty)
        var released = box
        released.panel(.released(.stop))
        released.run(to: start.seconds + 20)
        #expect(released.offs.isEmpty)
        box.run(to: start.seconds + 5)
        #expect(box.offs == [.box(.switchOff(isLossAccepted: false))])
        #expect(box.texts.contains(Strings.switchingOff))
    }

    @Test(arguments: Place.allCases, [false, true])
    func aTapOnABoxThatStoodStillSwitchesNothingOff(place: Place, isPressHeard: Bool) {
        var box = Self.box(in: place)
        box.tapInAStall(.stop, seconds: 9, isPressHeard: isPressHeard)
        box.run(to: box.now.seconds + 20)
        #expect(box.offs.isEmpty)
    }

    @Test(arguments: [false, true])
    func aMarkInAStallIsAMarkAndAHoldAfterItIsAHold(isPressHeard: Bool) {
        var box = Self.box(in: .live)
        let start = box.now
        box.tapInAStall(.mark, seconds: 9, isPressHeard: isPressHeard)
        #expect(box.saves.isEmpty && box.withdrawn.isEmpty && box.marks.count == 2)
        box.panel(.pressed(.stop), at: start + .seconds(9))
        box.run(to: start.seconds + 15)
        #expect(!box.offs.isEmpty)
    }

    @Test(arguments: Place.allCases)
    func oneSecondIsStillBackToLive(place: Place) {
        var box = Self.box(in: place)
        var alike = box
        box.hold(.stop, seconds: 1.2)
        alike.panel(.pressed(.stop))
        alike.run(to: alike.now.seconds + 1.9)
        #expect(alike.appliance.page == box.appliance.page)
        if place != .listening { #expect(box.appliance.page == .live) }
    }

    @Test func whatHoldingDoesIsSaidInTheCornerWithARingInTwoParts() throws {
        var box = Self.box(in: .live)
        box.panel(.pressed(.stop))
        box.run(to: 30.29)
        func cards() -> Int { box.texts.count { $0 == Strings.word(of: .live) } }
        #expect(cards() == 1, "only the footer says it yet")
        box.run(to: 30.9)
        #expect(cards() == 2 && !box.texts.contains(Strings.letGo))
        for (seconds, left) in [(31.0, 4), (33.5, 2), (34.7, 1)] {
            box.run(to: seconds)
            #expect(box.texts.contains(Strings.offIn(left)) && box.texts.contains(Strings.letGo))
            #expect(box.texts.contains(Strings.word(of: .off)), "the footer's word changes with the part")
        }
        box.panel(.released(.stop))
        #expect(!box.texts.contains(Strings.letGo))
        box.run(to: 60)
        #expect(box.offs.isEmpty && box.closings == 0)
    }

    @Test func aReleaseThatIsHeardLateCountsWhenItWas() {
        var box = Self.box(in: .live)
        box.panel(.pressed(.stop))
        box.run(to: 33)
        // The box's thread was busy for two and a half seconds.
        let release = PanelEvent(.released(.stop), at: Timestamp(seconds: 34.9), source: .gpio)
        let effects = box.appliance.handle(.panel(release, shown: nil, live: nil), at: Timestamp(seconds: 35.5))
        #expect(effects.isEmpty && box.appliance.switchingOff.ending == nil)
    }

    /// Holding STOP leaves the face first: by then the book is closed.
    @Test func arrowsThatTheJournalDoesNotHaveAreAskedAbout() {
        var box = Self.box(in: .score)
        box.hasCard = false
        box.send(.card(.condition(.absent)))
        box.tap(.mark)
        box.hold(.stop, seconds: 5.2)
        #expect(box.offs.isEmpty && box.appliance.unsavedWork.hasArrows)
        // The card is back and has the arrows.
        var saved = box
        saved.hasCard = true
        saved.send(.card(.condition(.ready(freeBytes: 1 << 30))))
        for end in saved.ends { saved.send(.card(.journalled(.run(1), .end(end)))) }
        #expect(!saved.appliance.unsavedWork.hasArrows)
    }

    @Test func aFingerOnStopSwitchesOffToo() {
        var box = Self.box(in: .live)
        box.panel(.pointerMoved(Point(0, 0)), source: .mouse)
        box.run(to: 30.5)
        box.panel(.touchDown(box.appliance.label(.press(.stop))), source: .touch)
        box.run(to: 35.4)
        #expect(box.offs.isEmpty)
        box.run(to: 35.5)
        #expect(box.offs.count == 1)
    }

    @Test func theSessionIsEndedOnceWithAClipForEveryMark() {
        var box = Rehearsal { $0.mark = .live }
        box.hasCard = false
        box.run(to: 10)
        box.tap(.mark)
        box.panel(.turned(1))
        box.run(to: 10.5)
        box.panel(.pressed(.stop))
        box.run(to: 15.5)
        #expect(box.offs.count == 1)
        box.tap(.mark)
        #expect(box.marks.count == 1 && box.effects.last == .panel(.signal(.refused)))
        #expect(box.cuts.map(\.number) == [1] && box.closings == 1)
        #expect(box.saved.last?.delaySeconds == 6)
        #expect(box.texts.contains("Clips are being written: 0 of 1."))
        box.send(.box(.endRequested))
        #expect(box.closings == 1)
        for plan in box.cuts { box.send(Rehearsal.written(plan, .run(1))) }
        #expect(!box.texts.contains { $0.hasPrefix("Clips are being written") } && box.texts.contains(Strings.switchingOff))
    }

    @Test func whatIsScoredAndNotFiledIsFiledFirst() throws {
        var box = Self.box(in: .score)
        box.tap(.mark)
        box.panel(.pressed(.stop))
        box.run(to: box.now.seconds + 5.1)
        let filed = try #require(box.effects.lastIndex { if case .card(.file) = $0 { true } else { false } })
        let off = try #require(box.effects.lastIndex { if case .box(.switchOff) = $0 { true } else { false } })
        #expect(filed < off)
    }

    // MARK: The row

    private func atTheRow(_ change: (inout Rehearsal) -> Void = { _ in }) -> Rehearsal {
        var box = Self.box(in: .live)
        change(&box)
        box.goToRow(.switchOff)
        box.run(to: 31)
        return box
    }

    @Test("fault 19: only the knob, held for a second, switches off; a push, MARK and a finger on the row do nothing")
    func theRowIsHeld() throws {
        let box = atTheRow()
        var (pushed, touched, held) = (box, box, box)
        for _ in 0..<3 {
            pushed.tap(.knob)
            pushed.tap(.mark)
            pushed.hold(.knob, seconds: 0.9)
            touched.touch(try #require(touched.place(of: .setting(.switchOff))).center)
        }
        for box in [pushed, touched] { #expect(box.offs.isEmpty && box.menuRow == .setting(.switchOff)) }
        #expect(pushed.marks.count == box.marks.count)
        held.hold(.knob, seconds: 1.05)
        #expect(held.offs == [.box(.switchOff(isLossAccepted: false))])
        let grammar = box.appliance.path.grammar(in: box.appliance.context)
        #expect(grammar[.hold(.knob)] == .switchOff && grammar[.press(.knob)] == nil && grammar[.press(.mark)] == nil)
        #expect(box.scene.texts.contains { $0.run.text == Strings.word(of: .switchOff) && $0.run.color == Palette.loss })
    }

    @Test("fault 19: the menu never comes back on the row that switches off", arguments: [Control.stop, .left])
    func theRowIsNeverRemembered(control: Control) {
        var box = atTheRow()
        if control == .stop { box.hold(.stop, seconds: 1.2) } else { box.tap(.left) }
        box.run(to: 34)
        if control == .stop { box.tap(.knob) } else { box.tap(.right) }
        box.run(to: 35)
        if control == .stop { box.tap(.knob) }
        #expect(box.appliance.menu.panel == .page(.more) && box.menuRow != .setting(.switchOff))
    }

    @Test func theRowObjectsToo() {
        var box = atTheRow {
            $0.hasCard = false
            $0.send(.card(.condition(.full(freeBytes: 0))))
            $0.tap(.mark)
        }
        box.hold(.knob, seconds: 1.05)
        #expect(box.offs.isEmpty && box.appliance.page == .live && box.texts.contains(Strings.holdOnceMore))
    }

    // MARK: Anything in any order

    /// The box goes off exactly if STOP is pressed for five seconds, and MARK isn't meanwhile. It accepts nothing afterwards.
    @Test(arguments: UInt64(1)...80)
    func onlyFiveSecondsOfStopSwitchOff(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = Rehearsal { $0.scores = seed % 2 == 0 }
        var down: Timestamp?
        var isDown = false
        var isExpected = false
        for _ in 0..<120 where !isExpected {
            box.run(to: box.now.seconds + random.seconds(0...2.2))
            if let down, down + .seconds(5) <= box.now { isExpected = true }
            #expect(box.offs.isEmpty != isExpected)
            if isExpected { break }
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                if !isDown { down = box.now }
                isDown = true
                box.panel(.pressed(.stop))
            case 2:
                box.panel(.released(.stop))
                (isDown, down) = (false, nil)
            case 3: box.panel(.turned(Int.random(in: -9...9, using: &random)))
            case 4: box.tap([.left, .right, .up, .down].randomElement(using: &random) ?? .up)
            case 5:
                // MARK and STOP together are for the TV's modes: STOP alone does nothing any more until it is pressed anew.
                down = nil
                box.hold(.mark, seconds: random.seconds(0...1.5))
            default:
                down = nil
                box.tap(.mark)
            }
            // The menu's row switches off too, if the knob is held, but here only STOP is tested.
            if let down, down + .seconds(5) <= box.now { isExpected = true }
        }
        let count = box.effects.count
        if isExpected {
            #expect(box.offs.count == 1)
            box.tap(.mark)
            box.tap(.knob)
            box.hold(.stop, seconds: 6)
            #expect(box.effects.dropFirst(count).allSatisfy { $0 == .panel(.signal(.refused)) })
        }
    }
}

extension Rehearsal {
    var offs: [Effect] { effects.filter { if case .box(.switchOff) = $0 { true } else { false } } }
}
