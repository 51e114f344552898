// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Language {
    /// A made-up language half as long again: every English word has accents and half as many letters more, and each text has brackets. So
    /// words that
    /// don't come from the language's file are found, and so are cut ones.
    package static let stretched = english.mapped { parts in
        let isTitleAndHelp = parts.contains { if case .words(let words) = $0 { words.contains("|") } else { false } }
        let long = parts.map { part in
            guard case .words(let words) = part else { return part }
            return .words(words.split(separator: " ", omittingEmptySubsequences: false).map { stretched($0) }.joined(separator: " "))
        }
        return isTitleAndHelp ? long : [.words("[")] + long + [.words("]")]
    }

    /// Returns a longer word: `Settings` becomes `Séttïngséttï`, with accents on its vowels and half of its own letters again.
    private static func stretched(_ word: Substring) -> String {
        let letters = word.filter(\.isLetter)
        let more = String(letters.dropFirst().prefix((letters.count + 1) / 2))
        // Punctuation after a word, such as a full stop, still follows it.
        let tail = word.reversed().prefix { !$0.isLetter }
        let head = word.dropLast(tail.count)
        return String((head + more).map { accents[$0] ?? $0 }) + String(tail.reversed())
    }

    private static let accents: [Character: Character] = ["a": "á", "e": "é", "i": "ï", "o": "ö", "u": "ü", "A": "Å", "E": "É", "O": "Ö", "U": "Ü"]
}
