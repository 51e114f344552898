// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// The note phrases in `settings.toml`.
@Suite struct NotePhrasesTests {
    private func read(_ text: String) throws -> Settings {
        var settings = Settings()
        let key = try #require(SettingKey(rawValue: "phrases"))
        try SettingKey.apply(.string(text), for: key, to: &settings)
        return settings
    }

    @Test func theFileHasTheLanguagesPhrasesUntilSomebodyEditsThem() throws {
        let key = try #require(SettingKey(rawValue: "phrases"))
        let written = SettingKey.value(of: key, in: Settings())
        #expect("\(written)".hasPrefix("Windy; Rain; "))
        #expect(try read("\(written)") == Settings())
        let own = try read(" Sore shoulder ;Windy;; Windy; New release")
        #expect(own.notePhrases == ["Sore shoulder", "Windy", "New release"])
        #expect(SettingKey.value(of: key, in: own) == .string("Sore shoulder; Windy; New release"))
    }

    @Test(arguments: [
        "", " ; ", ", ;", String(repeating: "x", count: 25), (1...13).map { "\($0)" }.joined(separator: ";"), "a\nb",
    ])
    func whatIsNoListOfPhrasesIsNotTaken(text: String) {
        #expect(throws: SettingProblem.self) { try read(text) }
    }

    @Test(arguments: ["Raise, Draw, Anchor, Release", "Raise;Draw, Anchor ;Release", " Raise ,, Draw; ; Anchor,Release,"])
    func commasStandBetweenPhrasesAsSemicolonsDo(text: String) throws {
        #expect(try read(text).notePhrases == ["Raise", "Draw", "Anchor", "Release"])
        var settings = Settings()
        try SettingKey.apply(.string(text), for: try #require(SettingKey(rawValue: "phases")), to: &settings)
        #expect(settings.shotPhases == ["Raise", "Draw", "Anchor", "Release"])
        #expect(settings == Settings(), "those are the language's own")
    }

    @Test func twelveOfTwentyFourLettersAreTaken() throws {
        let phrases = (10...21).map { String(repeating: "W", count: 22) + "\($0)" }
        #expect(try read(phrases.joined(separator: "; ")).notePhrases == phrases)
    }
}
