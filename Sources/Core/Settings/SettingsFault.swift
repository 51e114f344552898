// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of `settings.toml`, or of the boot partition's `options`, that is refused, or that is accepted in another form than it has.
public struct SettingsFault: Hashable, Sendable, CustomStringConvertible {
    public static let cardsFile = "settings.toml"

    package var line: Int
    package var message: Message
    /// The line as it stands in the file; `nil` if that is unknown.
    package var text: String?
    package var file: String
    /// True if the line is taken all the same, since its meaning is clear.
    package var isTaken: Bool

    package init(line: Int, message: Message, text: String? = nil, file: String = cardsFile, isTaken: Bool = false) {
        self.line = line
        self.message = message
        self.text = text
        self.file = file
        self.isTaken = isTaken
    }

    /// `settings.toml line 3: delay: 61 is out of range; take 1 to 60 seconds`.
    public var description: String { line > 0 ? "\(file) line \(line): \(message)" : "\(file): \(message)" }
}
