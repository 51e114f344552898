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

    @Test func twoLanguagesHaveTwoTags() {
        #expect(Set(Language.all.map(\.tag)).count == Language.all.count)
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
}
