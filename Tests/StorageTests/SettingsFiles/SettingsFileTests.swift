// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

@Suite struct SettingsFileTests {
    private static func read(_ text: String, lastGood: Settings = Settings()) -> (settings: Settings, problems: [SettingsProblem]) {
        SettingsText(Array(text.utf8)).settings(lastGood: lastGood, from: .owner)
    }

    private static func written(_ settings: Settings, into text: String) -> String {
        var edited = SettingsText(Array(text.utf8))
        edited.set(settings, keys: SettingKey.allCases)
        return String(decoding: edited.bytes, as: UTF8.self)
    }

    // MARK: Reading

    @Test func goodKeysAreTakenAndWrongOnesReportedWithTheirLines() {
        let text = """
            # mine
            delay = 7.5   # for the kids
            rotation = 45
            flip = "yes"
            colour = "blue"
            "sound" = true
            size = [1280, 720]
            """
        let (settings, problems) = Self.read(text)
        #expect(settings.delaySeconds == 7.5)
        #expect(settings.recordsSound)
        #expect(settings.rotation == 0)
        #expect(problems.map(\.line) == [3, 4, 5, 7])
        #expect(problems.map(\.message.description).allSatisfy { !$0.isEmpty && !$0.contains("\n") })
        #expect(problems[2].description == "settings.toml line 5: colour: there is no such setting")
    }

    @Test func aSyntaxErrorCostsItsOwnLineAndSaysWhere() {
        var lastGood = Settings()
        lastGood.rotation = 180
        let (settings, problems) = Self.read("delay = 3\nrotation = = 90\nflip = true\n", lastGood: lastGood)
        #expect(settings.delaySeconds == 3 && settings.isFlipped)
        #expect(settings.rotation == 180)
        #expect(problems.map(\.line) == [2])
    }

    @Test func aWrongValueLeavesTheLastGoodOne() {
        var lastGood = Settings()
        lastGood.delaySeconds = 9
        let (settings, problems) = Self.read("delay = 99\ntail = true\n", lastGood: lastGood)
        #expect(settings.delaySeconds == 9)
        #expect(settings.keepsTail)
        #expect(problems == [SettingsProblem(line: 1, message: "99 is out of range; take 1 to 60 seconds", setting: "delay", text: "delay = 99")])
    }

    @Test(
        "tail is the older word for keep, and a line keep holds wherever it stands",
        arguments: [
            ("tail = false\n", Settings.Keep.marked), ("tail = true\n", .all), ("", .all), ("keep = \"nothing\"\n", .nothing),
            ("keep = \"all\"\ntail = false\n", .all), ("tail = true\nkeep = \"marked\"\n", .marked), ("keep = \"nothing\"\ntail = true\n", .nothing),
        ])
    func theOlderWord(text: String, keep: Settings.Keep) {
        let (settings, problems) = Self.read(text)
        #expect(settings.keep == keep && problems.isEmpty)
        let changed = Settings().withChanges(from: Settings(), to: settings)
        #expect(changed.keep == keep)
    }

    @Test func whatIsInATableIsNoSetting() {
        let (settings, problems) = Self.read("tail = true\n\n[video]\ndelay = 3\n")
        #expect(settings.keepsTail)
        #expect(settings.delaySeconds == 5)
        #expect(problems.map(\.line) == [3])
        #expect(problems.first?.message.description.hasPrefix("video: settings stand above the first [table]") == true)
    }

    @Test func whatIsNoTextIsReported() {
        let (settings, problems) = SettingsText(Array("tail = true\n".utf8) + [0xFF, 0xFE]).settings(lastGood: Settings())
        #expect(settings.keepsTail)
        #expect(problems.map(\.line) == [2])
    }

    @Test func windowsLineEndsAndAMissingLastOneAreFine() {
        let (settings, problems) = Self.read("delay = 3\r\ntail = true\r\nflip = true")
        #expect(problems == [])
        #expect((settings.delaySeconds, settings.keepsTail, settings.isFlipped) == (3, true, true))
    }

    @Test(arguments: [
        "[", "[=", "[[", "[ [ [", "[#", "[]", "\u{FEFF}[=", "a = [,", "a = [1", "a = {b = 1", "a = \"", "a = \"\"\"", "a", "= 3", "a = = 3",
        "a =", "a. = 1", "\"\" = 1", "a = 7,5", "a = yes", "a = 1 2", "a = 1]", "a = \"x\" y", "this is Eva's box", "\u{1A}", "delay 9",
        "delay: 9", "a = \u{0}", "“", "dellay = 9",
    ])
    func whatIsNotTOMLCostsNoOtherLine(text: String) {
        let wrong = text.replacing("\u{FEFF}", with: "")
        let (settings, problems) = Self.read("delay = 3\n" + wrong + "\nflip = true\n")
        #expect(settings.delaySeconds == 3 && settings.isFlipped)
        #expect(problems.map(\.line) == [2])
        #expect(Self.read(text).problems.count == 1)
    }

