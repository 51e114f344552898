// SPDX-License-Identifier: GPL-3.0-or-later

/// `phrases = "Windy; Rain"`: a list of words to choose from, such as those of a session's notes.
enum NotePhrases {
    /// The sheet has room for so many.
    static let most = 12
    /// No phrase is longer, in letters.
    static let longest = 24

    static func text(_ phrases: [String]) -> String { phrases.joined(separator: "; ") }

    /// - Throws: what is wrong.
    static func phrases(_ text: String, of key: SettingKey) throws(SettingProblem) -> [String] {
        var phrases: [String] = []
        for part in text.split(separator: ";") {
            let phrase = Strings.trimmed(part)
            guard !phrase.isEmpty, !phrases.contains(phrase) else { continue }
            // Notes are phrases with commas between them.
            guard phrase.count <= longest, phrase.allSatisfy({ !$0.isNewline && $0 != "," }) else {
                throw SettingProblem(key, .noPhrase(String(phrase.prefix(40)), longest: longest))
            }
            phrases.append(phrase)
        }
        guard !phrases.isEmpty else { throw SettingProblem(key, .noPhrases) }
        guard phrases.count <= most else { throw SettingProblem(key, .manyPhrases(phrases.count, most: most)) }
        return phrases
    }
}

extension SettingForm where Value == [String] {
    /// What the language has is no choice of anybody's: it changes with the language.
    /// - Parameter standard: what the language has.
    static func phrases(_ standard: @escaping @Sendable () -> [String]) -> SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noPhrases) }
                return text == NotePhrases.text(standard()) ? [] : try NotePhrases.phrases(text, of: key)
            }, write: { .string(NotePhrases.text($0.isEmpty ? standard() : $0)) })
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
