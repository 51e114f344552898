// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A name in the making: the knob turns through the letters, a push takes one.
struct NameWheel: Hashable, Sendable {
    /// Who is called otherwise from then on; `nil`: somebody who is added.
    let renamed: String?
    private(set) var name: String
    /// An index of `letters`.
    private(set) var letter: Int

    static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÅÆÇÈÉÑÖØÜ -'123")
    /// So many of them lie in a row.
    static let columns = 7

    /// - Parameter taken: names that others have. The first letter from A to H that none of them has is offered as a name.
    init(renaming name: String? = nil, taken: [String]) {
        renamed = name
        self.name = name ?? ""
        letter = name == nil ? Self.letters.prefix(Archer.most).firstIndex { !taken.contains(String($0)) } ?? 0 : 0
    }

    /// What MARK would take: the name, or before its first letter the letter that is chosen; `nil` if that is none.
    var result: String? {
        let words = name.split(separator: " ").joined(separator: " ")
        if !words.isEmpty { return words }
        let only = String(Self.letters[letter])
        return only == " " ? nil : only
    }

    mutating func turn(by steps: Int) {
        letter = (letter + steps.clamped(to: -Self.letters.count...Self.letters.count)).clamped(to: 0...Self.letters.count - 1)
    }

    mutating func choose(_ index: Int) { letter = index.clamped(to: 0...Self.letters.count - 1) }

    /// The chosen letter goes behind the name: a capital begins a word.
    mutating func takeLetter() {
        guard name.count < Archer.longestName else { return }
        name += written
    }

    /// The chosen letter as it would be written.
    var written: String {
        let begins = name.last.map { " -'".contains($0) } ?? true
        let letter = String(Self.letters[letter])
        return begins ? letter : letter.lowercased()
    }

    /// - Returns: whether there was a letter to take back.
    mutating func takeBack() -> Bool { name.popLast() != nil }
}
