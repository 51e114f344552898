// SPDX-License-Identifier: GPL-3.0-or-later

/// `phrases = "Windy; Rain"` or `"Windy, Rain"`: a list of words to choose from, such as those of a session's notes.
enum NotePhrases {
    /// The most phrases in a list: the sheet has room for no more.
    static let most = 12
    /// The longest phrase, in letters.
    static let longest = 24

    static func text(_ phrases: [String]) -> String { phrases.joined(separator: "; ") }

    /// - Throws: the first problem with the text.
    static func phrases(_ text: String, of key: SettingKey) throws(SettingProblem) -> [String] {
        let phrases = parts(text)
        if let wrong = phrases.first(where: { !isPhrase($0) }) { throw SettingProblem(key, .noPhrase(String(wrong.prefix(40)), longest: longest)) }
        guard !phrases.isEmpty else { throw SettingProblem(key, .noPhrases) }
        guard phrases.count <= most else { throw SettingProblem(key, .manyPhrases(phrases.count, most: most)) }
        return phrases
    }

    /// Returns the valid phrases of a list that has a mistake; `nil` if no phrase is valid.
    static func rest(of text: String) -> [String]? {
        let phrases = Array(parts(text).filter(isPhrase).prefix(most))
        return phrases.isEmpty ? nil : phrases
    }

    /// Returns the texts between semicolons or commas. A session's notes are phrases with commas between them, so no phrase contains a
    /// comma.
    private static func parts(_ text: String) -> [String] {
        var parts: [String] = []
        for part in text.split(whereSeparator: { $0 == ";" || $0 == "," }).map(Strings.trimmed) where !part.isEmpty && !parts.contains(part) {
            parts.append(part)
        }
        return parts
    }

    /// Returns true for a phrase of one line that isn't too long. Its Unicode scalars are limited too, because one letter may consist of
    /// any number of them.
    private static func isPhrase(_ phrase: String) -> Bool {
        phrase.count <= longest && phrase.unicodeScalars.count <= 4 * longest && !phrase.contains(where: \.isNewline)
    }
}

extension SettingForm where Value == [String] {
    /// A list of phrases. A language's own list is stored as an empty list, so that it changes with the language: the file may have been
    /// written while the box spoke another one.
    /// - Parameter standard: returns the language's own list.
    static func phrases(_ standard: @escaping @Sendable () -> [String]) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noPhrases) }
                let phrases = try NotePhrases.phrases(text, of: key)
                let isStandard = ([Language.current] + LanguageShelf.languages).contains { language in
                    Language.$current.withValue(language) { phrases == standard() }
                }
                return isStandard ? [] : phrases
            }, write: { .string(NotePhrases.text($0.isEmpty ? standard() : $0)) },
            rest: { value, _ in
                if case .string(let text) = value { NotePhrases.rest(of: text) } else { nil }
            })
    }
}

extension Settings {
    /// The phrases from which a session's notes are chosen; at least one. Without scoring, the language's phrases about arrows are left
    /// out.
    public var notePhrases: [String] {
        guard self.phrases.isEmpty else { return self.phrases }
        let ofArrows = self.scores ? [] : Strings.Summary.notePhrasesOfArrows
        return Strings.Summary.notePhrases.filter { !ofArrows.contains($0) }
    }
}
