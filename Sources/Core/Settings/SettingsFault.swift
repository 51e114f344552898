// SPDX-License-Identifier: GPL-3.0-or-later

/// A wrong line of `settings.toml`, or of the boot partition's `options`.
public struct SettingsFault: Hashable, Sendable, CustomStringConvertible {
    public static let cardsFile = "settings.toml"

    package var line: Int
    package var message: Message
    package var file: String

    package init(line: Int, message: Message, file: String = cardsFile) {
        self.line = line
        self.message = message
        self.file = file
    }

    /// `settings.toml line 3: delay: 61 is out of range; take 1 to 60 seconds`.
    public var description: String { line > 0 ? "\(file) line \(line): \(message)" : "\(file): \(message)" }
}
