// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// Each language of the box keeps the same laws, and so do the two made-up ones.
@Suite struct LanguageLawsTests {
    private static let languages = Language.all + [.trial, .stretched]

    @Test(arguments: languages.indices) func everyLanguageKeepsTheLaws(index: Int) {
        let language = Self.languages[index]
        #expect(LanguageLaws().faults(of: language) == [], "\(language.header.name ?? "?")")
    }

    @Test func twoLanguagesHaveTwoTagsAndNames() {
        #expect(Set(Language.all.map(\.tag)).count == Language.all.count && Set(Language.all.map(\.id)).count == Language.all.count)
        #expect(Language.all.compactMap(\.header.name) == ["English", "Deutsch"])
    }

    /// The screens are laid out in a language half as long again (`StretchedLanguageTests`). A phrase that is no wider than its stretched one has
    /// room wherever it stands. The pages and the help break their lines as they need, `spoken` is only heard, and `wide` stands in places with
    /// more room.
    @Test(arguments: Language.all.dropFirst().map(\.id)) func noPhraseIsWiderThanItsStretchedOne(id: String) throws {
        let language = try #require(LanguageShelf.language(id))
        let wide: Set = ["undo", "redo", "delay-tile"]
        func width(_ phrase: Language.Phrase?) -> Double {
            phrase?.parts.reduce(0) { sum, part in if case .words(let words) = part { sum + TextMetrics.width(words, size: 1) } else { sum } } ?? 0
        }
        let free = ["page", "card-help.", "panel.", "spoken."]
        for (key, phrase) in language.phrases where !free.contains(where: key.hasPrefix) && !wide.contains(key) {
            let english = language.plurals == Language.english.plurals ? Language.stretched.phrases[key] : nil
            guard let english else { continue }
            #expect(width(phrase) <= width(english) + 0.1, "\(key): \(phrase)")
        }
    }

    /// The words of German archers, which only words about scored sessions have.
    private static let archery: Set<Substring> = [
        "pfeil", "pfeile", "pfeilen", "pfeils", "schütze", "schützen", "passe", "passen", "auflage", "auflagen", "ring", "ringe", "ringen", "runde",
        "runden", "schaft", "schafts", "bogen", "bogens", "sehne", "visier", "schuss", "schüsse", "schüssen", "schusszettel", "schießbuch", "schießt",
        "schießen", "geschossen", "ankern", "lösen", "spot", "spots", "fehlschuss", "köcher",
    ]

    @Test func plainGermanSpeaksOfNoSport() {
        for (key, phrase) in Language.german.phrases where key.hasSuffix(".plain") {
            for case .words(let words) in phrase.parts {
                let found = words.lowercased().split { !$0.isLetter }.filter(Self.archery.contains)
                #expect(found == [], "\(key): \(words)")
            }
        }
    }

    @Test func germanSaysItInItsOwnWords() {
        Language.$current.withValue(.german) {
            #expect(Strings.endDone(3) == "Passe 3 fertig" && Strings.clips(1) == "1 Clip" && Strings.arrows(2) == "2 Pfeile")
            #expect(Strings.seconds(5.5) == "5,5 s" && hundredths(9.5) == "9,50" && Strings.Page.language == "de")
        }
    }

    @Test func theTrialLanguageHasWordsOfItsOwn() {
        Language.$current.withValue(.trial) {
            #expect(Strings.live == "LLIIVVEE" && Strings.Page.language == "x-probe")
            #expect(Phrases.Live.marksOf(2, arrows: 3) == "3 ooff 2")
            let message = Message.unitSize(480)
            #expect(message.text == "iitt ttaakkeess uunniittss ooff 480 ssaammpplleess")
            #expect(message.description == "it takes units of 480 samples", "the log is in English")
        }
    }

