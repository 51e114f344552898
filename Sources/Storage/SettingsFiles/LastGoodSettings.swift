// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The last valid settings, kept beside a card's `settings.toml`: at a start they hold for the lines that are refused.
///
/// The file has a checksum. If a dying card or a person has changed the file, it is ignored, and the defaults hold.
enum LastGoodSettings {
    private static let head = "# The settings that held last. VIR writes this file, and reads it where a line of settings.toml is wrong. "
    /// The longest file that is read, in bytes: the longest `settings.toml`, and the head.
    private static let longestBytes = (64 << 10) + 1024

    static func path(beside settings: String) -> String { "\(CardLayout.folder(of: settings))/\(CardLayout.lastSettings)" }

    /// Returns the kept settings; `nil` if nothing is kept, or if the checksum is wrong.
    static func read(beside settings: String, files: any FileSystem) -> Settings? {
        guard let bytes = try? files.contents(of: path(beside: settings), limit: longestBytes),
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let text = Array(bytes[(end + 1)...])
        guard bytes[...end].elementsEqual(firstLine(of: text)) else { return nil }
        return SettingsText(text).settings(lastGood: Settings()).0
    }

    /// Keeps these settings, if they differ from the kept ones.
    static func keep(_ settings: Settings, beside path: String, files: any FileSystem) throws(CardError) {
        var text = SettingsText([])
        text.set(settings, keys: SettingKey.allCases)
        let bytes = firstLine(of: text.bytes) + text.bytes
        guard !files.holds(self.path(beside: path), bytes) else { return }
        try files.replace(self.path(beside: path), with: bytes)
    }

    private static func firstLine(of text: [UInt8]) -> [UInt8] {
        let sum = String(Checksum.crc32(text), radix: 16)
        return Array("\(head)\(String(repeating: "0", count: 8 - sum.count))\(sum)\n".utf8)
    }
}
