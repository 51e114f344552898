// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Testing

@testable import Storage

/// Writes pages for a browser: `Tests/Program/test_pages.py` gives the folder, adds clips and opens the pages.
@Suite struct PagesFolderTests {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["VIR_PAGES"] != nil, "only for the browser test"))
    func sampleCardIsWritten() throws {
        let card = try #require(ProcessInfo.processInfo.environment["VIR_PAGES"])
        var sessions: [(name: String, record: SessionRecord)] = [
            (SamplePages.name, SamplePages.single), ("2026-10-03_0910_S06", SamplePages.round), ("2026-10-03_0911_S05", SamplePages.distances),
            ("2026-11-21_1930_S08", SamplePages.triple), ("2026-11-22_1000_S09", SamplePages.clipsOnly), ("undated_S10", SamplePages.empty),
        ]
        for (index, text) in SamplePages.hostileTexts.enumerated() {
            var record = SamplePages.hostile(text)
            record.header.number = 100 + index
            record.target = SessionTarget(archer: text, face: "wa_40")
            record.clips[0].file = SamplePages.single.clips[0].file
            sessions.append(("undated_S\(100 + index)", record))
        }
        sessions[4].record.clips[1].recorded = PictureOrientation(isMirrored: true)
        for (name, record) in sessions {
            for file in try Scorebook.files(of: record, named: name) { try write(file.bytes, to: "\(card)/\(name)/\(file.path)") }
            try write(try SessionFile.bytes(of: record), to: "\(card)/\(name)/session.json")
        }
        let summaries = sessions.map { SamplePages.summary(of: $0.record, named: $0.name) }
        try write(try Scorebook.index(of: summaries, hasHelp: true, hasArchers: true), to: "\(card)/index.html")
        for file in try Scorebook.archers(of: summaries) { try write(file.bytes, to: "\(card)/archers/\(file.path)") }
        for file in try HelpPage.files() { try write(file.bytes, to: "\(card)/\(file.path)") }
        let thousand = (1...1000).map { number in
            var one = SamplePages.summary(of: SamplePages.single, named: "again_S\(number)")
            one.number = number
            return one
        }
        try write(try Scorebook.index(of: thousand), to: "\(card)/thousand/index.html")
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }
}
