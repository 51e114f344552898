// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The table of settings itself: what every row of it has to keep.
@Suite struct SettingTableTests {
    @Test func noTwoSettingsShareANameOrAPlaceOnTheSheet() {
        #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
        let places = Setting.all.compactMap(\.place)
        #expect(Set(places).count == places.count)
    }

    @Test func theSheetHasEverySettingThatHasAPlaceAndEveryActionOnce() {
        let rows = SettingRow.all
        #expect(Set(rows).count == rows.count)
        #expect(Set(rows.compactMap(\.setting?.key)) == Set(Setting.all.filter { $0.place != nil }.map(\.key)))
        #expect(rows.filter { $0.setting == nil } == [.sessions, .learnKey, .forgetKeys, .about, .switchOff])
    }

    @Test func everyRowOfTheSheetHasATitleAndAHelp() {
        for row in SettingRow.all {
            #expect(!Strings.help(for: row, available: nil).isEmpty, "\(row)")
            #expect(Strings.title(of: row).first?.isUppercase == true, "\(row)")
        }
    }

    @Test func everySettingIsReadInItsTurnAndOnce() {
        #expect(Setting.inTurn.count == Setting.all.count && Set(Setting.inTurn.map(\.key)) == Set(SettingKey.allCases))
        #expect(Setting.inTurn.prefix(8).map(\.key.rawValue) == (1...6).map { "custom-face-\($0)" } + ["face", "round"])
    }

    /// Who is told of a change, setting by setting: the others have nothing to do.
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
        #expect(names(.stream) == ["size", "fps", "camera", "sound", "buffer"])
        #expect(names(.camera) == ["exposure", "shutter", "flicker", "focus"])
        #expect(names(.tv) == ["tv-power", "tv-standby"])
        #expect(names(.panel).count == 12 && names(.panel).first == "gpio-chip")
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
