// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

/// Each line of `settings.toml` is read by itself; common variants of people and their editors are accepted or reported.
@Suite struct SettingsLinesTests {
    private func read(_ text: String, lastGood: Settings = Settings(), unset: Settings = Settings()) -> (Settings, [SettingsProblem]) {
        SettingsText(Array(text.utf8)).settings(lastGood: lastGood, unset: unset)
    }

    // MARK: Lines

    @Test func allWrongLinesAreNamedAndAllRightOnesHold() {
        let (settings, problems) = read(
            "delay = 75\nface = \"wa_80_6ring\"\nfps = 31\nround = \"wa_7o\"\nflip = true\ncurly = “Eva\nrotation = [90\nzoom\nsound = true\n")
        #expect(settings.face == "wa_80_6ring" && settings.isFlipped && settings.recordsSound)
        #expect(problems.map(\.line) == [1, 3, 4, 6, 7, 8])
        #expect(problems.allSatisfy { !$0.isTaken })
    }

    @Test func whatIsOpenedInALineAndNeverClosedEndsWithIt() {
        for open in ["[", "{", "\"", "'", "\"\"\"", "'''", "[\"", "[[[["] {
            let (settings, problems) = read("archer = \(open)\ndelay = 8\n")
            #expect(settings.delaySeconds == 8, "\(open)")
            #expect(problems.map(\.line) == [1], "\(open)")
        }
    }

    @Test func aValueOfSeveralLinesIsStillOne() {
        let (settings, problems) = read("x = [\n  1,\n]\ny = '''\ndelay = 9\n'''\nflip = true\n")
        #expect(settings.delaySeconds == 5 && settings.isFlipped)
        #expect(problems.map(\.line) == [1, 4])
    }

    @Test func ofManyWrongLinesOnlySomeAreNamedAndTheOthersCounted() {
        let (settings, problems) = read(String(repeating: "what is this\n", count: 5000) + "delay = 8\n")
        #expect(settings.delaySeconds == 8)
        #expect(problems.count == 65 && problems.last?.message == "4936 more lines aren't understood")
    }

    // MARK: Accepted variants

    @Test(arguments: [
        ("flip = True", "flip: True is taken as true"), ("flip = TRUE", "flip: TRUE is taken as true"),
        ("delay = 7,5", "delay: 7,5 is taken as 7.5"), ("round = wa_70", "round: wa_70 is taken as \"wa_70\""),
        ("round = “wa_70”", "round: “wa_70” is taken as \"wa_70\""), ("round = „wa_70“ # ours", "round: „wa_70“ is taken as \"wa_70\""),
        ("round = \"wa_70”", "round: \"wa_70” is taken as \"wa_70\""), ("round = ‘wa_70’", "round: ‘wa_70’ is taken as \"wa_70\""),
        ("round = «wa_70»", "round: «wa_70» is taken as \"wa_70\""),
    ])
    func whatIsPlainlyMeantIsTakenWithAWord(line: String, word: String) {
        let (settings, problems) = read("sound = true\n\(line)\n")
        #expect(settings.isFlipped || settings.delaySeconds == 7.5 || settings.round == "wa_70")
        #expect(problems.map(\.description) == ["settings.toml line 2: \(word)"])
        #expect(problems.allSatisfy(\.isTaken) && settings.recordsSound)
    }

    @Test func aLineThatIsTakenIsLeftAsItIsUntilItsSettingChanges() {
        let text = "arrow = 5,5 # Eva's\nround = “wa_70”\nflip = True\n"
        var (settings, _) = read(text)
        var edited = SettingsText(Array(text.utf8))
        edited.set(settings, keys: SettingKey.allCases)
        #expect(String(decoding: edited.bytes, as: UTF8.self) == text)
        settings.isFlipped = false
        settings.round = nil
        edited.set(settings, keys: SettingKey.allCases)
        #expect(String(decoding: edited.bytes, as: UTF8.self) == "arrow = 5,5 # Eva's\nround = \"none\"\nflip = false\n")
    }

    @Test(arguments: ["flip = yes", "delay = 7,5,5", "round = “wa”_“70”", "round = “wa_7o”", "delay = ,5", "archer = ““"])
    func whatIsNotPlainIsNamed(line: String) {
        let (settings, problems) = read("\(line)\nsound = true\n")
        #expect(problems.map(\.line) == [1] && problems.allSatisfy { !$0.isTaken })
        var expected = Settings()
        expected.recordsSound = true
        #expect(settings == expected)
    }

