// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// `settings.toml`: what a person sets on a laptop and the box sets on the TV, in one file that belongs to both.
///
/// Reentrant; a file belongs to one thread at a time.
public enum SettingsFile {
    /// Nobody sets so much; a longer file is something else.
    private static let longestBytes = 64 << 10

    /// Reads the settings.
    /// - Parameter lastGood: what holds for a key that the file doesn't set, or sets wrongly. With a syntax error in it
    ///   the file changes nothing.
    /// - Parameter origin: `.owner` only for a file that was named on the command line.
    /// - Throws: what the card refuses; the file isn't there, most often.
    public static func read(
        _ path: String, lastGood: Settings = Settings(), from origin: SettingOrigin = .card,
        files: any FileSystem = POSIXFileSystem()
    ) throws(CardError) -> (Settings, [SettingsProblem]) {
        SettingsText(try files.contents(of: path, limit: longestBytes)).settings(lastGood: lastGood, from: origin)
    }

    /// Reads the settings for a box, which starts whatever the file is. A file that isn't there is no problem; one that can't be read is.
    public static func load(
        _ path: String, lastGood: Settings = Settings(), from origin: SettingOrigin = .card,
        files: any FileSystem = POSIXFileSystem()
    ) -> (Settings, [SettingsProblem]) {
        do {
            guard try files.kind(of: path) != nil else { return (lastGood, []) }
            return try read(path, lastGood: lastGood, from: origin, files: files)
        } catch {
            switch error {
            case .failed(_, _, let reason): return (lastGood, [SettingsProblem(line: 0, message: .notRead(reason))])
            // The card's own condition says the rest.
            case .absent, .readOnly, .full: return (lastGood, [])
            }
        }
    }

    /// Writes the settings that are others than the file says. Everything else in it, the person's comments, their
    /// order and keys that VIR doesn't know, stays as it is. A file that isn't there is made, with every setting
    /// explained.
    /// - Parameter before: where it is given, only what differs from it is written; what the command line set for one
    ///   run then stays out of the file.
    public static func write(
        _ settings: Settings, changedFrom before: Settings? = nil, to path: String,
        files: any FileSystem = POSIXFileSystem()
    ) throws(CardError) {
        let old = try files.isFile(path) ? try files.contents(of: path, limit: longestBytes) : nil
        var text = SettingsText(old ?? Array(template.utf8))
        // What is appended to it would be read by nobody, and the owner's file would be spoilt.
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
