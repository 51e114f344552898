// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite struct HistoryTests {
    @Test("V-54 the knob chooses a session and a push opens it")
    func theKnobChoosesAndAPushOpens() {
        var box = HistoryPractice(10)
        #expect(box.send(.turned(3, .steady), .tapped(.knob)) == [.open(session: "2026-11-20_1403_S7")])
    }

    @Test("N-13 a session's row says how many of its clips are liked")
    func likesAreSeen() {
        var box = HistoryPractice(3)
        func words(_ box: HistoryPractice) -> [String] { box.scene.texts.map(\.run.text) }
        #expect(!words(box).contains { $0.contains(Strings.likedCount(2)) })
        box.sessions[0].likedClips = 2
        box.answer(box.screen.query)
        #expect(words(box).contains { $0.contains(Strings.likedCount(2)) })
    }

    @Test("the tens are named, and the inner ring as its face calls it", arguments: [("wa_122", "X 3"), ("lancaster_40", "11s 3")])
    func theTensAreNamed(face: String, inner: String) {
        var box = HistoryPractice(1)
        (box.sessions[0].faceID, box.sessions[0].tens, box.sessions[0].innerTens) = (face, 5, 3)
        box.answer(box.screen.query)
        #expect(box.scene.texts.map(\.run.text).contains("10s 5 · \(inner)"))
    }

    @Test func aCardThatWasPulledIsNotListedAnyMore() {
        var box = HistoryPractice(5)
        let room = Strings.storage(used: 1, free: 2)
        #expect(box.scene.texts.contains { $0.run.text == room })
        box.send(.tool(.delete))
        #expect(box.hear(.absent).isEmpty)
        #expect(box.screen.deletion == nil && box.screen.window.count == nil && box.screen.chosen == nil)
        #expect(box.scene.texts.contains { $0.run.text == Strings.noCardForSessions })
        #expect(!box.scene.texts.contains { $0.run.text == room }, "the room was the pulled card's")
        // Another card is inserted.
        #expect(box.hear(.ready(freeBytes: 1 << 30)) == [.effect(.card(.find(box.screen.query)))])
    }

    @Test func aLongListIsAskedForAsItIsLookedAt() {
        var box = HistoryPractice(1000)
        for _ in 0..<400 { box.send(.turned(1, .quick)) }
        #expect(box.screen.choice == 999)
        #expect(box.screen.chosen?.number == 1)
        #expect((box.screen.top...box.screen.choice).allSatisfy { box.screen.window[$0] != nil })
        #expect(box.screen.window[0] == nil, "what was far away is let go")
        box.send(.turned(-10_000, .steady))
        #expect(box.screen.chosen?.number == 1000)
    }

    @Test("V-54 only the answer that is held for a second deletes, and nothing else")
    func onlyTheHeldAnswerDeletes() {
        var box = HistoryPractice(5)
        box.send(.tool(.delete))
        #expect(box.screen.deletion?.sessions == ["2026-11-20_1403_S5"] && box.screen.deletion?.clips == 2)
        box.send(.turned(1, .steady), .pressed(.right))
        #expect(box.deleted.isEmpty && box.screen.deletion?.isChosen == true)
        for keep in [ScreenInput.pressed(.mark), .tapped(.stop), .tapped(.knob)] {
            box.send(.tool(.delete), keep)
            #expect(box.screen.deletion == nil && box.deleted.isEmpty)
        }
        box.send(.tool(.delete), .turned(1, .steady), .held(.knob))
        #expect(box.deleted == ["2026-11-20_1403_S5"] && box.screen.window.count == 4)
    }

    @Test("V-54 several sessions are deleted together")
    func severalAreDeletedTogether() {
        var box = HistoryPractice(5)
        box.send(.pressed(.mark), .turned(2, .steady), .pressed(.mark), .tool(.delete), .pressed(.right), .held(.knob))
        #expect(Set(box.deleted) == ["2026-11-20_1403_S5", "2026-11-20_1403_S3"])
        #expect(box.screen.selected.isEmpty)
    }

    @Test func withoutACardThatTakesItNothingIsDeleted() {
        var box = HistoryPractice(5)
        box.screen.card = .readOnly
        #expect(box.send(.tool(.delete)) == [.toast(Strings.cardTakesNothing)])
        #expect(box.screen.deletion == nil)
    }

    @Test("V-54 the list is narrowed by month and by face")
    func theListIsNarrowed() {
        var box = HistoryPractice(30)
        box.send(.tool(.filter), .turned(1, .steady), .tapped(.knob))
        #expect(box.screen.filter.date == "2026-11" && box.screen.window.count == 15)
        // The choices: any date, two months, any face, and the second of the faces.
        box.send(.tool(.filter), .turned(100, .steady), .tapped(.knob))
        #expect(box.screen.filter.face?.id == "wa_40" && box.screen.window.count == 5)
        box.send(.tool(.filter), .turned(-100, .steady), .tapped(.knob))
        #expect(box.screen.window.count == 10)
    }

    @Test("X-11 sessions say whose they are, and where several archers are named the list is narrowed to one")
    func theListIsNarrowedToAnArcher() {
        var box = HistoryPractice(30)
        box.send(.tool(.filter))
        #expect(!box.screen.filter.items.contains(.archer(nil)))
        box.send(.tapped(.stop))
        for index in box.sessions.indices { box.sessions[index].archer = "Ana" }
        box.answer(box.screen.query)
        #expect(!box.screen.filter.items.contains(.archer(nil)), "one archer alone is everybody")
        for index in box.sessions.indices where index % 3 == 0 { box.sessions[index].archer = "Ben" }
        box.answer(box.screen.query)
        #expect(box.scene.texts.contains { $0.run.text.hasPrefix("Ben") } && box.scene.texts.contains { $0.run.text.hasPrefix("Ana") })
        // The choices: any date, two months, all archers, Ana, Ben.
        box.send(.tool(.filter), .turned(5, .steady), .tapped(.knob))
        #expect(box.screen.filter.archer == "Ben" && box.screen.window.count == 10)
        #expect(box.scene.texts.contains { $0.run.text.contains("Ben") } && !box.scene.texts.contains { $0.run.text.hasPrefix("Ana") })
    }

    @Test("X-12 one archer's sessions are listed with their average and their group, and several archers' without")
    func theFiguresOfAnArcher() {
        var box = HistoryPractice(30)
        box.hasSeason = true
        for index in box.sessions.indices {
            box.sessions[index].archer = index % 3 == 0 ? "Ben" : "Ana"
            (box.sessions[index].total, box.sessions[index].distance) = (index % 3 == 0 ? 54 : 48, "70 m")
            (box.sessions[index].groupMillimetres, box.sessions[index].grouped) = (80, 6)
        }
        box.answer(box.screen.query)
        #expect(!box.scene.texts.contains { $0.run.text.contains("Average") })
        box.send(.tool(.filter), .turned(5, .steady), .tapped(.knob))
        #expect(box.screen.filter.archer == "Ben")
        let line = box.scene.texts.first { $0.run.text.contains("Average") }?.run.text ?? ""
        #expect(line.contains("10 sessions") && line.contains("60 arrows") && line.contains("9.00") && line.contains("80 mm (70 m, "))
    }

    @Test func theChoiceStaysOnItsSessionWhenTheListGrows() {
        var box = HistoryPractice(10)
        box.send(.turned(4, .steady))
        let name = box.screen.chosen?.name
        box.sessions.insert(HistoryPractice.session(11), at: 0)
        box.answer(box.screen.query)
        #expect(box.screen.chosen?.name == name)
    }

    @Test func aFingerDoesTheSame() throws {
        var box = HistoryPractice(40)
        func tap(_ rect: Rect?) throws -> [ScreenOutcome] {
            let point = try #require(rect).center
            return box.send(.touchDown(point), .touchUp)
        }
        _ = try tap(box.layout.rows[3].rect)
        #expect(box.screen.choice == 3)
        #expect(try tap(box.layout.rows[3].rect) == [.open(session: "2026-11-20_1403_S37")])
        let row = box.layout.rows[1].rect
        _ = try tap(box.layout.box(of: row))
        #expect(box.screen.selected == ["2026-11-20_1403_S39"])
        box.send(.tool(.delete))
        let delete = try #require(box.layout.answers.first { $0.answer == .delete }?.rect).center
        box.send(.touchDown(delete))
        box.now = Timestamp(seconds: 0.5)
        box.send(.touchUp)
        #expect(box.deleted.isEmpty && box.screen.deletion != nil)
        box.send(.touchDown(delete))
        box.now = Timestamp(seconds: 1.6)
        box.send(.touchUp)
        #expect(box.deleted == ["2026-11-20_1403_S39"])
        let start = box.layout.rows[4].rect.center
        box.send(.touchDown(start), .touchMoved(Point(start.x, start.y - 3 * box.layout.rowHeight)), .touchUp)
        #expect(box.screen.top == 3)
    }

    @Test func aFingerThatStraysWhileItHoldsTheAnswerDeletesNothing() throws {
        var box = HistoryPractice(5)
        box.send(.tool(.delete))
        let delete = try #require(box.layout.answers.first { $0.answer == .delete }).rect.center
        box.send(.touchDown(delete), .touchMoved(Point(delete.x, delete.y - 200)))
        box.now = Timestamp(seconds: 2)
        box.send(.touchUp)
        #expect(box.deleted.isEmpty && box.screen.deletion?.touchedSince == nil && box.screen.deletion != nil)
        let cancel = try #require(box.layout.answers.first { $0.answer == .keep }).rect.center
        box.send(.touchDown(cancel), .touchUp)
        #expect(box.screen.deletion == nil)
    }

    @Test func aFingerChoosesAFilter() throws {
        var box = HistoryPractice(30)
        box.send(.tool(.filter))
        let month = try #require(box.layout.items.first { $0.index == 1 }).rect.center
        box.send(.touchDown(month), .touchMoved(Point(month.x - 200, month.y)), .touchUp)
        #expect(box.screen.filter.isOpen && box.screen.filter.date == nil)
        box.send(.touchDown(month), .touchUp)
        #expect(!box.screen.filter.isOpen && box.screen.filter.date == "2026-11")
    }

    @Test(arguments: UInt64(1)...40)
    func nothingIsDeletedWithoutASecondsHold(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = HistoryPractice(Int.random(in: 0...120, using: &random))
        for _ in 0..<200 {
            let control = Control.allCases.randomElement(using: &random) ?? .mark
            let point = Point(Double.random(in: 0...1920, using: &random), Double.random(in: 0...1080, using: &random))
            box.now = box.now + .milliseconds(Int.random(in: 0...900, using: &random))
            switch Int.random(in: 0..<9, using: &random) {
            case 0...2: box.send(.turned(Int.random(in: -60...60, using: &random), [.slow, .steady, .quick].randomElement(using: &random) ?? .slow))
            case 3...4: box.send(.pressed(control))
            case 5: box.send(.tapped(control))
            case 6: box.send(.repeated(control))
            case 7: box.send(.touchDown(point), .touchUp)
            default: box.send(.touchDown(point), .touchMoved(Point(point.x, point.y - 200)), .touchUp)
            }
            _ = box.scene
            #expect(box.screen.window.count.map { $0 == 0 || box.screen.choice < $0 } ?? true)
        }
        #expect(box.deleted.isEmpty)
    }

    /// All words stay in the safe area, and the buttons don't overlap.
    @Test(arguments: [100, 150, 200], [0, 1, 40])
    func everythingIsReadable(scale: Int, count: Int) {
        var box = HistoryPractice(count)
        box.settings.textScalePercent = scale
        for index in box.sessions.indices {
            box.sessions[index].notes = String(repeating: "windy 🏹 שלום ", count: 40)
            box.sessions[index].faceName = String(repeating: "W", count: 300)
        }
        box.answer(box.screen.query)
        for inputs in [[ScreenInput](), [.tool(.filter)], [.tool(.delete)]] {
            var box = box
            for input in inputs { box.send(input) }
            for (run, bounds) in box.scene.texts {
                #expect(bounds.x >= Areas.left - 1 && bounds.maxX <= Areas.right + 1, "“\(run.text.prefix(30))”")
                #expect(bounds.y >= Areas.top - 1 && bounds.maxY <= Areas.bottom + 1, "“\(run.text.prefix(30))”")
            }
            let pills = box.layout.answers.map(\.rect)
            for (one, other) in zip(pills, pills.dropFirst()) { #expect(!one.intersects(other)) }
        }
    }

    @Test("V-56 a session is protected and given free, and says so")
    func aSessionIsProtected() {
        var box = HistoryPractice(5)
        let name = "2026-11-20_1403_S5"
        func protecting(_ name: String, _ isOn: Bool) -> [ScreenOutcome] {
            [.effect(.card(.journal(.stored(SessionKey(folder: name)), .protected(isOn)))), .effect(.card(.file(.stored(SessionKey(folder: name)))))]
        }
        #expect(box.send(.tool(.protect)) == protecting(name, true) + [.toast(Strings.protected(1))])
        box.sessions[0].isProtected = true
        box.answer(box.screen.query)
        #expect(box.scene.texts.contains { $0.run.text.hasPrefix(Strings.protectedWord) })
        // With an unprotected one selected too, both are protected.
        box.send(.pressed(.mark), .turned(1, .steady), .pressed(.mark))
        #expect(box.send(.tool(.protect)).prefix(4) == (protecting("2026-11-20_1403_S4", true) + protecting(name, true))[...])
        box.send(.pressed(.mark))
        #expect(box.send(.tool(.protect)) == protecting(name, false) + [.toast(Strings.notProtected(1))])
        box.screen.card = .readOnly
        #expect(box.send(.tool(.protect)) == [.toast(Strings.cardTakesNothing)])
    }

    @Test func onAFullCardRoomIsMadeByHand() {
        var box = HistoryPractice(5)
        box.screen.card = .full(freeBytes: 0)
        box.send(.tool(.delete), .turned(1, .steady), .held(.knob))
        #expect(box.deleted == ["2026-11-20_1403_S5"])
    }
}
