// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The invariants of every row of the table of settings.
@Suite struct SettingTableTests {
    @Test func noTwoSettingsShareANameOrAPlaceInTheMenu() {
        #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
        let places = Setting.all.compactMap(\.place)
        #expect(Set(places.map { "\($0.page) \($0.number)" }).count == places.count)
    }

    @Test func thePagesHaveEverySettingThatHasAPlaceAndEveryActionOnce() {
        let rows = MenuPage.allCases.flatMap(\.allRows)
        #expect(rows == SettingRow.all && MenuPage.allCases.allSatisfy { (1...MenuPage.mostRows).contains($0.rows.count) })
        #expect(Set(rows).count == rows.count)
        #expect(Set(rows.compactMap(\.setting?.key)) == Set(Setting.all.filter { $0.place != nil }.map(\.key)))
        #expect(rows.filter { $0.setting == nil } == [.reviewUnjudged, .forgetFootage, .hearing, .clock, .learnKey, .forgetKeys, .about, .switchOff])
    }

    @Test func everyRowOfTheMenuHasATitleAndAHelp() {
        for row in SettingRow.all {
            #expect(!Strings.help(for: row, available: nil).isEmpty, "\(row)")
            #expect(Strings.title(of: row).first?.isUppercase == true, "\(row)")
        }
    }

    @Test func everySettingIsReadInItsTurnAndOnce() {
        #expect(Setting.inTurn.count == Setting.all.count && Set(Setting.inTurn.map(\.key)) == Set(SettingKey.allCases))
        #expect(Setting.inTurn.prefix(9).map(\.key.rawValue) == (1...6).map { "custom-face-\($0)" } + ["tail", "face", "round"])
    }

    /// The recently chosen faces and rounds are listed newest first and without repetition, and are read back as they were written.
    @Test func whatWasChosenLastComesFirstAndOnce() throws {
        var settings = Settings()
        for id in ["wa_40", "wa_122", "wa_40", "vegas_40", "wa_60"] { settings = settings.taking(face: id) }
        #expect(settings.recentFaces == ["wa_60", "vegas_40", "wa_40"] && settings.face == "wa_60")
        for id in ["wa_70", nil, "wa_18"] { settings = settings.taking(round: id) }
        #expect(settings.recentRounds == ["wa_18", "wa_70"])
        for key in [SettingKey("recent-faces"), "recent-rounds"] {
            var read = Settings()
            try SettingKey.apply(SettingKey.value(of: key, in: settings), for: key, to: &read)
            #expect(SettingKey.value(of: key, in: read) == SettingKey.value(of: key, in: settings))
        }
    }

    @Test("a face and a shaft that are chosen are those of who shoots")
    func whatIsChosenIsForWhoShoots() {
        var settings = Settings()
        settings.archers = [Archer(name: "Ana"), Archer(name: "Ben", face: "wa_40")]
        settings.archer = "Ben"
        settings = settings.taking(face: "wa_60")
        settings = SettingRow.arrow.adjusted(settings, by: 3)
        #expect(settings.targetFace.id == "wa_60" && settings.shaft == Length(millimetres: 5.8))
        settings.archer = "Ana"
        #expect(settings.targetFace.id == "wa_122" && settings.shaft == Length(millimetres: 5.5))
    }

    @Test(arguments: SettingRow.all.filter(\.hasValue))
    func aChangeConcernsItsFollowerAndNoOther(row: SettingRow) {
        guard let setting = row.setting else { return }
        var before = Settings()
        before.bufferMinutes = 10
        let after = row.adjusted(before, by: 1)
        for follower in Setting.Follower.allCases {
            #expect((before.values(for: follower) != after.values(for: follower)) == (follower == setting.follower))
        }
    }

    @Test func theStreamTheCameraThePanelAndTheTVFollowTheirSettings() {
        func names(_ follower: Setting.Follower) -> [String] { Setting.all.filter { $0.follower == follower }.map(\.key.rawValue) }
        #expect(names(.stream) == ["size", "width", "height", "fps", "camera", "sound", "buffer"])
        #expect(names(.camera) == ["exposure", "shutter", "flicker", "focus"])
        #expect(names(.tv) == ["tv-rotation", "tv-power", "tv-standby"])
        #expect(names(.speaker) == ["sound-output", "volume", "voice", "voice-volume"])
        #expect(names(.ear) == ["rally-whistle", "sound-marks", "microphone-distance"])
        #expect(names(.words) == ["language"])
        #expect(names(.clock) == ["zone"])
        #expect(names(.panel).count == 16 && names(.panel).first == "gpio-chip")
    }

    @Test func everyDefaultIsWhatTheTableWrites() throws {
        for setting in Setting.all {
            var settings = Settings()
            try setting.apply(setting.value(in: Settings()), to: &settings)
            #expect(settings == Settings(), "\(setting.key.rawValue)")
            #expect(!setting.comment.isEmpty && !setting.comment.contains("\n"), "\(setting.key.rawValue)")
        }
    }

    @Test func aNameThatIsNoSettingIsNoKey() {
        #expect(SettingKey(rawValue: "Delay") == nil && SettingKey(rawValue: "") == nil && SettingKey(rawValue: "text-scale") != nil)
    }
}
