// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Runtime

/// The table of threads in ARCHITECTURE.md, checked against the threads that the sources start.
@Suite struct BoxThreadTests {
    /// The table's rows: a thread's name and its scheduling.
    private func rows() throws -> [String: String] {
        let page = LayersTests.sources.deletingLastPathComponent().appendingPathComponent("ARCHITECTURE.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `vir-") }
        let rows = lines.map { line in line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) } }
        return Dictionary(rows.map { ($0[0], $0[$0.count - 1]) }, uniquingKeysWith: { first, _ in first })
    }

    @Test(arguments: BoxThread.allCases)
    func eachThreadOfTheBoxHasItsRow(_ thread: BoxThread) throws {
        let scheduling =
            switch thread.priority {
            case .realTime(let priority): "FIFO \(priority)"
            case .normal: "normal"
            case .background: "nice 10"
            case .idle: "nice 19"
            }
        #expect(try rows()[thread.rawValue] == scheduling)
    }

    @Test func eachRowIsAThreadThatTheSourcesStart() throws {
        let files = try #require(FileManager.default.enumerator(at: LayersTests.sources, includingPropertiesForKeys: nil))
        let texts = try files.compactMap { file in
            guard let file = file as? URL, file.pathExtension == "swift" else { return nil as String? }
            return try String(contentsOf: file, encoding: .utf8)
        }
        for name in try rows().keys {
            #expect(texts.contains { $0.contains("\"\(name)\"") }, "no source starts \(name)")
        }
    }
}
