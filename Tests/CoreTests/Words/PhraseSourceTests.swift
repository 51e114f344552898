// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core

/// The symbols of `Generated/Phrases.swift` are those of `english.txt`, and the code uses each of them.
@Suite struct PhraseSourceTests {
    private static let made = "Sources/Core/Words/Generated/Phrases.swift"

    private static let source = PhraseSource(SourceTree.text("Sources/Core/Words/english.txt"))

    @Test("the words in the code are those of english.txt; WRITE_PHRASES=1 makes them anew")
    func theSymbolsAreThoseOfTheFile() throws {
        let text = Self.source.text
        if ProcessInfo.processInfo.environment["WRITE_PHRASES"] != nil {
            return try text.write(to: SourceTree.root.appendingPathComponent(Self.made), atomically: true, encoding: .utf8)
        }
        let written = Set(SourceTree.text(Self.made).split(separator: "\n"))
        let right = Set(text.split(separator: "\n"))
        let differences = right.subtracting(written).map { "missing: \($0)" } + written.subtracting(right).map { "too much: \($0)" }
        let isSame = SourceTree.text(Self.made) == text
        #expect(
            isSame,
            """
            \(Self.made) is not what english.txt makes it: run `WRITE_PHRASES=1 swift test --filter PhraseSourceTests`.
            \(differences.sorted().joined(separator: "\n"))
            """)
    }

    @Test func aKeyIsThePathToItsWords() {
        let file = """
            language.form.one = n = 1
            # A comment
            no-tv-advice = Check {what} and {where}
            clips.one = a clip
            clips.other = {count} clips
            clips.one.plain = a film
            score.lost.one = {end}: one lost
            score.lost.other = {end}: {count} lost
            place-of = {place} of {count}
            reason.card-full = the card is full
            reason-parts.is-large = {bytes}: {reason}
            live.split.on = Split
            panel.live = Live | Go to Live.
            """
        let lines = PhraseSource(file).text.split(separator: "\n").filter { !$0.hasPrefix("//") }
        #expect(
            lines.joined(separator: "\n") == """
                extension Strings {
                    package static func noTVAdvice(_ what: some PhraseValue, where: some PhraseValue) -> String { \
                Language.said("no-tv-advice", ["what": what, "where": where]) }
                    package static func clips(_ count: Int) -> String { Language.said("clips", count: count) }
                    package static func placeOf(_ place: some PhraseValue, count: Int) -> String { \
                Language.said("place-of", count: count, ["place": place]) }
                }
                extension Strings.Score {
                    package static func lost(_ count: Int, end: some PhraseValue) -> String { \
                Language.said("score.lost", count: count, ["end": end]) }
                }
                extension Message {
                    package static var cardFull: Message { Message(key: "reason.card-full") }
                }
                enum Phrases {
                    enum ReasonParts {
                        static func isLarge(_ bytes: some PhraseValue, reason: Message) -> Message { \
                Message(key: "reason-parts.is-large", ["bytes": bytes, "reason": reason]) }
                    }
                    enum Live {
                        static var splitOn: String { Language.said("live.split.on") }
                    }
                }
                """)
    }

    /// Two keys with one name would be one symbol. The compiler refuses them only where their arguments are the same too.
    @Test func noTwoKeysHaveOneName() {
        let names = Dictionary(grouping: Self.source.symbols) { "\($0.owner).\($0.name)" }
        #expect(names.filter { $0.value.count > 1 }.keys.sorted() == [])
    }

    /// A phrase's argument may be anything that has words. Beside a function with the same name and another type of argument, a literal would
    /// choose: `percent(1)` was one per cent, and not all of it.
    @Test func noFunctionHasTheNameOfAPhrase() {
        let phrases = Set(Self.source.symbols.filter { $0.owner == "Strings" && $0.places.count == 1 }.map(\.name))
        for file in SourceTree.swiftFiles(under: "Sources/Core/Words") where file != Self.made {
            for line in SourceTree.text(file).split(separator: "\n") {
                guard let name = line.firstMatch(of: #/^    (?:package )?static func (\w+)\(_ \w+: [^,]*\) /#)?.1 else { continue }
                #expect(!phrases.contains(String(name)), "\(file): \(line)")
            }
        }
    }

    @Test func theCodeUsesEveryKey() {
        let mentions = Mentions(in: SourceTree.swiftFiles(under: "Sources").filter { $0 != Self.made })
        let unused = Self.source.symbols.filter { !mentions.use($0) }.map(\.key)
        #expect(unused == [], "nothing says these: take them out of english.txt")
        #expect(Self.source.symbols.count > 700)
    }

    @Test func anUnusedKeyIsFound() {
        let symbols = PhraseSource("a = x\nb = x\nscore.c = x\nreason.d = x\nlive.e = x\nscore.f = x").symbols
        let mentions = Mentions()
        mentions.add("Strings.a + Score.c; throw .d; Phrases.Live.e; other.b; f", isWords: false)
        #expect(symbols.filter { !mentions.use($0) }.map(\.key) == ["b", "score.f"])
        mentions.add("a + f", isWords: true)
        #expect(symbols.filter { !mentions.use($0) }.map(\.key) == ["b"])
    }
}

/// The names that the sources mention: `Strings.live`, and `live` alone in a file that extends `Strings`.
private final class Mentions {
    private var pairs: Set<Substring> = []
    private var alone: Set<Substring> = []
    private var implicit: Set<Substring> = []

    init(in files: [String] = []) {
        for file in files {
            let text = SourceTree.text(file)
            add(text, isWords: text.contains("extension Strings") || text.contains("enum Strings"))
        }
    }

    func add(_ text: String, isWords: Bool) {
        for path in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "." }) {
            let names = path.split(separator: ".")
            for (owner, name) in zip(names, names.dropFirst()) { pairs.insert("\(owner).\(name)") }
            guard let first = names.first else { continue }
            if path.first == "." { implicit.insert(first) } else if isWords { alone.insert(first) }
        }
    }

    func use(_ symbol: PhraseSource.Symbol) -> Bool {
        let owner = symbol.owner.split(separator: ".").last ?? ""
        if pairs.contains("\(owner).\(symbol.name)") { return true }
        if symbol.owner.hasPrefix("Phrases.") { return false }
        return alone.contains(symbol.name[...]) || symbol.isReason && implicit.contains(symbol.name[...])
    }
}

/// The files of the repository.
enum SourceTree {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ file: String) -> String {
        (try? String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)) ?? ""
    }

    static func files(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)) ?? []
        return names.map { "\(folder)/\($0)" }
    }

    static func swiftFiles(under folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
    }
}