    @Test func aByteOrderMarkIsNoMistake() {
        let (settings, problems) = Self.read("\u{FEFF}delay = 3\n")
        #expect(settings.delaySeconds == 3)
        #expect(problems == [])
    }

    @Test func aSettingThatIsSetTwiceHoldsItsFirstValue() {
        let (settings, problems) = Self.read("delay = 3\ndelay = 4\n")
        #expect(settings.delaySeconds == 3)
        #expect(problems == [SettingsProblem(line: 2, message: "it is set a second time", setting: "delay", text: "delay = 4")])
    }

    // MARK: The template

    @Test func theTemplateSetsNothingAndNamesEverything() {
        let (settings, problems) = Self.read(SettingsFile.template)
        #expect(settings == Settings())
        #expect(problems == [])
        for key in SettingKey.allCases { #expect(SettingsFile.template.contains("\n# \(key.rawValue) = ")) }
    }

    @Test func everyLineOfTheTemplateIsTheDefaultAndIsTaken() {
        let keys = SettingKey.allCases.map(\.rawValue)
        let lines = SettingsFile.template.split(separator: "\n").map { $0.dropFirst(2) }
            .filter { line in keys.contains { line.hasPrefix("\($0) = ") } }
        #expect(lines.count == keys.count)
        let (settings, problems) = Self.read(lines.joined(separator: "\n"))
        #expect(settings == Settings())
        #expect(problems == [])
    }

    // MARK: Writing

    @Test func onlyTheChangedValueChanges() {
        let text = "# mine\r\n  delay=5 # for the kids\r\nmystery = [1,\n  2] # keep\n\n[other]\ndelay = 3\n"
        var settings = Settings()
        settings.delaySeconds = 7
        #expect(
            Self.written(settings, into: text)
                == "# mine\r\n  delay=7 # for the kids\r\nmystery = [1,\n  2] # keep\n\n[other]\ndelay = 3\n")
        #expect(Self.written(Settings(), into: text) == text)
    }

    @Test func aNewValueGoesBehindItsCommentedLine() {
        var settings = Settings()
        settings.isFlipped = true
        settings.camera = "file:/a \"b\"\\c"
        let text = Self.written(settings, into: SettingsFile.template)
        #expect(text.contains("# flip = false\nflip = true\n"))
        #expect(text.contains("# camera = \"auto\"\ncamera = \"file:/a \\\"b\\\"\\\\c\"\n"))
        let (read, problems) = Self.read(text)
        #expect(read == settings)
        #expect(problems == [])
    }

    @Test func aNewValueGoesBeforeTheFirstTable() {
        var settings = Settings()
        settings.rotation = 180
        #expect(Self.written(settings, into: "[other]\na = 1") == "rotation = 180\n[other]\na = 1")
        #expect(Self.written(settings, into: "sound = false") == "sound = false\nrotation = 180\n")
    }

    @Test func aWrongLineStaysForItsWriterToPutRight() {
        let text = "delay = 99 # soon\nrotation = = 3\n"
        var settings = Settings()
        #expect(Self.written(settings, into: text) == text)
        settings.delaySeconds = 6
        #expect(Self.written(settings, into: text) == "delay = 6 # soon\nrotation = = 3\n")
    }

    /// An editor saved it as UTF-16.
    @Test func aFileThatIsNoTextIsNotWrittenInto() throws {
        let disk = CrashDisk()
        let bytes: [UInt8] = [0xFF, 0xFE] + "delay = 7\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try disk.replace("/settings.toml", with: bytes)
        var settings = Settings()
        settings.delaySeconds = 8
        #expect(throws: CardError.self) { try SettingsFile.write(settings, changedFrom: Settings(), to: "/settings.toml", files: disk) }
        #expect(try disk.contents(of: "/settings.toml") == bytes)
    }

    @Test func whatTheCommandLineSetStaysOutOfTheFile() throws {
        let disk = CrashDisk()
        var before = Settings()
        before.camera = "synthetic"
        var after = before
        after.delaySeconds = 8
        try SettingsFile.write(after, changedFrom: before, to: "/settings.toml", files: disk)
        let (settings, _) = try SettingsFile.read("/settings.toml", files: disk)
        #expect(settings.delaySeconds == 8)
        #expect(settings.camera == "auto")
    }

