// SPDX-License-Identifier: GPL-3.0-or-later

/// Words that are chosen in one place and shown in another: a key of the language's file and what is filled in.
///
/// A message is put into words where it is shown (`text`), in the language that holds there. The log has it in English (`description`).
/// What VIR has no words for is a message as it stands, and a string literal makes one: a name, a number, what the system or a library
/// says of a failure. Every key is used in this folder, in a function of its own; `LanguageTests` holds those and the file together.
public struct Message: Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    private enum Content: Sendable {
        case words(String)
        case key(String, [(place: String, value: Message)])
    }

    private let content: Content

    /// Words as they stand.
    public init(stringLiteral words: String) {
        content = .words(words)
    }

    /// Words as they stand.
    public init(_ words: some StringProtocol) {
        content = .words(String(words))
    }

    /// A key of the language's file, its places filled in.
    static func text(_ key: String, _ values: KeyValuePairs<String, Message> = [:]) -> Message {
        Message(key: key, values.map { (place: $0.key, value: $0.value) })
    }

    init(key: String, _ values: [(place: String, value: Message)]) {
        content = .key(key, values)
    }

    /// In English.
    public var description: String { words(in: .english) }

    /// In the language that holds.
    package var text: String { words(in: .current) }

    private func words(in language: Language) -> String {
        switch content {
        case .words(let words): words
        case .key(let key, let values): language.text(key) { place in values.first { $0.place == place }?.value.words(in: language) }
        }
    }
}

/// Two messages are the same if they read the same in English.
extension Message: Hashable {
    public static func == (one: Message, other: Message) -> Bool { one.description == other.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