    @Test func oneWrongEntryOfAListCostsNoOther() {
        let (settings, problems) = read(
            """
            archers = "Ana: wa_40; O'Brien, Tom: wa_122; Ben: wa_nothing; Cy"
            phases = "Raise; \(String(repeating: "x", count: 30)); Release"
            keys = "KEY_B=mark, KEY_NONSENSE=stop"
            """)
        #expect(settings.archers.map(\.name) == ["Ana", "Cy"])
        #expect(settings.shotPhases == ["Raise", "Release"])
        #expect(settings.keys.learned.count == 1)
        #expect(problems.map(\.line) == [1, 2, 3])
        #expect(
            problems.first?.message.description
                == "archers: a name has no comma, and \"O'Brien, Tom\" has one: between archers stands a ;")
    }

    // MARK: The last good settings

    @Test func aWrongLineHoldsWhatItsSettingLastWasAndAMissingOneIsTheDefault() {
        var lastGood = Settings()
        lastGood.delaySeconds = 9
        lastGood.isFlipped = true
        lastGood.rotation = 180
        lastGood.round = "vegas_300"
        lastGood.archers = [Archer(name: "Ana")]
        let (settings, problems) = read("delay = 75\nrotation 180\nruond = \"wa_70\"\narchers = \"O'Brien, Tom\"\n", lastGood: lastGood)
        #expect(settings.delaySeconds == 9 && settings.rotation == 180 && settings.round == "vegas_300" && settings.archers == lastGood.archers)
        #expect(!settings.isFlipped, "nobody says so any more")
        #expect(problems.map(\.line) == [1, 2, 3, 4])
        #expect(problems[2].description == "settings.toml line 3: ruond: there is no such setting; there is round")
    }

    @Test func atAStartTheLastGoodOnesHoldAndTheirSumTellsThemFromOthers() throws {
        let disk = CrashDisk()
        let path = "/settings.toml"
        try disk.replace(path, with: Array("delay = 9\nflip = true\nline-mark = 5\n".utf8))
        try SettingsFile.keepGood(path, files: disk)
        try disk.replace(path, with: Array("delay = 99\nline-mark = \"\nsound = true\n".utf8))
        var (settings, problems) = SettingsFile.load(path, files: disk)
        #expect(settings.delaySeconds == 9 && settings.recordsSound && !settings.isFlipped && settings.lines[.mark] == .number(5))
        #expect(problems.map(\.line) == [1, 2])
        // Saved as UTF-16: nothing of it can be read.
        try disk.replace(path, with: [0xFF, 0xFE] + "delay = 7\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        (settings, problems) = SettingsFile.load(path, files: disk)
        #expect(settings.delaySeconds == 9 && settings.isFlipped)
        #expect(problems.map(\.description) == ["settings.toml: it is saved as UTF-16: save it as UTF-8"])
        // One flipped bit in the kept file: then it doesn't count as the last good settings.
        try disk.replace(path, with: Array("delay = 99\n".utf8))
        var kept = try disk.contents(of: "/settings.last")
        kept[kept.count - 3] ^= 1
        try disk.replace("/settings.last", with: kept)
        #expect(SettingsFile.load(path, files: disk).0.delaySeconds == 5)
    }

    @Test func whatIsRightAndWhatHeldForAWrongLineIsKeptForTheNextStart() throws {
        let disk = CrashDisk()
        let path = "/settings.toml"
        let starts = [("delay = 9\n", 9.0), ("delay = nine\n", 9), ("delay = 99\nflip = true\n", 9), ("flip = true\n", 5), ("delay = 99\n", 5)]
        for (text, delay) in starts {
            try disk.replace(path, with: Array(text.utf8))
            #expect(SettingsFile.load(path, files: disk).0.delaySeconds == delay, "\(text)")
            try SettingsFile.keepGood(path, files: disk)
            let steps = disk.steps
            try SettingsFile.keepGood(path, files: disk)
            #expect(disk.steps == steps, "what is kept already isn't written again")
        }
    }

    /// A card can't choose devices through the kept file, whatever its checksum is.
    @Test func whatIsKeptIsACardsToo() throws {
        let disk = CrashDisk()
        var settings = Settings()
        settings.camera = "file:/etc/passwd"
        settings.delaySeconds = 9
        try LastGoodSettings.keep(settings, beside: "/settings.toml", files: disk)
        let read = LastGoodSettings.read(beside: "/settings.toml", files: disk)
        #expect(read?.camera == "auto" && read?.delaySeconds == 9)
    }

    // MARK: Names

    @Test(arguments: ["settings.toml.txt", "Settings.txt", "settings.toml.TXT", "settings (1).toml"])
    func aFileOfNearlyThatNameIsNamed(name: String) throws {
        let disk = CrashDisk()
        try disk.replace("/\(name)", with: Array("delay = 8\n".utf8))
        let (settings, problems) = SettingsFile.load("/settings.toml", files: disk)
        #expect(settings == Settings())
        #expect(problems.count == 1 && problems.first?.description.hasPrefix("settings.toml: there is a \(name), which isn't read") == true)
        // A file that the owner names isn't questioned.
        #expect(SettingsFile.load("/settings.toml", from: .owner, files: disk).1 == [])
    }

    @Test func copiesBesideTheFileAreNobodysMistake() throws {
        let disk = CrashDisk()
        for name in ["settings.toml", "settings (1).toml", "settings.toml.bak", "settings.last", "my settings.txt"] {
            try disk.replace("/\(name)", with: Array("delay = 8\n".utf8))
        }
        #expect(SettingsFile.load("/settings.toml", files: disk).1 == [])
    }
}
