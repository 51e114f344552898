// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

/// `settings.toml` as people, editors and dying cards leave it: nothing in it stops the box, and no line spoils another.
@Suite struct SettingsFuzzTests {
    private static let filesPerSeed = 20

    /// 200 files, or the number in `VIR_FUZZED_SETTINGS`.
    static let seeds: ClosedRange<UInt64> = {
        let files = ProcessInfo.processInfo.environment["VIR_FUZZED_SETTINGS"].flatMap(Int.init) ?? 200
        return 1...UInt64(max(1, files / filesPerSeed))
    }()

    /// Right lines; no other line here sets the same setting.
    private static let right = ["delay = 8", "flip = true", "rotation = 180", "round = \"wa_70\"", "archers = \"Ana; Ben: left\"", "before = 3"]

    /// Lines as people write them. None opens a table, or a value of several lines that a later line may close.
    private static let wrong = [
        "arrow = 5,5", "arrow = five", "arrow = ", "arrow 5", "face = “wa_40”", "face = wa_4o", "this is Eva's box", "\u{1A}", "sound = True",
        "sound = yes", "sound = “true”", "tail: false", "tail = = false", "[tail = false", "tail = false]", "tial = false", "TAIL = FALSE",
        "phrases = \"Windy, Rain; \u{0}\"", "phrases = \"Win\\dy\"", "keys = \"KEY_B=mark, KEY_X\"", "custom-face-1 = \"club; Club; X 11 50 red, 8\"",
        "custom-face-1 = \"club; Club; \(String(repeating: "X 1 1 red,", count: 900))\"", "= 3", "'' = 3", "# ünïcode “#”", "size = 1280x720",
        "size = 2000x2000", "fps = 31", "again = \"1 0,5\"", "archer = \"O'Brien, Tom\"", "longest = 1e400", "longest = -0", "longest = nan",
    ]

    @Test(arguments: seeds)
    func noLineCostsAnother(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for file in 0..<Self.filesPerSeed {
            var lines = Self.right
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                guard var line = Self.wrong.randomElement(using: &random).map({ Array($0.utf8) }) else { continue }
                // Another mistake of a person or the card, which neither ends the line nor opens more than it.
                if Bool.random(using: &random) {
                    line = line.mutated(&random).filter { !"\n[{\"'.".utf8.contains($0) }
                    if Self.right.contains(where: { line.starts(with: $0.utf8.prefix(4)) }) { continue }
                }
                lines.insert(String(decoding: line, as: UTF8.self), at: Int.random(in: 0...lines.count, using: &random))
            }
            let end = ["\n", "\r\n"].randomElement(using: &random) ?? "\n"
            let text = (Bool.random(using: &random) ? "\u{FEFF}" : "") + lines.joined(separator: end)
            let (settings, problems) = SettingsText(Array(text.utf8)).settings(lastGood: Settings())
            let what = Comment(rawValue: "seed \(seed), file \(file): \(text)")
            #expect(settings.delaySeconds == 8 && settings.isFlipped && settings.rotation == 180 && settings.round == "wa_70", what)
            #expect(settings.archers.map(\.name) == ["Ana", "Ben"] && settings.beforeSeconds == 3, what)
            for line in Self.right {
                let number = (lines.firstIndex(of: line) ?? 0) + 1
                #expect(!problems.contains { $0.line == number }, what)
            }
        }
    }

    /// Arbitrary bytes.
    @Test(arguments: seeds)
    func anyBytesAreReadNamedKeptAndWrittenInto(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let disk = CrashDisk()
        let path = "/settings.toml"
        for _ in 0..<Self.filesPerSeed {
            var text: [String] = []
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                text.append((Bool.random(using: &random) ? Self.right : Self.wrong).randomElement(using: &random) ?? "")
            }
            let bytes = Array(text.joined(separator: "\n").utf8).mutated(&random)
            try disk.replace(path, with: bytes)
            let (settings, problems) = SettingsFile.load(path, files: disk)
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            #expect(problems.count <= 65 && problems.allSatisfy { (0...lines).contains($0.line) })
            #expect(problems.allSatisfy { !$0.description.contains("\n") })
            try SettingsFile.keepGood(path, files: disk)
            #expect(SettingsFile.load(path, files: disk).0 == settings, "what is kept doesn't change what is read")
            var other = settings
            other.delaySeconds = other.delaySeconds == 8 ? 9 : 8
            guard SettingsText(bytes).isPlain else { continue }
            try SettingsFile.write(other, changedFrom: settings, to: path, files: disk)
            let what = Comment(rawValue: "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
            #expect(SettingsFile.load(path, files: disk).0.delaySeconds == other.delaySeconds, what)
        }
    }
}