    @Test func aFileThatIsNotThereIsMadeAndOneThatIsRightIsLeft() throws {
        let disk = CrashDisk()
        #expect(throws: CardError.self) { try SettingsFile.read("/settings.toml", files: disk) }
        try SettingsFile.write(Settings(), to: "/settings.toml", files: disk)
        #expect(try disk.contents(of: "/settings.toml") == Array(SettingsFile.template.utf8))
        let steps = disk.steps
        try SettingsFile.write(Settings(), to: "/settings.toml", files: disk)
        #expect(disk.steps == steps)
    }

    @Test(arguments: [CrashDisk.Survival.everything, .onlySynced, .names, .bytes])
    func aCutLeavesTheOldSettingsOrTheNew(survival: CrashDisk.Survival) throws {
        var old = Settings()
        var new = Settings()
        old.delaySeconds = 10
        new.delaySeconds = 20
        for cut in 0..<8 {
            let disk = CrashDisk()
            try SettingsFile.write(old, to: "/settings.toml", files: disk)
            disk.change { $0.cutStep = $0.steps + cut }
            let isDone = (try? SettingsFile.write(new, to: "/settings.toml", files: disk)) != nil
            let (found, problems) = try SettingsFile.read("/settings.toml", files: CrashDisk(disk.image.remounted(survival)))
            #expect(problems == [])
            #expect(isDone ? found == new : found == old || found == new)
        }
    }