    @Test(arguments: [(0, "nought"), (1, "one"), (2, "few"), (5, "other"), (11, "other"), (13, "other"), (21, "one"), (22, "few"), (-3, "few")])
    func theFormOfANumberIsThatOfTheLanguage(count: Int, form: String) {
        let lines = ["nought", "one", "few", "other"].map { "clips.\($0) = {count} \($0)" }
        let language = Language(([Language.trialHeader] + lines).joined(separator: "\n"))
        Language.$current.withValue(language) { #expect(Strings.clips(count) == "\(count) \(form)") }
    }

    @Test func decimalsHaveTheSignOfTheLanguage() {
        func words() -> [String] {
            [
                tenths(-2.45), hundredths(9.5), Strings.phaseSeconds(1.2666), Strings.offsetMilliseconds(-0.0333), Strings.zoom(1.5),
                Strings.seconds(5.5), Strings.seconds(5), Strings.bytes(3_100_000_000),
            ]
        }
        #expect(words() == ["-2.5", "9.50", "1.267", "−0.033 s", "Zoom 1.5×", "5.5 s", "5 s", "3.1 GB"])
        Language.$current.withValue(.trial) {
            #expect(words() == ["-2,5", "9,50", "1,267", "−0,033 ss", "ZZoooomm 1,5×", "5,5 ss", "5 ss", "3,1 GGBB"])
        }
    }

    /// A mistake in one line of a language, and the law that names it.
    private static let mistakes: [(key: String, line: String?, law: String)] = [
        ("live", nil, "live is missing"),
        ("live", "live = X\nlife = X", "life is no key"),
        ("live", "live.one = X\nlive.few = X\nlive.nought = X\nlive.other = X", "live has 4 lines; it takes one line"),
        ("live", "live", "a line is written as key = words"),
        ("marks.few", nil, "marks has 3 lines; it takes one line, or one for each of one, few, nought, other"),
        ("end-done", "end-done = End", "end-done has the places [], not [\"number\"]"),
        ("end-done", "end-done = End {name}", "end-done has the places [\"name\"], not [\"number\"]"),
        ("carousel.place", "carousel.place = {place}", "carousel.place has the places [\"place\"], not [\"count\", \"place\"]"),
        ("marks.one", "marks.one = {marks} mark", "marks.one has places that nothing fills in"),
        ("menu.target.plain", nil, "menu.target.plain is missing"),
        ("panel.live", "panel.live = Live", "panel.live is no word | sentence"),
        ("panel.live", "panel.live = Live | Go | to Live", "panel.live is no word | sentence"),
        ("export.session", "export.session = Whole", "export.session has another number of | than in English"),
        ("box.update-refused", "box.update-refused = {no}", "box.update-refused has the places [\"no\"], not [\"name\"]"),
        ("language.decimal", nil, "language.decimal is missing"),
        ("language.decimal", "language.decimal = dot", "language.decimal is no sign: dot"),
        ("language.name", nil, "language.name is missing"),
        ("language.tag", "language.tongue = x", "language.tongue is no line of the header: it has name, tag, decimal and form"),
        ("language.form.nought", "language.form.nought = n = 0,1", "1 takes several forms: [\"one\", \"nought\"]"),
        ("language.form.nought", "language.form.nought = n = 900", "no number takes nought"),
        ("live", "live = \u{202E}X", "live has a control character"),
        ("live", "live = X\tX", "live has a control character"),
        ("live", "live = \(String(repeating: "x", count: 1001))", "live is longer than 1000 letters"),
        ("language.tag", "language.tag = de\"", "language.tag is no tag such as de or pt-BR"),
        ("language.name", "language.name = \(String(repeating: "x", count: 25))", "language.name is no name of at most 24 letters"),
        (
            "language.form.nought", "language.form.nought = n = 0\(String(repeating: " or n = 0", count: 40))",
            "a form is written as language.form.one = n % 10 = 1 and n % 100 != 11"
        ),
        ("language.form.nought", "language.form.nought = none", "a form is written as language.form.one = n % 10 = 1 and n % 100 != 11"),
    ]

    @Test(arguments: mistakes)
    func aMistakeIsNamed(key: String, line: String?, law: String) {
        let file = Language.trialFile { $0 == key ? line : $1 }
        let faults = LanguageLaws().faults(of: Language(file))
        #expect(faults.contains { $0.hasSuffix(law) }, "\(faults)")
    }

    /// A number that English has in one line may need forms elsewhere: "3 liked".
    @Test func aLanguageHasFormsWhereEnglishHasOneLine() {
        let file = Language.trialFile { key, line in
            key == "liked-count" ? ["one", "few", "nought", "other"].map { "liked-count.\($0) = \($0) {count}" }.joined(separator: "\n") : line
        }
        let language = Language(file)
        #expect(LanguageLaws().faults(of: language) == [])
        Language.$current.withValue(language) { #expect(Strings.likedCount(2) == "few 2" && Strings.likedCount(7) == "other 7") }
        #expect(Strings.likedCount(2) == "2 liked")
    }

    // MARK: Languages of others

    /// A file that somebody translated for another version lacks phrases and has some too many. It is offered, and says the rest in English.
    @Test func aLanguageWithoutAPhraseSaysItInEnglish() {
        let file = Language.trialFile { key, line in key == "live" || key.hasPrefix("clips.") ? nil : key == "stop" ? "\(line)\nlife = X" : line }
        let language = Language(file)
        #expect(LanguageLaws().mistakes(in: language) == [])
        #expect(Set(LanguageLaws().faults(of: language)) == ["live is missing", "clips is missing", "life is no key"])
        Language.$current.withValue(language) { #expect(Strings.live == "LIVE" && Strings.clips(2) == "2 clips" && Strings.stop == "SSTTOOPP") }
    }

    /// Whatever a file holds, the laws can be held against it, and what passes them can be said.
    @Test(arguments: UInt64(1)...40) func noFileIsATrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(PackageResources.german_txt)
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 40))
            case 2: bytes.insert(contentsOf: Array("{\n= |n % 0..".utf8.shuffled(using: &random)), at: place)
            default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
            }
        }
        let language = Language(String(decoding: bytes, as: UTF8.self), id: "fuzz")
        _ = LanguageLaws().mistakes(in: language)
        Language.$current.withValue(language) {
            for count in [0, 1, 2, Int.max, Int.min] { #expect(!Strings.clips(count).isEmpty) }
            #expect(!Strings.endDone("3").isEmpty && !Message.unitSize(480).text.isEmpty)
        }
    }
}
