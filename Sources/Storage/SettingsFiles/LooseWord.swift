// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Values as people and their editors write them, though TOML wants another form: `True`, `7,5`, `“Eva”`, `wa_70`.
enum LooseWord {
    /// Returns the value that is meant by such a word; `nil` if it is TOML, or nobody can tell.
    static func meant(by word: String) -> SettingValue? {
        flag(word) ?? number(word) ?? quoted(word) ?? name(word)
    }

    /// Reads `True` and `FALSE`.
    private static func flag(_ word: String) -> SettingValue? {
        let small = word.lowercased()
        return word == small ? nil : Bool(small).map { .bool($0) }
    }

    /// Reads a number with a comma instead of the point.
    private static func number(_ word: String) -> SettingValue? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let whole = parts.first, let rest = parts.last else { return nil }
        let digits = whole.first == "-" || whole.first == "+" ? whole.dropFirst() : whole
        guard isNumber(digits), isNumber(rest) else { return nil }
        return Double("\(whole).\(rest)").map { .double($0) }
    }

    private static func isNumber(_ word: Substring) -> Bool { (1...9).contains(word.utf8.count) && word.utf8.allSatisfy(isDigit) }

    /// Reads a text in quotes that a word processor made of straight ones, one of them or both.
    private static func quoted(_ word: String) -> SettingValue? {
        guard word.count >= 2, let first = word.first, let last = word.last else { return nil }
        guard curly.contains(first) || curly.contains(last), isQuote(first), isQuote(last) else { return nil }
        let text = word.dropFirst().dropLast()
        // With a quote inside, there are two words, or the quotes stand for something else.
        guard !text.contains(where: { $0 == "\"" || curlyPairs.contains($0) || $0.isNewline }) else { return nil }
        return .string(String(text))
    }

    private static let curlyPairs: Set<Character> = ["“", "”", "„", "‟", "«", "»", "″"]
    /// Single quotes are no pair here, because an apostrophe may be part of a name.
    private static let curly = curlyPairs.union(["‘", "’", "‚", "′", "`", "´"])

    private static func isQuote(_ letter: Character) -> Bool { letter == "\"" || letter == "'" || curly.contains(letter) }

    /// Reads one word without quotes: a letter, then letters, digits, `_` and `-`.
    private static func name(_ word: String) -> SettingValue? {
        guard let first = word.utf8.first, isLetter(first), word.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x5F || $0 == 0x2D }),
            !["true", "false", "nan", "inf"].contains(word)
        else { return nil }
        return .string(word)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