    // MARK: Properties

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func whateverIsSetIsReadBackFromWhateverFile(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var text = Bool.random(using: &random) ? SettingsFile.template : "x = '''\ndelay = 4\n'''\nflip = true # odd\n[t]\ndelay = 2\n"
        let strangers = SettingsOutline(Array(text.utf8)).otherLines
        for _ in 0..<8 {
            let settings = Self.anySettings(&random)
            text = Self.written(settings, into: text)
            #expect(Self.read(text).settings == settings)
            #expect(SettingsOutline(Array(text.utf8)).otherLines.keys.sorted() == strangers.keys.sorted())
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func nothingInAFileMakesReadingOrWritingFail(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text =
            "delay = 7.5 # kids\n\"flip\" = true\nsize = '1280x720'\nx = \"\"\"\na\"\"\"\"\ny = [{a = 1}, [2, #3\n]]\na.b = 1e9\narrow = 9.9\nface = \"club\"\ncustom-face-1 = \"club; Club 3D; X 11 50 red, 8 8 150 white black; spots 0 120, 0 -120; lower; shaft 10.7\"\n[[t]]\nz = 07:32:00\n"
        for _ in 0..<20 {
            let bytes = Array(text.utf8).mutated(&random)
            let (_, problems) = SettingsText(bytes).settings(lastGood: Settings())
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            #expect(problems.allSatisfy { (0...lines).contains($0.line) }, "\(problems)")
            var edited = SettingsText(bytes)
            edited.set(Self.anySettings(&random), keys: SettingKey.allCases)
        }
    }

    private static func anySettings(_ random: inout SeededGenerator) -> Settings {
        var settings = Settings()
        settings.delaySeconds = Double.random(in: 1...60, using: &random)
        settings.size = [nil, .hd720, VideoSize(width: 640, height: 360)].randomElement(using: &random) ?? nil
        settings.framesPerSecond = [nil, 30, 60].randomElement(using: &random) ?? nil
        settings.camera = ["auto", "file:/tmp/ü #1.mp4", "libcamera:\\_SB_", "file:a\tb'\"\"\""].randomElement(using: &random) ?? "auto"
        settings.mark = Bool.random(using: &random) ? .live : .shown
        settings.longestSeconds = Double(Int.random(in: 0...1200, using: &random))
        settings.isFlipped = Bool.random(using: &random)
        settings.rotation = Settings.rotations.randomElement(using: &random) ?? 0
        settings.hasHighContrast = Bool.random(using: &random)
        settings.scores = Bool.random(using: &random)
        if Bool.random(using: &random) {
            let name = ["Club", "\"<b>\\ 🎯 قوس", "a # b = [c]\u{7F}"].randomElement(using: &random) ?? "Club"
            let number = Int.random(in: 1...6, using: &random)
            settings.customFaces[number] = Face(
                id: "club_\(number)", name: name, rings: [Ring("X", points: 5, diameter: Length(millimetres: 50.5), color: .red)],
                spots: [FacePoint(0, 120), FacePoint(0.25, -120)], thickestShaft: Face.nfaaThickestShaft)
        }
        settings.face = settings.faces.randomElement(using: &random)?.id ?? "wa_122"
        settings.round = Bool.random(using: &random) ? RoundCatalog.all.randomElement(using: &random)?.id : nil
        settings.arrow = Length(
            micrometres: Int64.random(
                in: settings.shafts.lowerBound.micrometres...settings.shafts.upperBound.micrometres,
                using: &random))
        return settings
    }
}

@Suite struct ScoringSettingsTests {
    private func read(_ text: String) -> (Settings, [SettingsProblem]) { SettingsText(Array(text.utf8)).settings(lastGood: Settings()) }

    @Test func aCustomFaceMayStandBehindTheLineThatChoosesIt() {
        let (settings, problems) = read("face = \"club\"\narrow = 9.3\ncustom-face-2 = \"club; Our \\\"club\\\"; 5 5 100 red\"\n")
        #expect(problems.isEmpty)
        #expect(settings.targetFace.name == "Our \"club\"" && settings.arrow.micrometres == 9300)
    }

    @Test func aWrongCustomFaceIsNamedWithItsLineAndTheOthersHold() {
        let (settings, problems) = read("custom-face-1 = \"a; A; 5 5 100 pink\"\ncustom-face-2 = \"b; B; 5 5 100 red\"\nface = \"b\"\n")
        #expect(problems.map(\.line) == [1])
        #expect(problems.first?.message.description.hasPrefix("custom-face-1: there is no colour \"pink\"") == true)
        #expect(settings.targetFace.id == "b")
    }

    @Test func aFaceThatIsntThereIsSaidWithSomeThatAre() {
        let (settings, problems) = read("face = \"wa_41\"\n")
        #expect(settings.face == "wa_122")
        #expect(problems.first?.message.description.hasPrefix("face: there is no face wa_41; there are wa_40") == true)
    }

    /// The box writes only changed settings: an arrow that was chosen for one face stays in the file with another face.
    @Test(arguments: [
        ("arrow = 10.7\nface = \"vegas_3spot_40\"\n", 10.7), ("arrow = 10.7\nround = \"vegas_300\"\n", 10.7), ("arrow = 10.7\n", 9.9),
        ("face = \"vegas_3spot_40\"\nround = \"wa_18\"\narrow = 10.7\n", 9.9),
        ("face = \"vegas_3spot_40\"\narchers = \"Ana: wa_122; Ben\"\narrow = 10.7\n", 9.9),
    ])
    func anArrowIsAsThickAsWhatIsShotAtAllows(text: String, millimetres: Double) {
        let (settings, problems) = read(text)
        #expect(problems.isEmpty && settings.arrow.millimetres == 10.7 && settings.shaft.millimetres == millimetres)
    }

    @Test(arguments: ["3", "10.8", "nan", "1e300"])
    func noArrowIsThickerThanAnyFaceAllows(millimetres: String) {
        let (settings, problems) = read("arrow = \(millimetres)\n")
        #expect(settings.arrow.millimetres == 5.5)
        #expect(problems.map { $0.message.description.hasSuffix("take 3.1 to 10.7 mm") } == [true])
    }

    @Test func whatIsAlreadyInTheFileIsLeftByteForByte() {
        let text = "arrow = 10.70  # \"logs\"\nround = 'none'\nface = 'club' # ours\ncustom-face-3 = 'club; Club; 5 5 100 red; shaft 10.7'\n"
        let (settings, problems) = read(text)
        #expect(problems.isEmpty && settings.targetFace.id == "club" && settings.shaft.millimetres == 10.7)
        var edited = SettingsText(Array(text.utf8))
        edited.set(settings, keys: SettingKey.allCases)
        #expect(String(decoding: edited.bytes, as: UTF8.self) == text)
    }

    @Test func customFacesSurviveWhatTheBoxWrites() {
        let text = "# ours\ncustom-face-1 = \"club;   Club ; 5 5 100.0 red\"   # the big one\n"
        var (settings, _) = read(text)
        settings.round = "vegas_300"
        var edited = SettingsText(Array(text.utf8))
        edited.set(settings, keys: SettingKey.allCases)
        #expect(String(decoding: edited.bytes, as: UTF8.self).hasPrefix(text))
        #expect(SettingsText(edited.bytes).settings(lastGood: Settings()).0.round == "vegas_300")
    }
}
