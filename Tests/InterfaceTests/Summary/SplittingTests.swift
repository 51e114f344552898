// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// "Split here" in the summary of the session that is being shot.
@Suite struct SplittingTests {
    private static let whole = SessionKey(folder: Rehearsal.name(1))
    private static let later = SessionKey(id: "b2", folder: Rehearsal.name(2))

    /// Returns a box on the summary of a round's second end, each of two marks.
    private func box(_ round: String? = "wa_70") -> Rehearsal {
        var box = Rehearsal.scoring(round)
        box.change { $0.afterStop = .score }
        for number in 1...2 {
            box.run(to: box.now.seconds + 5)
            box.mark(2)
            box.run(to: box.now.seconds + 5)
            box.tap(.stop)
            box.scoreEnd()
            if number == 1 { box.tap(.mark) }
        }
        return box
    }

    private func isOffered(_ box: Rehearsal) -> Bool {
        box.appliance.path.toolLayers(in: box.appliance.context).all.first { $0.tool == .splitHere }?.isPossible == true
    }

    private func splits(_ box: Rehearsal) -> [CardCommand] {
        box.effects.compactMap { if case .card(.split(let ref, let end)) = $0 { .split(ref, end: end) } else { nil } }
    }

    /// Returns the card's answer: each part has one end.
    private func answer(_ box: Rehearsal) throws -> Event {
        let ends = box.ends.filter { $0.arrows.count == 6 }
        func part(_ number: Int, over: SessionEnd?) throws -> SessionRecord {
            var header = Rehearsal.header
            (header.id, header.number) = (number == 1 ? nil : "b2", number)
            var end = try #require(ends.last { $0.number == number })
            (end.number, end.clips) = (1, [1, 2])
            let marks = (1...2).map { Mark(number: $0, stamp: Rehearsal.stamp(Int64($0)), source: .script) }
            return SessionRecord(
                header: header, marks: marks, ends: [end], ending: .stopped, target: SessionTarget(round: "wa_70", face: "wa_122"), over: over)
        }
        return .card(
            .split(
                .run(1), FiledSession(key: Self.whole, record: try part(1, over: .newSession)),
                later: FiledSession(key: Self.later, record: try part(2, over: nil))))
    }

    @Test("it is offered from the second end on, and a hold files the session and splits it there")
    func theHoldSplits() throws {
        var box = box()
        #expect(box.appliance.page == .summary && isOffered(box))
        box.tap(.up)
        #expect(!isOffered(box), "nothing comes before the first end")
        box.tap(.down)
        let before = box.effects.count
        box.use(.splitHere)
        #expect(splits(box) == [.split(.run(1), end: 2)])
        let commands = box.effects.dropFirst(before).filter { if case .card(.file(.run(1))) = $0 { true } else { false } }
        #expect(commands.count == 1)
        box.use(.splitHere)
        #expect(splits(box).count == 1, "once is enough")
        box.send(try answer(box))
        let context = box.appliance.context
        #expect(context.desk.book?.ref == .stored(Self.whole) && context.desk.book?.ends.count == 1)
        #expect(context.sessions.state(of: .run(1)) == nil && box.appliance.context.sessions.key(of: .run(1)) == nil)
        #expect(!isOffered(box))
    }

    @Test("the next mark goes on with the later part, from its second end")
    func theLaterPartGoesOn() throws {
        var box = box()
        box.use(.splitHere)
        box.send(try answer(box))
        box.backToLive()
        #expect(!box.texts.contains { $0.contains("go on?") })
        box.run(to: box.now.seconds + 70)
        box.tap(.mark)
        let wentOn = box.effects.compactMap { effect in
            if case .card(.goOn(let key, let ref, let link)) = effect { "\(key.folder) \(ref) \(link?.end ?? 0)" } else { nil }
        }
        #expect(wentOn == ["\(Self.later.folder) \(SessionRef.run(2)) 2"])
        #expect(box.sessionsMarked == [.run(1), .run(2)] && box.marks.last?.number == 3)
    }

    @Test("what was shot since STOP is written before the split")
    func whatWasShotIsWrittenBefore() {
        var box = box()
        box.change { $0.postRollSeconds = 20 }
        box.tap(.mark)
        box.run(to: box.now.seconds + 70)
        box.mark(1)
        box.appliance.context.openBook(of: .run(1))
        var effects: [Effect] = []
        box.appliance.follow([.split(end: 2)], at: box.now, &effects)
        let order = effects.compactMap { effect -> String? in
            switch effect {
            case .card(.cut(let plan, .run(1))): "clip \(plan.number)"
            case .card(.split(.run(1), let end)): "split \(end)"
            default: nil
            }
        }
        #expect(order == ["clip 5", "split 2"])
        #expect(box.appliance.context.sessions.session.ref == .run(2))
    }

    @Test("until the card has answered, a mark belongs to neither part")
    func aMarkMeanwhile() throws {
        var box = box()
        box.use(.splitHere)
        box.backToLive()
        box.run(to: box.now.seconds + 70)
        box.tap(.mark)
        #expect(box.sessionsMarked == [.run(1), .run(2)] && box.marks.last?.number == 1)
        box.send(try answer(box))
        #expect(box.appliance.context.sessions.session.ref == .run(2) && box.appliance.context.sessions.session.marks.count == 1)
    }

    @Test("if the card refuses, the session goes on as it was")
    func aRefusal() {
        var box = box()
        box.use(.splitHere)
        box.send(.card(.notSplit(.run(1), reason: .cardFull)))
        #expect(isOffered(box) && box.appliance.context.desk.book?.ref == .run(1))
        box.tap(.mark)
        box.run(to: box.now.seconds + 70)
        box.tap(.mark)
        #expect(box.sessionsMarked == [.run(1)] && box.marks.last?.number == 5)
    }

    @Test("a session with clips on another card, or linked to an older one, isn't split")
    func notEverywhere() {
        var box = box()
        box.send(.card(.named(.run(1), SessionKey(card: "b", id: "x", folder: "2026-11-20_1500_S01"), Rehearsal.header)))
        #expect(!isOffered(box))
    }
}
