// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// `settings.toml`: the settings that a person changes on a laptop and the box changes on the TV, in one file that belongs to both.
///
/// Reentrant; a file belongs to one thread at a time.
public enum SettingsFile {
    /// The longest file that is read, in bytes. No settings are so long; a longer file is something else.
    private static let longestBytes = 64 << 10

    /// Reads the settings. Each line stands for itself.
    /// - Parameter lastGood: the values of the keys that the file doesn't set, or sets wrongly.
    /// - Parameter origin: `.owner` only for a file that was named on the command line.
    /// - Throws: the card's refusal; most often, the file isn't there.
    public static func read(
        _ path: String, lastGood: Settings = Settings(), from origin: SettingOrigin = .card,
        files: any FileSystem = POSIXFileSystem()
    ) throws(CardError) -> (Settings, [SettingsProblem]) {
        SettingsText(try files.contents(of: path, limit: longestBytes)).settings(lastGood: lastGood, from: origin)
    }

    /// Reads the settings for a box, which starts whatever the file is. A missing file is no problem; a file that can't be read is one.
    /// - Parameter running: in a run, the current settings, for a key that the file doesn't set, or sets wrongly. `nil` at a start: then a
    ///   key that the file doesn't set has its default, and a key that it sets wrongly has the last valid value on this card (`keepGood`).
    /// - Parameter isFirst: true for the first card of this run, if it came after the start: its last valid settings take precedence over
    ///   the current ones.
    public static func load(
        _ path: String, running: Settings? = nil, isFirst: Bool = false, from origin: SettingOrigin = .card,
        files: any FileSystem = POSIXFileSystem()
    ) -> (Settings, [SettingsProblem]) {
        let unset = running ?? Settings()
        let others = origin == .card ? nearNames(path, files: files) : []
        let kept = origin == .card && (isFirst || running == nil) ? LastGoodSettings.read(beside: path, files: files) : nil
        let lastGood = kept ?? unset
        do {
            guard try files.kind(of: path) != nil else { return (unset, others) }
            let text = SettingsText(try files.contents(of: path, limit: longestBytes))
            let (settings, problems) = text.settings(lastGood: lastGood, unset: unset, from: origin)
            return (settings, others + problems)
        } catch {
            switch error {
            case .failed(_, _, let reason): return (lastGood, others + [SettingsProblem(line: 0, message: .notRead(reason))])
            // The card's own condition says the rest.
            case .absent, .readOnly, .full: return (lastGood, others)
            }
        }
    }

    /// Returns the language that the settings of a card choose, for what is made from the card on a laptop.
    public static func language(ofCard path: String, files: any FileSystem) -> String {
        load("\(path)/\(SettingsFault.cardsFile)", files: files).0.language
    }

    /// Keeps the settings that result from a card's file beside that file, for the next start.
    public static func keepGood(_ path: String, files: any FileSystem = POSIXFileSystem()) throws(CardError) {
        guard try files.isFile(path) else { return }
        try LastGoodSettings.keep(load(path, files: files).0, beside: path, files: files)
    }

    /// Reports files that somebody may take for the settings: Windows hides the end of `settings.toml.txt`.
    private static func nearNames(_ path: String, files: any FileSystem) -> [SettingsProblem] {
        let own = path.split(separator: "/").last.map(String.init) ?? ""
        let names = (try? files.list(CardLayout.folder(of: path))) ?? []
        let isThere = names.contains { $0.lowercased() == own }
        return names.filter { name in
            let small = name.lowercased()
            guard small != own, small.hasPrefix("settings") else { return false }
            // A copy beside the file is no mistake.
            return [".toml.txt", ".toml.toml", "settings.txt"].contains { small.hasSuffix($0) } || small.hasSuffix(".toml") && !isThere
        }
        .prefix(4).map { SettingsProblem(line: 0, message: .nearName(String($0.prefix(60)).onOneLine)) }
    }

    /// Writes the settings that differ from the file. Everything else in it stays as it is: the person's comments, their order, and keys
    /// that VIR doesn't know. A missing file is made, with every setting explained.
    /// - Parameter before: if it is given, only the settings that differ from it are written. What the command line set for one run then
    ///   stays out of the file.
    public static func write(
        _ settings: Settings, changedFrom before: Settings? = nil, to path: String,
        files: any FileSystem = POSIXFileSystem()
    ) throws(CardError) {
        let old = try files.isFile(path) ? try files.contents(of: path, limit: longestBytes) : nil
        var text = SettingsText(old ?? Array(template.utf8))
        // Appended text would be read by nobody, and the owner's file would be spoilt.
        guard text.isPlain else { throw .failed(operation: "write", subject: path, reason: .noPlainText) }
        text.set(
            settings,
            keys: SettingKey.allCases.filter { key in
                before.map { SettingKey.value(of: key, in: $0) != SettingKey.value(of: key, in: settings) } ?? true
            })
        let new = text.bytes
        guard new != old else { return }
        try files.replace(path, with: new)
    }

    /// A file with every setting, its range and its default, each commented out.
    public static let template = SettingsTemplate.text
}
