// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

@Suite struct SettingOriginTests {
    @Test(arguments: [
        ("camera" as SettingKey, "file:/media/VIR/film.mp4"), ("camera", "file:http://elsewhere/film"), ("panel", "script:/media/VIR/x"),
        ("display", "headless"), ("display", "headless:1280x720@60"),
    ])
    func aCardChoosesNoFileAndNoDarkTVButTheOwnerDoes(key: SettingKey, word: String) throws {
        var settings = Settings()
        let before = settings
        do {
            try SettingKey.apply(.string(word), for: key, to: &settings, from: .card)
            Issue.record("\(word) was taken")
        } catch {
            #expect(
                "\(error)" == "\(key.rawValue): \(word) isn't taken from a card; choose it with --\(key.rawValue), or in the file options on VIR-BOOT"
            )
        }
        #expect(settings == before)
        try SettingKey.apply(.string(word), for: key, to: &settings, from: .owner)
        #expect(SettingKey.value(of: key, in: settings) == .string(word))
    }

    /// A choice in the menu is written to the card and read back from there.
    @Test(
        arguments: [
            ("camera", Settings.cardsCameras), ("display", Settings.cardsDisplays), ("panel", Settings.cardsPanels),
        ] as [(SettingKey, [String])])
    func aCardChoosesAmongTheBoxsOwnDevices(key: SettingKey, words: [String]) throws {
        for word in words {
            var settings = Settings()
            try SettingKey.apply(.string(word), for: key, to: &settings, from: .card)
            #expect(SettingKey.value(of: key, in: settings) == .string(word))
        }
    }

    @Test(arguments: SettingKey.allCases)
    func everyDefaultMayComeFromACard(key: SettingKey) throws {
        var settings = Settings()
        try SettingKey.apply(SettingKey.value(of: key, in: Settings()), for: key, to: &settings, from: .card)
        #expect(settings == Settings())
    }
}
