// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Testing

@testable import Runtime

/// The box with its threads, for a second. All expectations hold however slow the machine is.
@Suite struct RealRunTests {
    /// MARK goes down just before the end, so that its clip is ordered by the end itself.
    @Test func whatIsMarkedAtTheVeryEndIsOnTheCardAndInTheReport() throws {
        let folder = try TemporaryFolder()
        let card = "\(folder.path)/card"
        let script = try folder.file("script", "0.6 mark tap\n0.95 mark tap\n")
        try Runner.run(
            RunArguments(
                [
                    "camera": "synthetic", "display": "headless:160x160@30", "panel": "script:\(script)", "size": "160x160",
                    "delay": "1",
                ], card: card, clock: "real", duration: "1.2", report: "\(folder.path)/report.json"))
        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/report.json")))
        let records = try Card(path: card, files: POSIXFileSystem(), hasIndex: false).sessions().compactMap(\.record)
        let marks = records.flatMap(\.marks)
        #expect(report.marks.map(\.frame) == marks.map(\.stamp.frame))
        #expect(records.flatMap(\.clips).filter { $0.kind == .mark }.count + records.flatMap(\.lostClips).count == marks.count)
        #expect(report.clips.count == records.flatMap(\.clips).count)
        #expect(records.allSatisfy { $0.ending == .stopped })
        #expect(report.buffer.pinnedBytes == 0)
    }
}
