// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A session's notes as phrases that a knob can choose. Other text, such as from a laptop, stays as it is.
struct SessionNotes: Hashable, Sendable {
    private static let separator = ", "
    private(set) var text: String

    init(_ text: String) {
        self.text = text
    }

    var phrases: [String] {
        var phrases: [String] = []
        var rest = Substring(text)
        while let comma = rest.firstIndex(of: ",") {
            phrases.append(String(rest[..<comma]))
            rest = rest[rest.index(after: comma)...]
            if rest.first == " " { rest = rest.dropFirst() }
        }
        phrases.append(String(rest))
        return phrases.filter { !$0.isEmpty }
    }

    func has(_ phrase: String) -> Bool { phrases.contains(phrase) }

    /// Adds a phrase at the end, or takes it away wherever it stands.
    mutating func toggle(_ phrase: String) {
        let phrases = self.phrases
        text = (has(phrase) ? phrases.filter { $0 != phrase } : phrases + [phrase]).joined(separator: Self.separator)
    }
}

/// The sheet of phrases for a session's notes, followed by the notes that were written and the item for writing one.
struct NotesSheet: Hashable, Sendable {
    /// The phrases from the settings.
    private let known: [String]
    /// The other phrases that the session's notes had when the sheet was opened.
    private var written: [String] = []
    private(set) var isOpen = false
    private(set) var choice = 0
    /// The share of the sheet that has come in, 0…1.
    private(set) var slide: Transition
    /// The note that is being written.
    private(set) var writing: LetterWheel?
    /// The notes when the sheet was opened. Changes are filed once.
    private var before = ""

    /// The longest note that can be written here, in letters.
    static let longest = 40
    /// The number of written notes that are shown; the newest ones are.
    private static let mostWritten = 4

    /// - Parameter phrases: at least one.
    init(_ phrases: [String], at now: Timestamp) {
        known = phrases
        slide = Transition(at: 0, since: now)
    }

    var phrases: [String] { known + written }

    /// The chosen phrase; `nil`: the item for writing a note is chosen.
    var phrase: String? { phrases.indices.contains(choice) ? phrases[choice] : nil }

    mutating func open(_ notes: String, at now: Timestamp, motion: Duration) {
        isOpen = true
        before = notes
        show(SessionNotes(notes))
        slide.go(to: 1, at: now, within: motion)
    }

    /// - Returns: true if the notes were changed meanwhile.
    mutating func close(_ notes: String, at now: Timestamp, motion: Duration) -> Bool {
        isOpen = false
        writing = nil
        slide.go(to: 0, at: now, within: motion)
        return notes != before
    }

    mutating func move(_ steps: Int) {
        choice = (choice + steps.clamped(to: -10_000...10_000)).clamped(to: 0...phrases.count)
    }

    mutating func choose(_ index: Int) {
        if (0...phrases.count).contains(index) { choice = index }
    }

    private mutating func show(_ notes: SessionNotes) {
        written = Array(notes.phrases.filter { !known.contains($0) && $0.count <= Self.longest }.suffix(Self.mostWritten))
        choice = choice.clamped(to: 0...phrases.count)
    }

    // MARK: Writing

    mutating func write() { writing = LetterWheel(longest: Self.longest) }

    /// Changes the letters of the note.
    mutating func write(_ change: (inout LetterWheel) -> Void) {
        guard var wheel = writing else { return }
        change(&wheel)
        writing = wheel
    }

    mutating func leaveWords() { writing = nil }

    /// - Returns: the words, or `nil` if nothing was written.
    mutating func takeWords() -> String? {
        defer { writing = nil }
        guard let words = writing?.words, !words.isEmpty else { return nil }
        if !phrases.contains(words) { written = (written + [words]).suffix(Self.mostWritten) }
        choice = phrases.firstIndex(of: words) ?? choice
        return words
    }
}
