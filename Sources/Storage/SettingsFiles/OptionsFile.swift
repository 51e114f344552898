// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// `options` on the boot partition: the owner's choices about the box's devices, which no card may make.
///
/// One setting a line, as in `settings.toml`, and only `SettingKey.ownersKeys`. A line that is refused is reported and changes nothing,
/// neither by itself nor for the lines beside it: a slip there must not keep the box from its picture.
public struct OptionsFile: Sendable {
    public static let name = "options"
    /// The longest file that is read, in bytes: three lines and their comments. A longer file is something else.
    private static let longestBytes = 4 << 10

    /// The values of the good lines; if a setting is there twice, the first.
    public private(set) var values: [SettingKey: SettingValue] = [:]
    public private(set) var problems: [SettingsProblem] = []

    public init() {}

    /// Reads the file. A file that isn't there sets nothing. Reentrant.
    public init(_ path: String, files: any FileSystem = POSIXFileSystem()) {
        do throws(CardError) {
            guard try files.isFile(path) else { return }
            read(try files.contents(of: path, limit: Self.longestBytes))
        } catch {
            note(1, error.message)
        }
    }

    /// Replaces the settings' values by those of the file. Reentrant.
    public func apply(to settings: inout Settings) {
        for (key, value) in values {
            // The value was accepted before, and it depends on no other setting.
            try? SettingKey.apply(value, for: key, to: &settings)
        }
    }

    private mutating func read(_ bytes: [UInt8]) {
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let text = SettingsText(Array(line))
            let (settings, found) = text.settings(lastGood: Settings(), from: .owner, known: SettingKey.ownersKeys)
            for var problem in found {
                (problem.line, problem.file) = (index + 1, Self.name)
                problems.append(problem)
            }
            guard found.allSatisfy(\.isTaken), let key = text.onlyKey else { continue }
            guard values[key] == nil else {
                note(index + 1, .of(setting: key.rawValue, .setTwice))
                continue
            }
            values[key] = SettingKey.value(of: key, in: settings)
        }
    }

    private mutating func note(_ line: Int, _ message: Message) {
        problems.append(SettingsProblem(line: line, message: message, file: Self.name))
    }
}
