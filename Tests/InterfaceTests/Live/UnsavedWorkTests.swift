// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Before the box goes off, it asks about work that no card has yet.
@Suite struct UnsavedWorkTests {
    /// Returns a box with a mark whose clip waits for a card.
    private func cardless() -> Rehearsal {
        var box = SwitchingOffTests.box(in: .live)
        box.hasCard = false
        box.send(.card(.condition(.absent)))
        box.tap(.mark)
        box.run(to: 40)
        return box
    }

    @Test func whatWouldBeLostIsShownAndTakesASecondHold() {
        var box = cardless()
        box.panel(.pressed(.stop))
        box.run(to: 60)
        #expect(box.offs.isEmpty && box.closings == 0)
        #expect(box.texts.contains("Not on a card: 1 clip") && box.texts.contains(Strings.holdOnceMore))
        box.panel(.released(.stop))
        box.hold(.stop, seconds: 4.9)
        #expect(box.offs.isEmpty)
        box.hold(.stop, seconds: 5)
        #expect(box.offs == [.box(.switchOff(isLossAccepted: true))])
        #expect(box.texts.contains("1 clip is lost") && !box.texts.contains(Strings.leaveTheCard))
    }

    @Test func aCardThatComesBackTakesTheObjectionAway() {
        var box = cardless()
        box.hold(.stop, seconds: 5.1)
        box.send(.card(.condition(.ready(freeBytes: 1))))
        box.run(to: 46)
        #expect(!box.texts.contains(Strings.holdOnceMore))
        box.hold(.stop, seconds: 5)
        #expect(box.offs == [.box(.switchOff(isLossAccepted: false))])
    }

    @Test func anObjectionGoesByItselfAndAfterItTheNextHoldIsAFirstOne() {
        var box = cardless()
        box.hold(.stop, seconds: 5)
        box.run(to: 74.9)
        #expect(box.texts.contains(Strings.holdOnceMore))
        box.run(to: 75)
        #expect(!box.texts.contains(Strings.holdOnceMore))
        box.hold(.stop, seconds: 5)
        #expect(box.offs.isEmpty)
        // A hold that began in time counts, even if it ends later.
        box.run(to: 109)
        box.hold(.stop, seconds: 5)
        #expect(box.offs.count == 1)
    }

    @Test func stopDismissesTheObjectionAndEndsNothing() {
        var box = cardless()
        box.hold(.stop, seconds: 5)
        box.tap(.stop)
        #expect(box.appliance.page == .live && box.closings == 0)
        #expect(!box.texts.contains(Strings.holdOnceMore))
        box.hold(.stop, seconds: 5)
        #expect(box.offs.isEmpty)
    }

    @Test func arrowsThatTheJournalLacksAreUnsavedToo() {
        var box = SwitchingOffTests.box(in: .score)
        box.hasCard = false
        box.send(.card(.condition(.absent)))
        box.tap(.mark)
        #expect(box.appliance.unsavedWork == UnsavedWork(clips: 0, hasArrows: true))
    }

    /// Kept pictures and clips cut from other clips wait for a card too.
    @Test func picturesAndPartsAreUnsavedToo() throws {
        var box = SwitchingOffTests.box(in: .live)
        box.hasCard = false
        box.send(.card(.condition(.absent)))
        var effects = PendingWrites()
        effects.note([.card(.trim(ClipTrim(of: 1, from: .zero, through: .seconds(1)), .first)), .picture(.keep(Scene(layers: []), .first))])
        box.appliance.context.unanswered = effects
        #expect(box.appliance.unsavedWork == UnsavedWork(clips: 1, hasPictures: true))
        box.hold(.stop, seconds: 5)
        #expect(box.offs.isEmpty && box.texts.contains("Not on a card: 1 clip, pictures"))
        box.send(.card(.pictureKept(.first, file: "s/pictures/1.jpg")))
        box.send(.card(.notTrimmed(.first, from: 1, reason: .noSession)))
        #expect(box.appliance.unsavedWork.isNone)
    }

    @Test func whatWasDecidedIsUnsavedToo() {
        var waiting = PendingWrites()
        let judged = JournalEntry.judged(clip: 1, ClipJudgement(isLiked: true))
        waiting.note([.card(.journal(.first, judged)), .card(.journal(.first, .notes("wind")))])
        #expect(waiting.decisions == 2)
        waiting.note(.journalled(.first, judged))
        waiting.note(.notJournalled(.first, .notes("wind"), reason: .noSession))
        #expect(waiting == PendingWrites())
        var box = SwitchingOffTests.box(in: .live)
        box.hasCard = false
        box.send(.card(.condition(.absent)))
        waiting.note([.card(.journal(.first, judged))])
        box.appliance.context.unanswered = waiting
        box.hold(.stop, seconds: 5)
        #expect(box.offs.isEmpty && box.texts.contains("Not on a card: likes, notes and deletions"))
    }

    @Test func nothingThatWaitsIsNothingToAskFor() {
        var box = SwitchingOffTests.box(in: .live)
        box.send(.card(.condition(.absent)))
        box.hold(.stop, seconds: 5)
        #expect(box.offs == [.box(.switchOff(isLossAccepted: false))])
    }
}
