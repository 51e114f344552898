// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A session's notes as the phrases that a knob can choose. What somebody wrote on a laptop stays as it is.
struct SessionNotes: Hashable, Sendable {
    private static let separator = ", "
    private(set) var text: String

    init(_ text: String) {
        self.text = text
    }

    private var phrases: [String] {
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

/// The sheet of phrases for a session's notes.
struct NotesSheet: Hashable, Sendable {
    let phrases: [String]
    private(set) var isOpen = false
    private(set) var choice = 0
    /// How much of it is there, 0…1.
    private(set) var slide: Transition
    /// The notes when it was opened: what is changed is filed once.
    private var before = ""

    /// - Parameter phrases: at least one.
    init(_ phrases: [String], at now: Timestamp) {
        self.phrases = phrases
        slide = Transition(at: 0, since: now)
    }

    var phrase: String { phrases[choice] }

    mutating func open(_ notes: String, at now: Timestamp, motion: Duration) {
        isOpen = true
        before = notes
        slide.go(to: 1, at: now, within: motion)
    }

    /// - Returns: whether the notes were changed meanwhile.
    mutating func close(_ notes: String, at now: Timestamp, motion: Duration) -> Bool {
        isOpen = false
        slide.go(to: 0, at: now, within: motion)
        return notes != before
    }

    mutating func move(_ steps: Int) {
        choice = (choice + steps.clamped(to: -10_000...10_000)).clamped(to: 0...phrases.count - 1)
    }

    mutating func choose(_ index: Int) {
        if phrases.indices.contains(index) { choice = index }
    }
}
