// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A line of `settings.toml`, or of another file of settings, that is refused or read in another form: for the TV and for `vir-log.txt`.
public struct SettingsProblem: Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1; 0 for the whole file.
    public var line: Int
    public var message: Message
    /// True if the line holds, because its meaning is plain.
    public var isTaken: Bool
    /// The name of the setting that the line is about, as the file has it; `nil` if the line has none.
    public var setting: String?
    /// The line as it stands in the file, at most 60 characters of it; `nil` if that is unknown.
    public var text: String?
    /// The file's name.
    public var file: String

    /// - Parameters:
    ///   - message: for a line with a setting, only what is wrong with its value.
    public init(
        line: Int, message: Message, setting: String? = nil, isTaken: Bool = false, text: String? = nil, file: String = SettingsFault.cardsFile
    ) {
        self.line = line
        self.message = setting.map { .of(setting: $0, message) } ?? message
        self.setting = setting
        self.isTaken = isTaken
        self.text = text
        self.file = file
    }

    /// `settings.toml line 3: delay: 61 is out of range; take 1 to 60 seconds`.
    public var description: String { fault.description }

    /// The problem in the form that the rest of the box uses.
    public var fault: SettingsFault { SettingsFault(line: line, message: message, text: text, file: file, isTaken: isTaken) }
}
