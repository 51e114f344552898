// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// The setting `language`, and the languages that it may name. Serialized: the shelf belongs to the whole process.
@Suite(.serialized) struct LanguageSettingTests {
    private let key: SettingKey = "language"
    private var row: SettingRow { .setting(key) }

    private func set(_ word: String) throws -> Settings {
        var settings = Settings()
        try SettingKey.apply(.string(word), for: key, to: &settings)
        return settings
    }

    @Test func eachLanguageStandsInTheMenuByItsOwnName() throws {
        #expect(Settings().language == "english" && Strings.value(of: row, in: Settings()) == "English")
        let german = row.adjusted(Settings(), by: 1)
        #expect(german.language == "german" && Strings.value(of: row, in: german) == "Deutsch")
        #expect(row.adjusted(german, by: -1) == Settings())
        #expect(try set("Deutsch") == german, "its own name is taken too")
    }

    @Test func aLanguageThatIsNotThereIsNamed() {
        let problem = #expect(throws: SettingProblem.self) { try set("klingon") }
        #expect(problem?.description.hasPrefix("language: klingon isn't one of english, german") == true)
    }

    @Test func theLanguageOfTheSettingIsSpoken() {
        Language.speaking("german", ofArchery: false) { #expect(Strings.archerTile == "Wer" && Strings.menu == "Menü") }
        Language.speaking("german") { #expect(Strings.archerTile == "Schütze") }
        // A word from an old file changes nothing, and English is the language of the call.
        Language.$current.withValue(.trial) {
            for id in ["klingon", "english"] { Language.speaking(id) { #expect(Strings.live == "LLIIVVEE") } }
        }
        #expect(Strings.menu == "Menu")
    }

    @Test func aLanguageThatWasFoundIsOfferedAndSpoken() throws {
        var probe = Language.trial
        probe.id = "probe"
        var impostor = probe
        impostor.id = "german"
        LanguageShelf.put([impostor, probe])
        defer { LanguageShelf.put([]) }
        #expect(LanguageShelf.languages.map(\.id) == ["english", "german", "probe"])
        let settings = try set("probe")
        #expect(Strings.value(of: row, in: settings) == "Probe" && row.adjusted(Settings(), by: 9) == settings)
        Language.speaking(settings.language) { #expect(Strings.live == "LLIIVVEE") }
        Language.speaking("german") { #expect(Strings.live == "LIVE", "the program's own goes before") }
    }

    /// The file has the phrases of the language that was spoken when it was written. They are nobody's own, whatever is spoken now.
    @Test func aLanguagesPhrasesAreNobodysOwn() throws {
        for name in ["phrases", "phases", "drawing-words"] {
            let key = try #require(SettingKey(rawValue: name))
            let written = Language.speaking("german") { SettingKey.value(of: key, in: Settings()) }
            #expect(written != SettingKey.value(of: key, in: Settings()))
            var read = Settings()
            try SettingKey.apply(written, for: key, to: &read)
            #expect(read == Settings(), "\(name)")
        }
    }
}
