// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Words in the making: the knob turns through the letters and a push takes one, or a keyboard writes them.
struct LetterWheel: Hashable, Sendable {
    private(set) var text: String
    /// An index of `letters`.
    private(set) var letter: Int
    /// So many letters at most.
    private let longest: Int

    static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÅÆÇÈÉÑÖØÜ -'123")
    /// So many of them lie in a row.
    static let columns = 7
    /// What a keyboard may write besides letters and figures: none of it has a meaning in `settings.toml`.
    private static let signs = " -'.!?/+%&()"

    init(_ text: String = "", letter: Int = 0, longest: Int) {
        self.text = text
        self.letter = letter
        self.longest = longest
    }

    /// What is written, without spaces around words.
    var words: String { text.split(separator: " ").joined(separator: " ") }

    /// The chosen letter as it would be written: a capital begins a word.
    var written: String {
        let begins = text.last.map { " -'".contains($0) } ?? true
        let letter = String(Self.letters[letter])
        return begins ? letter : letter.lowercased()
    }

    /// What somebody does to choose and take letters.
    /// - Returns: whether the input was about letters.
    mutating func use(_ input: ScreenInput) -> Bool {
        switch input {
        case .turned(let detents, _): turn(by: detents)
        case .pressed(.up), .repeated(.up): turn(by: -Self.columns)
        case .pressed(.down), .repeated(.down): turn(by: Self.columns)
        case .tapped(.knob): takeLetter()
        case .pressed(.left), .repeated(.left), .typed(.erase): _ = text.popLast()
        case .typed(.text(let text)): type(text)
        default: return false
        }
        return true
    }

    mutating func turn(by steps: Int) {
        letter = (letter + steps.clamped(to: -Self.letters.count...Self.letters.count)).clamped(to: 0...Self.letters.count - 1)
    }

    mutating func takeLetter() { append(written) }

    /// A finger takes a letter.
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

/// A name in the making.
struct NameWheel: Hashable, Sendable {
    /// Who is called otherwise from then on; `nil`: somebody who is added.
    let renamed: String?
    var letters: LetterWheel

    /// - Parameter taken: names that others have. The first letter from A to H that none of them has is offered as a name.
    init(renaming name: String? = nil, taken: [String]) {
        renamed = name
        let free = LetterWheel.letters.prefix(Archer.most).firstIndex { !taken.contains(String($0)) } ?? 0
        letters = LetterWheel(name ?? "", letter: name == nil ? free : 0, longest: Archer.longestName)
    }

    /// What MARK would take: the name, or before its first letter the letter that is chosen; `nil` if that is none.
    var result: String? {
        let words = letters.words
        if !words.isEmpty { return words }
        let only = String(LetterWheel.letters[letters.letter])
        return only == " " ? nil : only
    }
}
