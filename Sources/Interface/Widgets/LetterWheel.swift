// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Words that are being written: the knob turns through the letters and a push takes one, or a keyboard writes them.
struct LetterWheel: Hashable, Sendable {
    private(set) var text: String
    /// An index of `letters`.
    private(set) var letter: Int
    /// The greatest number of letters.
    private let longest: Int

    static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÅÆÇÈÉÑÖØÜ -'123")
    /// The number of letters in a row.
    static let columns = 7
    /// The signs that a keyboard may write besides letters and figures. None of them has a meaning in `settings.toml`.
    private static let signs = " -'.!?/+%&()"

    init(_ text: String = "", letter: Int = 0, longest: Int) {
        self.text = text
        self.letter = letter
        self.longest = longest
    }

    /// The written words, without spaces around them.
    var words: String { text.split(separator: " ").joined(separator: " ") }

    /// The chosen letter as it would be written: a capital at the beginning of a word.
    var written: String {
        let begins = text.last.map { " -'".contains($0) } ?? true
        let letter = String(Self.letters[letter])
        return begins ? letter : letter.lowercased()
    }

    /// Takes in what a keyboard writes.
    mutating func write(_ typing: Typing) {
        switch typing {
        case .text(let text): type(text)
        case .erase: erase()
        case .done: break
        }
    }

    mutating func turn(by steps: Int) {
        letter = (letter + steps.clamped(to: -Self.letters.count...Self.letters.count)).clamped(to: 0...Self.letters.count - 1)
    }

    mutating func erase() { _ = text.popLast() }

    mutating func takeLetter() { append(written) }

    /// Takes a letter under a finger.
    mutating func take(_ index: Int) {
        letter = index.clamped(to: 0...Self.letters.count - 1)
        takeLetter()
    }

    private mutating func type(_ typed: String) {
        for character in typed where character.isLetter || character.isNumber || Self.signs.contains(character) { append(String(character)) }
    }

    private mutating func append(_ more: String) {
        if text.count < longest { text += more }
    }
}

/// A name that is being written.
struct NameWheel: Hashable, Sendable {
    /// The archer who is renamed; `nil`: an archer is added.
    let renamed: String?
    var letters: LetterWheel

    init(renaming name: String? = nil) {
        renamed = name
        letters = LetterWheel(name ?? "", longest: Archer.longestName)
    }

    /// The name that MARK would take; `nil` before the first letter.
    var result: String? { letters.words.isEmpty ? nil : letters.words }
}
