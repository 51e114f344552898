// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// `docs/features.md` covers each row of the requirements: none is missing, and none is invented.
@Suite struct FeatureRowsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The number of requirement rows of each kind.
    private static let rows = ["V": 77, "P": 32, "R": 39, "A": 14, "C": 23, "N": 19, "U": 6, "X": 22]

    private static func page() throws -> String { try String(contentsOf: root.appendingPathComponent("docs/features.md"), encoding: .utf8) }

    /// Returns the rows that a table's first cell names, such as `V-13…V-15, N-16`.
    private static func named(in cell: Substring) -> [String] {
        cell.split(separator: ",").flatMap { part in
            let ends = part.split(separator: "…").map { $0.filter { !$0.isWhitespace } }
            guard let first = ends.first, let last = ends.last, first.contains("-"),
                let from = Int(first.dropFirst(2)), let to = Int(last.dropFirst(2)), from <= to
            else { return [String]() }
            return (from...to).map { "\(first.prefix(2))\($0 < 10 ? "0" : "")\($0)" }
        }
    }

    @Test func eachRowIsNamedAndNoneIsMadeUp() throws {
        var named: Set<String> = []
        for line in try Self.page().split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|")
            if let first = cells.first { named.formUnion(Self.named(in: first)) }
        }
        let rows = Set(Self.rows.flatMap { kind, count in (1...count).map { "\(kind)-\($0 < 10 ? "0" : "")\($0)" } })
        #expect(rows.subtracting(named).sorted() == [], "not named")
        #expect(named.subtracting(rows).sorted() == [], "no such row")
    }

    /// The tests that are named as evidence exist, as `SuiteTests.test` or `ClassOfPython.test_name`.
    @Test func eachTestThatItNamesIsThere() throws {
        let tests = Self.root.appendingPathComponent("Tests")
        let names = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String } ?? []
        var texts: [String: String] = [:]
        for file in names where file.hasSuffix(".swift") || file.hasSuffix(".py") {
            texts[file] = try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
        }
        let files = ["md", "py", "json", "csv", "sh"]
        for name in try Self.page().matches(of: #/`([A-Za-z_]+)\.([A-Za-z_]+)`/#) where !files.contains(String(name.2)) && name.1 != "SuiteTests" {
            let isThere = texts.values.contains { text in
                ["struct \(name.1) ", "class \(name.1)(", "extension \(name.1) "].contains { text.contains($0) } && text.contains("\(name.2)(")
                    || name.1.hasPrefix("test_") && text.contains("class \(name.2)(")
            }
            #expect(isThere, "\(name.1).\(name.2)")
        }
        #expect(texts.count > 100)
    }
}
