// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core
@testable import Storage

/// Files of languages that somebody translated.
@Suite struct LanguageFolderTests {
    private static let header = "language.name = Polski\nlanguage.tag = pl\nlanguage.decimal = ,\nlanguage.form.one = n = 1\n"

    private func read(_ files: [String: [UInt8]]) throws -> LanguageFolder {
        let folder = try TemporaryFolder()
        return try withExtendedLifetime(folder) {
            for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
            return LanguageFolder(folder.path)
        }
    }

    private func problem(of name: String, _ bytes: [UInt8]) throws -> String {
        let folder = try read([name: bytes])
        #expect(folder.languages.isEmpty && folder.problems.count == 1)
        return folder.problems.first ?? ""
    }

    @Test func aFileIsALanguageByItsName() throws {
        let folder = try read(["polish.txt": Array((Self.header + "live = NA ŻYWO").utf8), "notes.md": Array("no language".utf8)])
        #expect(folder.problems == [] && folder.languages.map(\.id) == ["polish"])
        let polish = try #require(folder.languages.first)
        Language.$current.withValue(polish) { #expect(Strings.live == "NA ŻYWO" && Strings.menu == "Menu" && tenths(2.5) == "2,5") }
    }

    @Test func aFileThatWindowsWroteIsRead() throws {
        let text = (Self.header + "live = X\n").split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        let folder = try read(["polish.txt": [0xEF, 0xBB, 0xBF] + Array(text.utf8)])
        #expect(folder.problems == [] && folder.languages.first?.phrases.count == 1 && folder.languages.first?.header.name == "Polski")
    }

    @Test func aFolderThatIsNotThereHasNone() {
        let folder = LanguageFolder("/nowhere/languages")
        #expect(folder.languages.isEmpty && folder.problems == [])
    }

    @Test(arguments: [
        ("polish.txt", "live", "line 5: a line is written as key = words"),
        ("polish.txt", "live = {what}", "live has the places [\"what\"], not [], and 1 more"),
        ("polish.txt", "clips.one = x", "clips has 1 line; it takes one line, or one for each of one, other"),
        ("Polish.txt", "live = X", "its name has other signs than a to z, 0 to 9 and -, or more than 32"),
        ("german.txt", "live = X", "the program has a language of this name"),
    ])
    func aMistakeIsSaidInOneLine(name: String, line: String, words: String) throws {
        let said = try problem(of: name, Array((Self.header + line).utf8))
        #expect(said.hasPrefix("language /") && said.hasSuffix("/\(name): \(words)"), "\(said)")
    }

    @Test func aFileWithoutAHeaderIsNamed() throws {
        #expect(try problem(of: "polish.txt", Array("live = X".utf8)).contains("language.name is missing, and 3 more"))
    }

    @Test func whatIsNoTextOrTooLongIsNotRead() throws {
        #expect(try problem(of: "polish.txt", [0xFF, 0xFE, 0x00]).hasSuffix("it is no plain text: save it as UTF-8"))
        #expect(try problem(of: "polish.txt", [UInt8](repeating: 0x20, count: LanguageFolder.longestBytes + 1)).contains("bytes, more than"))
    }

    @Test func onlySoManyAreRead() throws {
        let text = Array((Self.header + "live = X").utf8)
        let folder = try read(Dictionary(uniqueKeysWithValues: (10..<30).map { ("l\($0).txt", text) }))
        #expect(folder.languages.count == LanguageFolder.mostFiles)
        #expect(folder.problems.count == 1 && folder.problems.first?.contains("it has 20 files; only the first 16 are read") == true)
    }

    /// Whatever lies there, reading ends, and says one line for each file that isn't offered.
    @Test(arguments: UInt64(1)...30) func noFileIsATrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [Self.header, "language.form.few = n % 10 = 2..4\n", "live", " = ", "{count}", "}", "\r\n", "\u{202E}", "\0", "|", "clips.one"]
        var bytes: [UInt8] = Bool.random(using: &random) ? Array(Self.header.utf8) : []
        for _ in 0..<200 {
            bytes += (pieces.randomElement(using: &random) ?? "").utf8
            if random.chance(0.2) { bytes.append(UInt8.random(in: 0...255, using: &random)) }
        }
        let folder = try read(["x.txt": bytes])
        #expect(folder.languages.count + folder.problems.count == 1)
        #expect(folder.problems.allSatisfy { !$0.contains("\n") && !$0.contains("\0") })
    }
}
