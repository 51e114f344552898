/// A wrong line of `settings.toml`, or of the boot partition's `options`.
public struct SettingsFault: Hashable, Sendable {
    public static let cardsFile = "settings.toml"

    package var line: Int
    package var message: String
    package var file: String

    package init(line: Int, message: String, file: String = cardsFile) {
        self.line = line
        self.message = message
        self.file = file
    }
}
