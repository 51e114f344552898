// SPDX-License-Identifier: GPL-3.0-or-later

/// `phrases = "Windy; Rain"` or `"Windy, Rain"`: a list of words to choose from, such as those of a session's notes.
enum NotePhrases {
    /// The sheet has room for so many.
    static let most = 12
    /// No phrase is longer, in letters.
    static let longest = 24

    static func text(_ phrases: [String]) -> String { phrases.joined(separator: "; ") }

    /// - Throws: what is wrong.
    static func phrases(_ text: String, of key: SettingKey) throws(SettingProblem) -> [String] {
        let phrases = parts(text)
        if let wrong = phrases.first(where: { !isPhrase($0) }) { throw SettingProblem(key, .noPhrase(String(wrong.prefix(40)), longest: longest)) }
        guard !phrases.isEmpty else { throw SettingProblem(key, .noPhrases) }
        guard phrases.count <= most else { throw SettingProblem(key, .manyPhrases(phrases.count, most: most)) }
        return phrases
    }

    /// The phrases of a list that is wrong somewhere; `nil` if it has none.
    static func rest(of text: String) -> [String]? {
        let phrases = Array(parts(text).filter(isPhrase).prefix(most))
        return phrases.isEmpty ? nil : phrases
    }

    /// The texts between semicolons, or between commas: a session's notes are phrases with commas between them, so no phrase has one.
    private static func parts(_ text: String) -> [String] {
        var parts: [String] = []
        for part in text.split(whereSeparator: { $0 == ";" || $0 == "," }).map(Strings.trimmed) where !part.isEmpty && !parts.contains(part) {
            parts.append(part)
        }
        return parts
    }

    /// A letter may be put together of any number of signs.
    private static func isPhrase(_ phrase: String) -> Bool {
        phrase.count <= longest && phrase.unicodeScalars.count <= 4 * longest && !phrase.contains(where: \.isNewline)
    }
}

extension SettingForm where Value == [String] {
    /// What the language has is no choice of anybody's: it changes with the language.
    /// - Parameter standard: what the language has.
    static func phrases(_ standard: @escaping @Sendable () -> [String]) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noPhrases) }
                let phrases = try NotePhrases.phrases(text, of: key)
                return phrases == standard() ? [] : phrases
            }, write: { .string(NotePhrases.text($0.isEmpty ? standard() : $0)) },
            rest: { value, _ in
                if case .string(let text) = value { NotePhrases.rest(of: text) } else { nil }
            })
    }
}

extension Settings {
    /// What a session's notes are chosen from; at least one. Without scoring those of the language don't speak of arrows.
    public var notePhrases: [String] {
        guard self.phrases.isEmpty else { return self.phrases }
        let ofArrows = self.scores ? [] : Strings.Summary.notePhrasesOfArrows
        return Strings.Summary.notePhrases.filter { !ofArrows.contains($0) }
    }
}
