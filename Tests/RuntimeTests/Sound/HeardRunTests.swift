// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation
import Synchronization
import Testing

@testable import Runtime

/// Whole runs of the box with a speaker that reports the sound it played.
@Suite struct HeardRunTests {
    /// The sound that the speaker of a run played, with its times.
    private final class Record: Sendable {
        private let blocks = Mutex<[(time: Timestamp, peak: Int, onset: Timestamp?)]>([])

        func hear(_ time: Timestamp, _ rate: Int, _ samples: ArraySlice<Int16>) {
            let loud = samples.firstIndex { $0.magnitude > 4000 }
            let onset = loud.map { time + FrameRate(Int64(rate)).offset(of: Int64(($0 - samples.startIndex) / 2)) }
            blocks.withLock { $0.append((time, samples.map { Int($0.magnitude) }.max() ?? 0, onset)) }
        }

        var onsets: [Double] {
            var onsets: [Double] = []
            for block in blocks.withLock({ $0 }) {
                guard let onset = block.onset?.seconds, onsets.last.map({ onset - $0 > 0.1 }) ?? true else { continue }
                onsets.append(onset)
            }
            return onsets
        }

        /// The time from the first sound to the last.
        var span: ClosedRange<Double>? {
            let loud = blocks.withLock { $0 }.filter { $0.peak > 0 }.map(\.time.seconds)
            guard let first = loud.first, let last = loud.last else { return nil }
            return first...last
        }
    }

    private func run(_ script: String, _ settings: String, for seconds: Double) throws -> (TestRun, Record) {
        let record = Record()
        let run = try TestRun(script, settings: "sound = true\n" + settings, for: seconds) { plan in
            plan.makeSpeaker = { timebase in SilentSpeaker(timebase: timebase) { record.hear($0, $1, $2) } }
        }
        return (run, record)
    }

    /// The archer releases at 5 s and 13 s. The mark at 8.2 s refers to 6.2 s, so looking back replays 3.2 s to 8.2 s.
    private static let lookAgain = "8.2 mark tap\n12 left tap\n24 stop tap\n"

    @Test("X-01 a look again is heard, in its place, in each of its passes; the delayed picture never is")
    func aLookAgainIsHeard() throws {
        let (run, record) = try run(Self.lookAgain, "again = \"1\"\n", for: 27)
        #expect(record.onsets.count == 3)
        for (onset, due) in zip(record.onsets, [13.8, 18.8, 23.8]) { #expect(abs(onset - due) < 0.04, "at \(onset), due at \(due)") }
        let span = try #require(record.span)
        #expect(span.lowerBound >= 12 && span.lowerBound < 12.2 && span.upperBound < 24.3)
        #expect(run.happened("sound is heard through silent"))
        // The pictures don't suffer from it.
        #expect(run.report.delay.skipped == 0 && run.report.player.late == 0)
    }

    @Test("X-05 a look again is heard in slow motion too, once in each pass", arguments: [("1 0.5", [13.8, 20.6]), ("0.5", [15.6])])
    func aLookAgainIsHeardInSlowMotion(speeds: String, due: [Double]) throws {
        let (run, record) = try run(Self.lookAgain, "again = \"\(speeds)\"\n", for: 27)
        #expect(record.onsets.count == due.count, "\(record.onsets)")
        for (onset, due) in zip(record.onsets, due) { #expect(abs(onset - due) < 0.04, "at \(onset), due at \(due)") }
        #expect((record.span?.upperBound ?? 0) < 24.3)
        #expect(run.report.delay.skipped == 0 && run.report.player.late == 0)
    }

    /// The sessions of the card, the first one, its first clip: it plays in a loop from its entry, 0.8 s before the release.
    @Test("V-18 a clip of the card is heard, also where nothing is recorded with sound")
    func aClipOfTheCardIsHeard() throws {
        let recorded = try ListeningHarness.run.get()
        let record = Record()
        let script = "0.5 stop tap\n1 knob push\n1.6 knob turn +2\n1.7 knob push\n2.6 knob push\n4 knob push\n16 stop tap\n"
        let run = try TestRun(script, settings: "volume = 100\nscoring = false\n", for: 18) { plan in
            try FileManager.default.copyItem(atPath: recorded.card, toPath: plan.cardPath)
            plan.makeSpeaker = { timebase in SilentSpeaker(timebase: timebase) { record.hear($0, $1, $2) } }
        }
        #expect(run.happened("sound is heard through silent"))
        let onsets = record.onsets
        try #require(onsets.count == 2, "\(onsets)")
        #expect((4.8...5.3).contains(onsets[0]))
        #expect(abs(onsets[1] - onsets[0] - (recorded.clips.first?.seconds ?? 0)) < 0.002)
        #expect((record.span?.upperBound ?? 0) < 16.3)
    }

    @Test func thatNobodyListensChangesNothingOfTheRun() throws {
        let (loud, _) = try run(Self.lookAgain, "again = \"1\"\n", for: 27)
        let (off, silence) = try run(Self.lookAgain, "again = \"1\"\nvolume = 0\n", for: 27)
        #expect(silence.span == nil && !off.happened("sound is heard"))
        #expect(loud.report.player.shown == off.report.player.shown && loud.report.clips == off.report.clips)
    }
}
