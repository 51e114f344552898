// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct OptionsFileTests {
    private func options(_ text: String) throws -> OptionsFile {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/options"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return OptionsFile(path)
    }

    @Test func itChoosesWhatACardMayNot() throws {
        let options = try options("# for the fair\ncamera = \"file:/boot/film.mp4\"\r\npanel = \"keys\"   # no buttons\n")
        #expect(options.problems.isEmpty)
        var settings = Settings()
        options.apply(to: &settings)
        #expect(settings.camera == "file:/boot/film.mp4" && settings.panel == "keys" && settings.display == "auto")
    }

    @Test func aBadLineIsNamedAndTheOthersHold() throws {
        let options = try options(
            """
            camera = file:/film.mp4
            display = "headless"
            delay = 7
            what is this
            panel = "joystick"
            display = "auto"
            [table]
            panel = "keys"
            shell = "rm"
            """)
        #expect(options.problems.map(\.line) == [1, 3, 4, 5, 6, 7, 9])
        #expect(options.problems.allSatisfy { !$0.isTaken })
        #expect(options.problems.map(\.file).allSatisfy { $0 == "options" })
        #expect(options.problems[1].description == "options line 3: delay: it belongs into settings.toml on the card")
        #expect(options.problems.map(\.message.description).allSatisfy { !$0.isEmpty && !$0.contains("\n") })
        #expect(options.values == ["display": .string("headless"), "panel": .string("keys")])
    }

    @Test func aWordWithoutQuotesIsTakenWithAWord() throws {
        let options = try options("panel = keys\n")
        #expect(options.values == ["panel": .string("keys")])
        #expect(options.problems.map(\.description) == ["options line 1: panel: keys is taken as \"keys\""])
        #expect(options.problems.map(\.isTaken) == [true])
    }

    @Test func noFileSaysNothingAndALongOneIsNamed() throws {
        #expect(OptionsFile("/nonexistent/options").problems.isEmpty)
        let long = try options(String(repeating: "# x\n", count: 2000))
        #expect(long.values.isEmpty && long.problems.count == 1)
        let folder = try TemporaryFolder()
        #expect(mkfifo("\(folder.path)/options", 0o600) == 0)
        #expect(OptionsFile("\(folder.path)/options").values.isEmpty)
    }

    /// Arbitrary bytes: no trap, and only the owner's keys are accepted.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func anyBytesAreReadOrNamed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "camera", "display", "panel", "=", " ", "\"", "'", "auto", "file:", "\n", "\r\n", "#", "[", "{", "\\", "\u{0}", "\u{FEFF}", "=[", "1e9",
            "ü",
        ]
        let text = (0..<Int.random(in: 0...80, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        let options = try options(text)
        #expect(options.values.keys.allSatisfy { SettingKey.ownersKeys.contains($0) })
        var settings = Settings()
        options.apply(to: &settings)
    }
}
