// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// The keys in the code and the languages' files match: none is missing, none is unused, and each phrase has the same placeholders.
@Suite struct LanguageTests {
    /// A key as the code uses it, with the placeholders that the code fills in.
    struct Use: Hashable {
        var key: String
        var places: Set<String>
    }

    /// Every use in `Core/Words`, the only place that looks words up, and in the box's scripts. A form for a number is a use of its own.
    static let uses: Set<Use> = {
        var uses: Set<Use> = []
        for file in files(in: "Sources/Core/Words") where file.hasSuffix(".swift") { uses.formUnion(Self.uses(in: source(file))) }
        for file in files(in: Self.scripts) { uses.formUnion(noticeUses(in: source(file))) }
        // The menu's rows look their words up by the setting's key.
        for row in SettingRow.all {
            if let setting = row.setting { uses.insert(Use(key: "setting.\(setting.key.rawValue)", places: [])) }
        }
        for deed in Deed.allCases { uses.insert(Use(key: "panel.\(deed.rawValue)", places: [])) }
        for tool in Tool.allCases { uses.insert(Use(key: "tool.\(tool.rawValue)", places: [])) }
        for form in ExportForm.offered {
            uses.insert(Use(key: "export.\(form.row.key)", places: form.row.slowness > 1 ? ["speed", "times"] : []))
        }
        for kind in Annotation.Kind.allCases { uses.insert(Use(key: "draw.kind.\(kind.rawValue)", places: [])) }
        return uses
    }()

    /// The box's scripts that run as root; their notices name keys.
    private static let scripts = "image/root/usr/lib/vir"

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func files(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)) ?? []
        return names.map { "\(folder)/\($0)" }
    }

    private static func swiftFiles(under folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
    }

    private static func source(_ file: String) -> String {
        (try? String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)) ?? ""
    }

    /// Returns the keys of the notices in a script, `notice 20-card box.title box.detail "word=value"`, and those of an update's refusal,
    /// `refuse "$1" older "version=…"`.
    static func noticeUses(in script: String) -> Set<Use> {
        var uses: Set<Use> = []
        for call in script.matches(of: #/(?:notice|refuse|decline|fail) [^\n;}]*/#) {
            let places = Set(call.output.matches(of: #/"([a-z]+)=/#).map { String($0.1) }).subtracting(["progress"])
            for key in call.output.matches(of: #/ (box\.[a-z0-9-]+)/#) { uses.insert(Use(key: String(key.1), places: places)) }
            if let why = call.output.firstMatch(of: #/^(?:refuse|decline|fail) (?:"\$(?:1|file)" )?([a-z-]+)/#) {
                uses.insert(Use(key: "box.refused-\(why.1)", places: places))
            }
        }
        return uses
    }

    @Test func theNoticesAreFoundInAScript() {
        let script = "notice 20-card box.a box.a-detail \"name=$name\" \"progress=4\"; x\n  refuse \"$1\" older \"own=$o\"; fail cut"
        #expect(
            Self.noticeUses(in: script) == [
                Use(key: "box.a", places: ["name"]), Use(key: "box.a-detail", places: ["name"]), Use(key: "box.refused-older", places: ["own"]),
                Use(key: "box.refused-cut", places: []),
            ])
    }

    /// Returns the calls `text("key")`, `text("key", count: …)`, `text("key", ["place": …])`, and those that choose between two keys.
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
        let keys = Language.english.phrases.keys.map { $0.hasSuffix(".plain") ? String($0.dropLast(6)) : $0 }
        #expect(Set(keys).subtracting(Self.uses.map(\.key)) == [])
    }

    @Test func thePlainWordsHaveThePlacesOfTheOthers() {
        let phrases = Language.english.phrases
        for (key, plain) in phrases where key.hasSuffix(".plain") {
            #expect(plain.places == phrases[String(key.dropLast(6))]?.places && plain != phrases[String(key.dropLast(6))], "\(key)")
        }
    }

    @Test func whereNothingIsScoredThePlainWordsAreSaid() {
        let other = Language("menu.archer = Schütze\nmenu.archer.plain = Wer\nmenu.target = Scheibe")
        Language.$current.withValue(other) {
            #expect(Strings.archerTile == "Schütze")
            Language.speaking(ofArchery: false) {
                #expect(Strings.archerTile == "Wer" && Strings.title(of: .target) == "Scheibe" && Strings.menu == "Menu")
                Language.speaking(ofArchery: true) { #expect(Strings.archerTile == "Schütze") }
            }
        }
    }

    @Test func thePlacesInTheFileAreThoseThatTheCodeFillsIn() {
        for use in Self.uses {
            // "1 arrow" may leave the number out.
            guard let phrase = Language.english.phrases[use.key], !use.key.hasSuffix(".one") || !phrase.places.isEmpty else { continue }
            // A notice's title and detail are given the same values, and neither needs all of them.
            #expect(use.key.hasPrefix("box.") ? phrase.places.isSubset(of: use.places) : phrase.places == use.places, "\(use.key)")
        }
    }

    /// A message can also be made of a string literal, for names and for the system's words. No reason of ours may bypass the language that
    /// way.
    @Test(arguments: ["Core", "Media", "Storage", "Runtime"]) func noReasonForATVIsASentenceOfTheCode(target: String) {
        let refusals = #/(?:(?:Setting|Face|Archer|KeyMap)Problem|SettingRefusal)\((?:key, )?"|(?:reason|message): "[^"\\]/#
        // A session's record and the log are in English.
        let notShown = #/\.(?:lostClip|unavailable)\(/#
        for file in Self.swiftFiles(under: "Sources/\(target)") {
            for line in Self.source(file).split(separator: "\n") where line.contains(refusals) && !line.contains(notShown) {
                Issue.record("\(file): \(line)")
            }
        }
    }

    @Test func everyRowDeedAndToolHasAWordAndASentenceOnItsLine() {
        for (key, phrase) in Language.english.phrases where ["setting.", "panel.", "tool."].contains(where: key.hasPrefix) {
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
        #expect(Language("").text("settings.on", [:]) == "On")
        #expect(Language("").text("no.such-key", [:]) == "no.such-key")
    }

    @Test func theLanguageThatHoldsIsThatOfTheCallersAround() {
        let other = Language("settings.on = An\nlive.clips.one = ein Clip\nlive.clips.other = {count} Clips")
        #expect(Strings.onOff(true) == "On" && Strings.clips(1) == "1 clip" && Strings.clips(0) == "0 clips")
        Language.$current.withValue(other) {
            #expect(Strings.onOff(true) == "An" && Strings.clips(1) == "ein Clip" && Strings.clips(2) == "2 Clips" && Strings.onOff(false) == "Off")
        }
        #expect(Strings.onOff(true) == "On")
    }
}
