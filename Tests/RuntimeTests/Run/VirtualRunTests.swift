// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Runtime

/// Whole runs through the program's own entry point, in virtual time.
@Suite struct VirtualRunTests {
    @Test func nMarksMakeNClips() throws {
        let run = try TestRun(
            """
            4 mark tap
            7 mark tap
            9 mark tap
            12 stop tap
            """, for: 15)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.records.count == 1)
        #expect(run.marks.map(\.number) == [1, 2, 3])
        // The picture on the TV: the frame of two seconds before the press.
        #expect(run.marks.map(\.stamp.frame) == [60, 150, 210])
        #expect(run.clips.map(\.kind) == [.mark, .mark, .mark])
        #expect(run.report.timings.stopToClipsMs != nil)
        #expect(run.report.timings.markToFeedbackMs.max <= 34)
        #expect(run.report.delay.skipped == 0 && run.report.delay.repeated == 0)
    }

    @Test func aMarkThatIsStillGrowingWhenTheRunEndsHasItsClip() throws {
        let run = try TestRun("5.9 mark tap\n", for: 6)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.marks.count == 1 && run.clips.count == 1)
    }

    @Test func aMarkCanMeanTheLivePicture() throws {
        let run = try TestRun("4 mark tap\n6 stop tap\n", settings: "mark = \"live\"\n", for: 9)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.marks.map(\.stamp.frame) == [120])
    }

    @Test func aClipCanBeAWindow() throws {
        let run = try TestRun("8 mark tap\n14 stop tap\n", settings: "clip = \"window\"\nbefore = 1\nafter = 0.5\n", for: 16)
        run.expectEveryMarkToHaveItsClip()
        let clip = try #require(run.clips.first)
        #expect(clip.firstFrame == 150 && clip.lastFrame == 240)
    }

    @Test func theTailIsAClipWhereItIsWanted() throws {
        let script = "5 mark tap\n12 stop tap\n"
        let with = try TestRun(script, settings: "tail = true\n", for: 15)
        with.expectEveryMarkToHaveItsClip()
        #expect(with.clips.map(\.kind) == [.mark, .tail])
        // STOP counts when it is released, 80 ms later.
        #expect(with.clips.last?.lastFrame == 362)
        let without = try TestRun(script, for: 15)
        #expect(without.clips.map(\.kind) == [.mark])
    }

    @Test func aQuickSaveTakesItsMarkBackAndKeepsTheBufferEachTime() throws {
        let run = try TestRun(
            """
            4 mark tap
            6 mark hold 1.2
            9 mark hold 1.2
            12 stop tap
            """, for: 15)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.marks.count == 1)
        #expect(run.clips.map(\.kind) == [.mark, .buffer, .buffer])
        #expect(run.clips.filter { $0.kind == .buffer }.map(\.firstFrame) == [0, 0])
        #expect(run.happened("mark 2 taken back"))
    }

    @Test func stopRightAfterAMarkAndAMarkRightAfterStopLoseNothing() throws {
        let run = try TestRun(
            """
            5 mark tap
            5.05 stop tap
            5.3 mark tap
            5.5 stop tap
            5.7 mark tap
            """, settings: "scoring = false\nafter-stop = \"live\"", for: 8)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.records.map { $0.marks.count } == [3])
        #expect(run.clips.count == 3)
    }

    @Test func theKnobMayBeSpunFromEndToEndWhileMarking() throws {
        var lines: [String] = []
        for step in 0..<12 {
            let time = 3 + Double(step)
            lines.append("\(time) knob turn \(step % 2 == 0 ? "+30" : "-60")")
            lines.append("\(time + 0.1) mark tap")
            lines.append("\(time + 0.5) mark tap")
        }
        lines.append("20 stop tap")
        let run = try TestRun(lines.joined(separator: "\n"), for: 24)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.marks.count == 24)
        #expect(run.report.delay.seconds == 1)
    }

    @Test func aPulledCardGetsEveryMarkAndClipWhenItIsBack() throws {
        let run = try TestRun(
            """
            4 mark tap
            4.5 card unplug
            7 mark tap
            9 mark tap
            12 stop tap
            14 card plug
            """, for: 18)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.marks.count == 3 && run.clips.count == 3)
        #expect(run.happened("card: away") && run.happened("card: ready"))
    }

    @Test func aRunThatEndsWithoutItsCardSaysWhatIsMissing() {
        #expect {
            _ = try TestRun("4 card unplug\n5 mark tap\n", for: 7)
        } throws: { error in
            (error as? Failure)?.status == .cannotWrite && "\(error)".contains("1 clip and")
        }
    }

    @Test func theCameraMayGoAndComeBackBetweenMarks() throws {
        let run = try TestRun(
            """
            4 mark tap
            5 camera unplug
            6.5 mark tap
            9 camera plug
            14 mark tap
            17 stop tap
            """, for: 20)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.marks.count == 3)
        #expect(run.report.events.count { $0.what.hasPrefix("camera lost") } == 1)
        #expect(run.report.events.count { $0.what.hasPrefix("camera back") } == 1)
        #expect(run.report.camera.lost == 0 && run.report.delay.skipped == 0)
    }

    @Test func theTVMayGoAndComeBack() throws {
        let run = try TestRun("3 tv unplug\n5 mark tap\n6 tv plug\n8 stop tap\n", for: 12)
        run.expectEveryMarkToHaveItsClip()
        #expect(run.marks.map(\.stamp.frame) == [90])
        #expect(run.happened("TV lost") && run.happened("TV back"))
    }

    @Test func theSameInputsGiveTheSameReport() throws {
        let script = "4 mark tap\n5 knob turn +2\n7 mark hold 1.5\n9 stop tap\n"
        let first = try TestRun(script, for: 12).report
        var second = try TestRun(script, for: 12).report
        // The process has grown meanwhile.
        second.memory = first.memory
        #expect(first == second)
    }

    /// With any presses and plug-outs in any order, every mark has its clip.
    @Test(arguments: UInt64(1)...6)
    func whateverIsDoneEveryMarkHasItsClip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var lines: [String] = []
        var time = 0.5
        while time < 22 {
            time += Double.random(in: 0.02...1.5, using: &random)
            let action =
                switch Int.random(in: 0..<16, using: &random) {
                case 0..<7: "mark tap"
                case 7: "mark hold \(Double.random(in: 0.5...2, using: &random))"
                case 8, 9: "stop tap"
                case 10: "stop hold 1.2"
                case 11, 12: "knob turn \(Int.random(in: -20...20, using: &random))"
                case 13: "card \(Bool.random(using: &random) ? "unplug" : "plug")"
                case 14: "camera \(Bool.random(using: &random) ? "unplug" : "plug")"
                default: ["left tap", "right tap", "up tap", "knob push"][Int.random(in: 0..<4, using: &random)]
                }
            lines.append("\(time) \(action)")
        }
        lines += ["24 card plug", "24 camera plug"]
        let settings =
            "mark = \"\(seed % 2 == 0 ? "live" : "shown")\"\nclip = \"\(seed % 3 == 0 ? "window" : "segment")\"\n"
            + "tail = \(seed % 4 == 0)\n"
        let run = try TestRun(lines.joined(separator: "\n"), settings: settings, delay: 1 + Int(seed % 4), for: 27)
        run.expectEveryMarkToHaveItsClip("\(lines)")
    }
}
