// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Testing

@testable import Runtime

@Suite struct SwitchOffTests {
    // MARK: Whole runs

    @Test func stopHeldEndsTheRunWithEverythingOnTheCard() throws {
        let run = try TestRun("4 mark tap\n7 mark tap\n7.5 stop hold 5.2\n13 mark tap\n14 mark tap\n", for: 60)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.records.count == 1 && run.marks.map(\.number) == [1, 2])
        #expect(run.records.allSatisfy { $0.ending == .stopped })
        #expect(run.happened("switched off by hand"))
        // STOP was down for five seconds at 12.5 s, and the message is on the TV for one more.
        #expect(run.report.camera.captured <= Int64(13.5 * 30) + 1)
    }

    @Test func alittleLessEndsNothing() throws {
        let run = try TestRun("4 mark tap\n7 stop hold 4.8\n13 mark tap\n", for: 16)
        #expect(!run.happened("switched off") && run.marks.count == 2)
        #expect(run.report.camera.captured > 15 * 30)
    }

    @Test func whatIsScoredIsFiledBeforeTheBoxGoesOff() throws {
        let run = try TestRun("4 mark tap\n7 stop tap\n9 mark tap\n10 stop hold 5.2\n", for: 60)
        let end = try #require(run.records.first?.ends.first)
        #expect(end.arrows.count == 1 && run.happened("switched off by hand"))
    }

    @Test func theRowOfTheMenuDoesTheSame() throws {
        let run = try TestRun(
            "4 mark tap\n7 knob push\n7.6 knob turn +99\n7.8 knob turn -1\n8.2 knob push\n8.8 knob turn +99\n9 knob turn -1\n9.4 knob hold 1.2\n",
            for: 60)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.happened("switched off by hand") && run.report.camera.captured < 12 * 30)
    }

    @Test func withTheCardAwayItTakesASecondHoldAndSaysWhatIsMissing() throws {
        let run = try TestRun("3 card unplug\n4 mark tap\n7 stop hold 5.2\n14 stop hold 5.2\n", for: 60)
        #expect(run.happened("switched off by hand, without what waits for a card"))
        #expect(run.happened("switched off without 1 clip"))
        #expect(run.report.camera.captured > 18 * 30 && run.report.camera.captured < 21 * 30)
    }

    @Test func aCardThatIsBackBeforeTheSecondHoldHasEverything() throws {
        let run = try TestRun("3 card unplug\n4 mark tap\n7 stop hold 5.2\n13 card plug\n15 stop hold 5.2\n", for: 60)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.clips.count == 1 && !run.happened("switched off without"))
    }

    // MARK: The length of the shutdown

    private func isOver(
        _ off: SwitchOffRequest.Answer?, after seconds: Double, isOrdered: Bool = true, isIdle: Bool = false,
        canWrite: Bool = true
    ) -> Bool {
        ShutdownDeadline(begin: Timestamp(seconds: 7), off: off)
            .isOver(at: Timestamp(seconds: 7 + seconds), ShutdownDeadline.Progress(isOrdered: isOrdered, isIdle: isIdle, canWrite: canWrite))
    }

    @Test func aProgramThatIsToldToEndWaitsAsLongAsTheCardTakesWhatThereIs() {
        #expect(isOver(nil, after: 0, isIdle: true) && isOver(nil, after: 0, canWrite: false))
        #expect(!isOver(nil, after: 79.9) && isOver(nil, after: 80))
        #expect(!isOver(nil, after: 29.9, isOrdered: false, canWrite: false) && isOver(nil, after: 30, isOrdered: false, canWrite: false))
        #expect(!isOver(nil, after: 29.9, isOrdered: false, isIdle: true))
    }

    @Test func aBoxThatIsSwitchedOffWaitsLongerAndForACardToComeBack() {
        let off = SwitchOffRequest.Answer(isLossAccepted: false)
        #expect(!isOver(off, after: 0.9, isIdle: true) && isOver(off, after: 1, isIdle: true))
        #expect(!isOver(off, after: 79.9) && isOver(off, after: 80) && isOver(off, after: 80, isOrdered: false))
        #expect(!isOver(off, after: 29.9, canWrite: false) && isOver(off, after: 30, canWrite: false))
        #expect(!isOver(off, after: 70, isOrdered: false, isIdle: true))
    }

    @Test func whoAcceptsTheLossIsNotKeptWaiting() {
        let off = SwitchOffRequest.Answer(isLossAccepted: true)
        #expect(!isOver(off, after: 0.9, canWrite: false) && isOver(off, after: 1, canWrite: false))
        #expect(!isOver(off, after: 20))
    }

    // MARK: The note to the system

    @Test func theWordIsAnEmptyFileInTheFirstFolder() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/power-off"
        #expect(PowerOffNote.leave(environment: ["RUNTIME_DIRECTORY": "\(folder.path):/nowhere"]) == nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
        PowerOffNote.remove(environment: ["RUNTIME_DIRECTORY": "\(folder.path):/nowhere"])
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [[:], ["RUNTIME_DIRECTORY": ""], ["RUNTIME_DIRECTORY": ":"]])
    func withoutAFolderNobodyIsTold(environment: [String: String]) {
        #expect(PowerOffNote.leave(environment: environment) == nil)
        PowerOffNote.remove(environment: environment)
    }

    @Test func aFolderThatRefusesIsNamed() throws {
        let problem = try #require(PowerOffNote.leave(environment: ["RUNTIME_DIRECTORY": "/nowhere/vir"]))
        #expect(problem.hasPrefix("/nowhere/vir/power-off: "))
    }

    @Test func theWordIsLeftInThePlaceItselfAndNotWhereALinkLeads() throws {
        let folder = try TemporaryFolder()
        let elsewhere = try folder.file("elsewhere", "kept")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/power-off", withDestinationPath: elsewhere)
        #expect(PowerOffNote.leave(environment: ["RUNTIME_DIRECTORY": folder.path]) != nil)
        #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "kept")
    }
}
