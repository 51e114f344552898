/// A line of `settings.toml` that isn't taken, for the TV and for `vir-log.txt`.
public struct SettingsProblem: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    public var message: String

    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    /// `settings.toml line 3: delay: 61 is out of range; take 1 to 60 seconds`.
    public var description: String { "\(CardLayout.settings) line \(line): \(message)" }
}
