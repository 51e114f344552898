// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// The code's keys and the languages' files belong together: none missing, none unused, and the same places in each.
@Suite struct LanguageTests {
    /// A key as the code uses it, with what the code fills in.
    struct Use: Hashable {
        var key: String
        var places: Set<String>
    }

    /// Every use in `Core/Words`, where alone words are looked up. A form for a number counts as a use of its own.
    static let uses: Set<Use> = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/Core/Words")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        var uses: Set<Use> = []
        for file in files where file.pathExtension == "swift" {
            guard let source = try? String(contentsOf: file, encoding: .utf8) else { continue }
            uses.formUnion(Self.uses(in: source))
        }
        // The sheet's rows look their words up by the setting's own key.
        for row in SettingRow.all {
            if let setting = row.setting { uses.insert(Use(key: "setting.\(setting.key.rawValue)", places: [])) }
        }
        return uses
    }()

    /// The calls `text("key")`, `text("key", count: …)`, `text("key", ["place": …])`, and those with one of two keys.
    static func uses(in source: String) -> Set<Use> {
        var uses: Set<Use> = []
        for call in source.ranges(of: "text(") {
            var depth = 1
            let arguments = source[call.upperBound...].prefix { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth > 0
            }
            let keys = arguments.matches(of: #/"([a-z]+\.[a-z0-9.\-]+)"/#).map { String($0.1) }
            if arguments.contains("count: "), !arguments.contains("[") {
                for key in keys { uses.formUnion(["one", "other"].map { Use(key: "\(key).\($0)", places: ["count"]) }) }
            } else {
                let places = Set(arguments.matches(of: #/[\[ ]"([a-zA-Z0-9]+)": /#).map { String($0.1) })
                for key in keys { uses.insert(Use(key: key, places: places)) }
            }
        }
        return uses
    }

    @Test func theUsesAreFoundInTheSource() {
        let source = #"{ text("a.b") + text(isOn ? "a.on" : "a.off") + text("a.n", count: clips(3)) + text("a.p", ["x": f(1), "y": 2]) }"#
        #expect(
            Self.uses(in: source) == [
                Use(key: "a.b", places: []), Use(key: "a.on", places: []), Use(key: "a.off", places: []), Use(key: "a.n.one", places: ["count"]),
                Use(key: "a.n.other", places: ["count"]), Use(key: "a.p", places: ["x", "y"]),
            ])
        #expect(Self.uses.count > 250)
    }

    @Test func theEnglishFileHasNoBadLine() {
        #expect(Language.english.faults == [])
    }

    @Test func everyKeyOfTheCodeIsInTheFile() {
        #expect(Set(Self.uses.map(\.key)).subtracting(Language.english.phrases.keys) == [])
    }

    @Test func everyKeyOfTheFileIsUsed() {
        #expect(Set(Language.english.phrases.keys).subtracting(Self.uses.map(\.key)) == [])
    }

    @Test func thePlacesInTheFileAreThoseThatTheCodeFillsIn() {
        for use in Self.uses {
            // "1 arrow" may leave the number out.
            guard let phrase = Language.english.phrases[use.key], !use.key.hasSuffix(".one") || !phrase.places.isEmpty else { continue }
            #expect(phrase.places == use.places, "\(use.key)")
        }
    }

    @Test func everyRowOfTheSheetHasATitleAndAHelpOnItsLine() {
        for (key, phrase) in Language.english.phrases where key.hasPrefix("setting.") {
            guard case .words(let words)? = phrase.parts.first else { continue }
            #expect(words.split(separator: "|").count == 2 && phrase.parts.count == 1, "\(key)")
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
        #expect(Language("").text("keys.menu", [:]) == "Menu")
        #expect(Language("").text("no.such-key", [:]) == "no.such-key")
    }

    @Test func theLanguageThatHoldsIsThatOfTheCallersAround() {
        let other = Language("keys.menu = Menü\nlive.clips.one = ein Clip\nlive.clips.other = {count} Clips")
        #expect(Strings.menu == "Menu" && Strings.clips(1) == "1 clip" && Strings.clips(0) == "0 clips")
        Language.$current.withValue(other) {
            #expect(Strings.menu == "Menü" && Strings.clips(1) == "ein Clip" && Strings.clips(2) == "2 Clips" && Strings.done == "Done")
        }
        #expect(Strings.menu == "Menu")
    }
}
