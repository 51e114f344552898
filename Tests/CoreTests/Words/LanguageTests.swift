// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// Reading a language's file, and looking words up in it.
@Suite struct LanguageTests {
    /// The tables of the file and the types whose raw values are their keys have the same rows.
    @Test func theTablesHaveTheRowsOfTheirTypes() {
        let tables: [(table: String, rows: [String])] = [
            ("setting", SettingRow.all.compactMap { $0.setting?.key.rawValue }), ("panel", ActionLabel.allCases.map(\.rawValue)),
            ("tool", Tool.allCases.map(\.rawValue)), ("draw.kind", Annotation.Kind.allCases.map(\.rawValue)),
        ]
        for (table, rows) in tables {
            let keys = Language.english.phrases.keys.filter { $0.hasPrefix(table + ".") && !$0.hasSuffix(".plain") }
            #expect(keys.sorted() == Set(rows).map { "\(table).\($0)" }.sorted())
        }
    }

    @Test func thePlainWordsAreOtherWords() {
        let phrases = Language.english.phrases
        for (key, plain) in phrases where key.hasSuffix(".plain") { #expect(plain != phrases[String(key.dropLast(6))], "\(key)") }
    }

    @Test func whereNothingIsScoredThePlainWordsAreSaid() {
        let other = Language("archer-tile = Schütze\narcher-tile.plain = Wer\nmenu.target = Scheibe")
        Language.$current.withValue(other) {
            #expect(Strings.archerTile == "Schütze")
            Language.speaking(ofArchery: false) {
                #expect(Strings.archerTile == "Wer" && Strings.title(of: .target) == "Scheibe" && Strings.menu == "Menu")
                Language.speaking(ofArchery: true) { #expect(Strings.archerTile == "Schütze") }
            }
        }
    }

    // MARK: Reading

    @Test(arguments: [
        ("a.b", "a line is written as key = words"), ("a.b =", "a line is written as key = words"), ("a.b = ", "a line is written as key = words"),
        ("B = words", "B is no key: it has small letters, numbers, dots and hyphens"),
        ("A.b = words", "A.b is no key: it has small letters, numbers, dots and hyphens"),
        ("a.b = {count", "a place is written as {name}"), ("a.b = {} x", "a place is written as {name}"),
        ("a.b = x}", "a place is written as {name}"),
        ("a.b = {two words}", "a place is written as {name}"),
    ])
    func aBadLineIsNamedAndTheOthersHold(line: String, reason: String) {
        let language = Language("one = 1\n# a comment\n\n\(line)\ntwo = 2")
        #expect(language.faults.map(\.line) == [4])
        #expect(language.faults.first.map { $0.reason } == reason)
        #expect(language.phrases.keys.sorted() == ["one", "two"])
    }

    @Test func aKeyThatIsThereTwiceIsABadLine() {
        #expect(Language("a = 1\na = 2").faults == [Language.Fault(line: 2, reason: "a is there twice")])
    }

    @Test(arguments: UInt64(1)...50)
    func nothingInAFileMakesReadingFail(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = ["a.b", " = ", "{", "}", "count", "words", "\n", "#", "=", "é", "\u{301}", "\r", " "]
        let text = (0..<200).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        let language = Language(text)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(language.faults.allSatisfy { (1...lines).contains($0.line) })
    }

    // MARK: Looking up

    @Test func aPhraseIsFilledInWhereverItsLanguageHasThePlaces() {
        let language = Language("x = {b}, {a}, {a}.")
        #expect(language.text("x", ["a": 1, "b": "two"]) == "two, 1, 1.")
        #expect(language.text("x", ["a": "{b}", "b": ""]) == ", {b}, {b}.", "what is filled in isn't read again")
    }

    @Test func aWordThatALanguageLacksIsSaidInEnglish() {
        #expect(Language("").text("on", [:]) == "On")
        #expect(Language("").text("no.such-key", [:]) == "no.such-key")
    }

    @Test func theLanguageThatHoldsIsThatOfTheCallersAround() {
        let other = Language("on = An\nclips.one = ein Clip\nclips.other = {count} Clips")
        #expect(Strings.onOff(true) == "On" && Strings.clips(1) == "1 clip" && Strings.clips(0) == "0 clips")
        Language.$current.withValue(other) {
            #expect(Strings.onOff(true) == "An" && Strings.clips(1) == "ein Clip" && Strings.clips(2) == "2 Clips" && Strings.onOff(false) == "Off")
        }
        #expect(Strings.onOff(true) == "On")
    }
}
