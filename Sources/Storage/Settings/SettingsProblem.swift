// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A line of `settings.toml`, or of another file of settings, that isn't taken, for the TV and for `vir-log.txt`.
public struct SettingsProblem: Hashable, Sendable, CustomStringConvertible {
    /// From 1; 0 where the whole file is meant.
    public var line: Int
    public var message: Message
    /// The line is no TOML at all: nothing of the file holds.
    public var isOfTheWholeFile: Bool
    /// The file's name.
    public var file: String

    public init(line: Int, message: Message, isOfTheWholeFile: Bool = false, file: String = SettingsFault.cardsFile) {
        self.line = line
        self.message = message
        self.isOfTheWholeFile = isOfTheWholeFile
        self.file = file
    }

    /// `settings.toml line 3: delay: 61 is out of range; take 1 to 60 seconds`.
    public var description: String { fault.description }

    /// As the rest of the box hears of it.
    public var fault: SettingsFault { SettingsFault(line: line, message: message, file: file) }
}
