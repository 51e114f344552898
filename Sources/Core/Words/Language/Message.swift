// SPDX-License-Identifier: GPL-3.0-or-later

/// Words that are chosen in one part of the program and shown in another: a key of the language's file, and the values to fill in.
///
/// A message is put into words where it is shown (`text`), in the language that is current there. The log has it in English
/// (`description`). Text for which VIR has no words becomes a message unchanged, from a string literal too: a name, a number, or the words
/// of the system or a library about a failure. The messages with a key are made from the sections `reason` and `reason-parts` of
/// `english.txt`.
public struct Message: Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    private enum Content: Sendable {
        case words(String)
        /// With a number, the key has a form for it.
        case key(String, count: Int?, [(place: String, value: Message)])
    }

    private let content: Content

    /// Makes a message of words, unchanged.
    public init(stringLiteral words: String) {
        content = .words(words)
    }

    /// Makes a message of words, unchanged.
    public init(_ words: some StringProtocol) {
        content = .words(String(words))
    }

    /// Makes a message of a key of the language's file, with the values for its placeholders.
    init(key: String, count: Int? = nil, _ values: KeyValuePairs<String, any PhraseValue> = [:]) {
        content = .key(key, count: count, values.map { (place: $0.key, value: $0.value.message) })
    }

    init(key: String, _ values: [(place: String, value: Message)]) {
        content = .key(key, count: nil, values)
    }

    /// The message in English.
    public var description: String { words(in: .english) }

    /// The message in the current language.
    package var text: String { words(in: .current) }

    func words(in language: Language) -> String {
        switch content {
        case .words(let words): words
        case .key(let key, let count, let values):
            language.text(count.map { language.form(of: key, for: $0) } ?? key) { place in
                if let count, place == "count" { return "\(count)" }
                return values.first { $0.place == place }?.value.words(in: language)
            }
        }
    }
}

/// Two messages are the same if they read the same in English.
extension Message: Hashable {
    public static func == (one: Message, other: Message) -> Bool { one.description == other.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
