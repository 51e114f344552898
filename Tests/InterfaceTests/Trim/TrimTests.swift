// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// A part of a clip is chosen and becomes a clip of its own.
@Suite struct TrimTests {
    private func box() -> Rehearsal { Station.trimming.box }

    private func trimming(_ box: Rehearsal) -> TrimMode? { box.appliance.path.stack.last?.as(TrimMode.self) }

    private func trims(_ box: Rehearsal) -> [ClipTrim] {
        box.effects.compactMap { if case .card(.trim(let trim, _)) = $0 { trim } else { nil } }
    }

    @Test("V-22 it begins round what the clip is about")
    func itBeginsRoundTheMoment() throws {
        var box = Station.paused.box
        for _ in 0..<30 { box.panel(.turned(-8)) }
        for _ in 0..<50 {
            box.run(to: box.now.seconds + 0.3)
            box.panel(.turned(1))
        }
        box.use(.moment)
        box.use(.trim)
        let screen = try #require(trimming(box))
        #expect(screen.part == 0...80 && screen.held == .first && screen.transport.isPaused)
        #expect(trimming(self.box())?.part == 0...119, "of a clip that is about nothing all")
    }

    @Test(
        "V-22 either end goes picture by picture, never past the other or out of the clip, and what is seen is that picture",
        arguments: 1...8 as ClosedRange<UInt64>)
    func theEndsGo(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var box = box()
        var (first, last) = try #require(trimming(box).map { ($0.part.lowerBound, $0.part.upperBound) })
        var isFirst = true
        for _ in 0..<120 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                box.tap(.left)
                isFirst = true
            case 1:
                box.tap(.right)
                isFirst = false
            case 2, 3:
                let step: Int64 = Bool.random(using: &random) ? 10 : -10
                box.tap(step > 0 ? .up : .down)
                if isFirst { first = (first + step).clamped(to: 0...last) } else { last = (last + step).clamped(to: first...119) }
            default:
                let step = Int64.random(in: -3...3, using: &random)
                box.run(to: box.now.seconds + 0.3)
                box.panel(.turned(Int(step)))
                if isFirst { first = (first + step).clamped(to: 0...last) } else { last = (last + step).clamped(to: first...119) }
            }
            let screen = try #require(trimming(box))
            #expect(screen.part == first...last)
            #expect(screen.transport.picture(at: screen.transport.position(at: box.now)) == (isFirst ? first : last))
        }
        box.tap(.mark)
        let interval = FrameRate(30).interval
        let trim = try #require(trims(box).first)
        #expect(trim.from > interval * Int(first) && trim.from < interval * Int(first + 1))
        #expect(trim.through > interval * Int(last) && trim.through < interval * Int(last + 1))
        #expect(box.appliance.page == .replay)
    }

    @Test("V-22 a push plays the part round and round, another one stands on its end again")
    func itPlaysThePart() throws {
        var box = box()
        for _ in 0..<3 { box.tap(.up) }
        box.tap(.knob)
        let span = try #require(trimming(box)?.span)
        for _ in 0..<40 {
            box.run(to: box.now.seconds + 0.13)
            let place = try #require(trimming(box)?.transport.position(at: box.now))
            #expect(span.contains(place))
        }
        box.tap(.knob)
        let after = try #require(trimming(box))
        #expect(after.transport.picture(at: after.transport.position(at: box.now)) == after.heldPicture)
    }

    @Test("STOP leaves the clip as it was")
    func stopChangesNothing() {
        var box = box()
        box.tap(.up)
        box.tap(.stop)
        #expect(box.appliance.page == .replay && trims(box).isEmpty)
    }

    @Test("the new clip is one of the session's: it plays, it is of no end that is being shot, and the pages get it")
    func thePartIsAClip() throws {
        var box = box()
        let source = try #require(trimming(box)?.key)
        let book = try #require(box.appliance.context.desk.book)
        let shooting = box.appliance.context.sessions.session.isShooting
        box.tap(.mark)
        let record = ClipRecord(
            number: 90_001, kind: .part, file: "clips/part_01.mp4", firstFrame: 10, lastFrame: 39, seconds: 1, isCutShort: false,
            judgement: ClipJudgement(moment: 0.5))
        box.send(.card(.trimmed(book.ref, from: source.number, record, file: "\(source.session)/clips/part_01.mp4")))
        #expect(box.effects.contains(.card(.file(book.ref))))
        #expect(box.appliance.context.desk.book?.clip(90_001)?.moment == 0.5)
        #expect(box.appliance.context.sessions.session.isShooting == shooting)
        #expect(box.texts.contains { $0.contains(Strings.clip(90_001, .part)) })
        for _ in 0..<12 { box.tap(.right) }
        #expect(box.appliance.path.stack.last.flatMap { $0.as(ReplayScreen.self)?.key?.number } == 90_001)
    }

    @Test("what can't be made is said, and the session is put away again")
    func aPartThatCantBeMade() throws {
        var box = box()
        let ref = try #require(box.appliance.context.desk.book?.ref)
        box.tap(.mark)
        box.send(.card(.notTrimmed(ref, from: 5, reason: .isMissing)))
        #expect(box.effects.last == .card(.file(ref)))
        box.hold(.stop, seconds: 1.2)
        #expect(box.texts.contains(Strings.partNotMade))
    }

    @Test("a finger on the bar takes the nearer end")
    func fingers() throws {
        var box = box()
        let bar = try #require(trimming(box)?.bar(box.appliance.context))
        box.touch(Point(bar.x(.seconds(0.21)), bar.rect.center.y))
        #expect(trimming(box)?.part.lowerBound == 6 && trimming(box)?.held == .first)
        box.touch(Point(bar.x(.seconds(3.71)), bar.rect.center.y))
        #expect(trimming(box)?.held == .last)
        #expect(abs((trimming(box)?.part.upperBound ?? 0) - 111) <= 1)
    }
}
