// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Interface

/// Another card in the box: nothing of the card before it is shown or changed any more.
@Suite struct OtherCardTests {
    private static let name = Rehearsal.name(5)
    private static let key = SessionKey(card: "a", id: "s", folder: name)

    private static func record(liked: Bool = false, notes: String = "") -> SessionRecord {
        var header = Rehearsal.header
        (header.number, header.id) = (5, "s")
        let clip = ClipRecord(
            number: 1, kind: .mark, file: "clips/01.mp4", firstFrame: 0, lastFrame: 89, seconds: 3, isCutShort: false,
            judgement: ClipJudgement(isLiked: liked))
        return SessionRecord(header: header, clips: [clip], notes: notes, ending: .stopped)
    }

    /// Returns a box with an open session of card "a".
    private func looking() -> Rehearsal {
        var box = Rehearsal()
        box.run(to: 6)
        box.send(.card(.arrived("a")))
        var new: [Effect] = []
        box.appliance.follow([.go(.history)], at: box.now, &new)
        let line = SessionSummary(name: Self.name, id: "s", card: "a", number: 5, started: "2026-11-20T14:03:00")
        let query = SessionQuery(limit: SessionWindow.page)
        box.send(.card(.found(SessionList(query: query, sessions: [line], matching: 1, months: [], faces: [], usedBytes: 1, freeBytes: 1))))
        box.tap(.knob)
        #expect(box.effects.last == .card(.read(Self.key)))
        box.send(.card(.read(Self.key, FiledSession(key: Self.key, record: Self.record()))))
        #expect(box.appliance.page == .summary)
        return box
    }

    @Test func anotherCardClosesTheBookAndTheLists() {
        var box = looking()
        box.send(.card(.condition(.absent)))
        #expect(box.appliance.page == .summary, "it may come back")
        box.send(.card(.arrived("b")))
        box.send(.card(.condition(.ready(freeBytes: 1 << 30))))
        #expect(box.appliance.page == .live && box.appliance.context.desk.book == nil)
        #expect(box.texts.contains(Strings.otherCard))
    }

    @Test func anotherCardClosesTheListAlone() {
        var box = looking()
        box.tap(.stop)
        #expect(box.appliance.page == .history)
        box.send(.card(.arrived("b")))
        #expect(box.appliance.page == .live)
    }

    @Test func whatIsDecidedNamesItsCard() {
        var box = looking()
        var new: [Effect] = []
        box.appliance.follow([.judge(clips: [1], .liked(true))], at: box.now, &new)
        #expect(new.contains(.card(.journal(.stored(Self.key), .judged(clip: 1, ClipJudgement(isLiked: true))))))
    }

    @Test("the same card again, or a copy of it: what it says now counts, with what waits to be written on top")
    func theSameCardIsReadAnew() {
        var box = looking()
        box.send(.card(.condition(.absent)))
        var new: [Effect] = []
        box.appliance.follow([.judge(clips: [1], .moment(2))], at: box.now, &new)
        let effects = box.send(.card(.arrived("a")))
        #expect(effects.contains(.card(.read(Self.key))) && box.appliance.page == .summary)
        box.send(.card(.read(Self.key, FiledSession(key: Self.key, record: Self.record(liked: true, notes: "from a laptop")))))
        let book = box.appliance.context.desk.book
        #expect(book?.notes == "from a laptop" && book?.clip(1)?.judgement == ClipJudgement(moment: 2))
        box.send(.card(.journalled(.stored(Self.key), .judged(clip: 1, ClipJudgement(moment: 2)))))
        #expect(box.appliance.context.desk.book?.clip(1)?.isAcknowledged == true)
    }

    @Test func aSessionOfAnotherCardIsNotThisRunsOfThatName() {
        var box = Rehearsal()
        box.run(to: 6)
        box.send(.card(.arrived("a")))
        box.tap(.mark)
        box.run(to: 10)
        var header = Rehearsal.header
        header.id = "mine"
        box.send(.card(.named(.run(1), SessionKey(card: "a", id: "mine", folder: Rehearsal.name(1)), header)))
        func state(_ card: String, _ id: String) -> SessionRef? {
            box.appliance.context.sessions.state(of: .stored(SessionKey(card: card, id: id, folder: Rehearsal.name(1))))?.ref
        }
        #expect(state("a", "mine") == .run(1) && state("b", "mine") == nil && state("a", "other") == nil)
    }

    @Test("a session that goes on on another card: the clips that it has stay on the first")
    func clipsStayWhereTheyAre() {
        var box = Rehearsal()
        box.run(to: 6)
        box.tap(.mark)
        box.run(to: 14)
        let (a, b) = (SessionKey(card: "a", folder: Rehearsal.name(1)), SessionKey(card: "b", folder: Rehearsal.name(3)))
        box.send(.card(.named(.run(1), a, Rehearsal.header)))
        box.send(.card(.named(.run(1), b, Rehearsal.header)))
        let context = box.appliance.context
        let book = ScoreBook(context.sessions.session, key: context.sessions.key(of: .run(1)))
        #expect(book.clip(1)?.file != nil && book.key(ofClip: 1)?.session == a && book.key == b)
        box.send(.card(.named(.run(1), a, Rehearsal.header)))
        #expect(box.appliance.context.sessions.session.entries.allSatisfy { $0.home == nil })
    }

    @Test("changes that wait for a card are on the TV, and said before switching off")
    func whatWaitsIsShown() {
        var box = SwitchingOffTests.box(in: .live)
        box.send(.card(.waiting(2)))
        #expect(box.texts.contains(Strings.changesWait(2)) && Strings.changesWait(2) == "2 changes wait for a card")
        box.hold(.stop, seconds: 5)
        #expect(box.offs.isEmpty && box.texts.contains("Not on a card: 2 changes"))
        box.send(.card(.waiting(0)))
        #expect(box.appliance.unsavedWork.isNone)
        box.hold(.stop, seconds: 5)
        #expect(box.offs == [.box(.switchOff(isLossAccepted: false))])
    }
}
