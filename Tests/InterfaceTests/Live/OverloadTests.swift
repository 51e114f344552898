// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite("A box that can't keep up says so, and offers the next smaller picture once")
struct OverloadTests {
    /// Returns a box at 1080p30 that loses one frame in ten from the 20th second on, until it asks.
    private func asked(_ change: (inout Settings) -> Void = { _ in }) throws -> Rehearsal {
        var box = Rehearsal(change)
        box.run(to: 20, losing: 0)
        while box.appliance.offeredStream == nil, box.now.seconds < 80 { box.run(to: box.now.seconds + 0.5, losing: 10) }
        try #require(box.appliance.offeredStream != nil)
        box.run(to: box.now.seconds + 1, losing: 10)
        return box
    }

    @Test func theChipSaysHowMuchIsLostAndWhatToDoWhileItLasts() {
        var box = Rehearsal()
        box.run(to: 20, losing: 0)
        #expect(box.chip == nil)
        box.run(to: 40, losing: 10)
        #expect(box.chip?.chip.title == Strings.framesLost(10) && box.chip?.chip.line == Strings.framesLostAdvice)
        box.run(to: 60, losing: 0)
        #expect(box.chip == nil)
    }

    @Test func oneInAHundredIsBorneInSilence() {
        var box = Rehearsal()
        box.run(to: 120, losing: 1)
        #expect(box.chip == nil && box.appliance.offeredStream == nil)
    }

    @Test func theOfferComesWithTheThirdTenSeconds() throws {
        let box = try asked()
        #expect(box.now >= Timestamp(seconds: 40) && box.now <= Timestamp(seconds: 50))
        #expect(box.appliance.offeredStream == SmallerStream(below: StreamParameters(size: .hd1080, rate: FrameRate(30))))
        #expect(box.texts.contains { $0.contains("1280×720, 30 a second?") })
        #expect(box.texts.contains(Strings.word(of: .lessPicture)) && box.texts.contains(Strings.word(of: .leavePicture)), "the footer says the same")
    }

    @Test func oneOrTwoTimesAskNothing() {
        var box = Rehearsal()
        for begin in [20.0, 60] {
            box.run(to: begin, losing: 0)
            box.run(to: begin + 1, losing: 60)
        }
        box.run(to: 120, losing: 0)
        #expect(box.appliance.offeredStream == nil)
    }

    @Test func onePressTakesItAndTheStreamStartsAnew() throws {
        var box = try asked()
        let effects = box.tap(.knob)
        #expect(box.appliance.settings.size == .hd720 && box.appliance.settings.framesPerSecond == nil)
        #expect(effects.contains(.stream(.restart(box.appliance.settings))))
        #expect(box.appliance.offeredStream == nil && box.appliance.page == .live)
        box.send(.stream(.cameraBack(StreamParameters(size: .hd720, rate: FrameRate(30)))))
        #expect(!box.appliance.isOverloaded(at: box.now))
        box.run(to: box.now.seconds + 5, losing: 0)
        #expect(box.saved.last?.size == .hd720)
    }

    /// If a smaller picture is too much as well, the next one is offered. At the smallest there is no offer, and the chip says so.
    @Test func theLadderIsWalkedDownToItsEnd() throws {
        var box = try asked()
        var steps = 0
        while steps < 5, let smaller = box.appliance.offeredStream {
            steps += 1
            box.tap(.knob)
            box.send(.stream(.cameraBack(StreamParameters(size: smaller.size, rate: FrameRate(Int64(smaller.framesPerSecond))))))
            box.run(to: box.now.seconds + 45, losing: 10)
        }
        #expect(steps == 2 && box.appliance.settings.size == .vga)
        #expect(box.chip?.chip.line == Strings.framesLostAtTheSmallest)
    }

    @Test func stopLeavesItAndItIsNotAskedAgainInThatSession() throws {
        var box = try asked()
        box.tap(.mark)
        let effects = box.tap(.stop)
        #expect(!effects.contains(.card(.end(.first))) && box.closings == 0, "it answers, and ends nothing")
        #expect(box.appliance.settings.size == nil && box.appliance.offeredStream == nil)
        box.run(to: 1500, losing: 10)
        #expect(box.appliance.offeredStream == nil)
        #expect(box.chip?.chip.title == Strings.framesLost(10))
        // In the next session the box may ask again.
        box.tap(.stop)
        #expect(box.closings == 1)
        box.run(to: 1515, losing: 10)
        #expect(box.appliance.offeredStream != nil)
    }

    @Test func whatNobodyAnswersGoesAndComesBackTenMinutesLater() throws {
        var box = try asked()
        let gone = box.now.seconds + 30
        box.run(to: gone + 590, losing: 10)
        #expect(box.appliance.offeredStream == nil && box.appliance.settings.size == nil)
        box.run(to: gone + 620, losing: 10)
        #expect(box.appliance.offeredStream != nil)
    }

    /// A press that was meant for the menu or STOP doesn't answer a question that just came up.
    @Test func whoPressesAsItComesUpMeantSomethingElse() throws {
        var box = Rehearsal()
        box.run(to: 20, losing: 0)
        while box.appliance.offeredStream == nil, box.now.seconds < 80 { box.run(to: box.now.seconds + 0.5, losing: 10) }
        var menu = box
        menu.tap(.knob)
        #expect(menu.appliance.page == .live && menu.appliance.settings.size == nil)
        #expect(menu.texts.contains { $0.contains("a second?") })
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.closings == 1)
    }

    @Test func marksKnobAndArrowsWorkAsEverWhileItStands() throws {
        var box = try asked()
        box.tap(.mark)
        box.panel(.turned(1))
        box.tap(.right)
        #expect(box.marks.count == 1 && box.appliance.settings.delaySeconds == 6 && box.appliance.settings.isSplit)
        #expect(box.appliance.offeredStream != nil)
    }

    @Test(arguments: [100, 150, 200])
    func aFingerAnswersIt(scale: Int) throws {
        for answer in [true, false] {
            var box = try asked { $0.textScalePercent = scale }
            let line = OfferLine(.smallerStream(try #require(box.appliance.offeredStream)), look: Theme(box.appliance.settings))
            box.touch(answer ? line.take.center : line.leave.center)
            #expect(box.appliance.offeredStream == nil && box.appliance.settings.size == (answer ? .hd720 : nil))
        }
    }

    @Test func theSafeProfileIsNotAskedFor() {
        var box = Rehearsal()
        box.send(.box(.safeMode))
        box.run(to: 200, losing: 10)
        #expect(box.appliance.offeredStream == nil)
        #expect(box.chip?.chip.line == Strings.framesLostAtTheSmallest)
    }

    /// A camera that has only one rate gives the same stream again.
    @Test func whatWasTakenAndChangedNothingIsNotOfferedAgain() throws {
        var box = try asked()
        box.tap(.knob)
        box.send(.stream(.cameraBack(StreamParameters(size: .hd1080, rate: FrameRate(30)))))
        box.run(to: 1500, losing: 10)
        #expect(box.appliance.offeredStream == nil)
    }

    @Test func aCameraThatIsGoneEndsTheQuestion() throws {
        var box = try asked()
        box.send(.stream(.cameraLost("silent")))
        #expect(box.appliance.offeredStream == nil)
    }
}
