// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Testing

@testable import Runtime

/// A whole virtual run of the box at a small size, with its script, its settings file and its results.
struct TestRun {
    let report: Report
    /// The sessions on the card, in order.
    let records: [SessionRecord]
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - script: lines such as `3 mark tap`.
    ///   - settings: lines of `settings.toml`. By default footage that nobody saw at STOP is no clip, and STOP leads to the face.
    ///   - seconds: the length of the run; it ends as with SIGTERM.
    ///   - change: changes that the command line can't express.
    init(_ script: String, settings: String = "", delay: Int = 2, for seconds: Double, _ change: (inout RunPlan) throws -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        let card = "\(folder.path)/card"
        let words = RunArguments(
            [
                "camera": "synthetic", "display": "headless:160x160@30", "panel": "script:\(try folder.file("script", script))",
                "size": "160x160", "delay": "\(delay)",
            ], card: card,
            settings: try folder.file("settings.toml", Self.settings(settings)), clock: "virtual",
            duration: "\(seconds)",
            report: "\(folder.path)/report.json")
        var plan = try RunPlan(words)
        try change(&plan)
        try Runner.run(plan)
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/report.json"))
        report = try JSONDecoder().decode(Report.self, from: data)
        records = try Card(path: card, files: POSIXFileSystem(), hasIndex: false).sessions().compactMap(\.record)
    }

    /// Adds the defaults of most scripts for settings that aren't given: no tail, and STOP leads to the face.
    private static func settings(_ lines: String) -> String {
        let defaults = ["tail": "false", "after-stop": "\"score\"", "back-to-live": "0"]
        return defaults.filter { !lines.contains($0.key) }.map { "\($0.key) = \($0.value)\n" }.sorted().joined() + lines
    }

    /// The card's folder, as long as the run lives.
    var card: String { "\(folder.path)/card" }
    var marks: [Mark] { records.flatMap(\.marks) }
    var clips: [ClipRecord] { records.flatMap(\.clips) }

    func happened(_ what: String) -> Bool { report.events.contains { $0.what.hasPrefix(what) } }

    /// Checks that every mark has exactly one clip that contains its frame, or is listed as lost, and that the report and the card agree.
    func expectEveryMarkToHaveItsClip(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        for record in records {
            #expect(record.ending == .stopped, comment, sourceLocation: sourceLocation)
            for mark in record.marks {
                let clips = record.clips.filter { $0.number == mark.number && $0.kind == .mark }
                let isLost = record.lostClips.contains(mark.number)
                #expect(clips.count == (isLost ? 0 : 1), comment, sourceLocation: sourceLocation)
                guard let clip = clips.first else { continue }
                #expect((clip.firstFrame...clip.lastFrame).contains(mark.stamp.frame), comment, sourceLocation: sourceLocation)
            }
            #expect(
                record.clips.count { $0.kind == .mark } + record.lostClips.count == record.marks.count, comment,
                sourceLocation: sourceLocation)
        }
        #expect(report.marks.map(\.frame) == marks.map(\.stamp.frame), comment, sourceLocation: sourceLocation)
        #expect(report.clips.map(\.firstFrame).sorted() == clips.map(\.firstFrame).sorted(), comment, sourceLocation: sourceLocation)
        #expect(report.buffer.pinnedBytes == 0, comment, sourceLocation: sourceLocation)
        for clip in report.clips {
            #expect(FileManager.default.fileExists(atPath: "\(folder.path)/card/\(clip.file)"), comment, sourceLocation: sourceLocation)
        }
    }
}
