// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The rule of what the voice says to somebody who can't see the TV: from one moment to the next, what has changed, and nothing twice.
///
/// What went wrong comes first, then what a press did, then what has the focus. A new screen is said whole: its name, the focus with its
/// place and state, and what each control does, the way out last. On the same screen another focus is said with its place and state, and of
/// the same focus only the piece that changed. It is one sentence, because new words cut off the words before them.
struct Narration: Hashable, Sendable {
    /// A fault of the box. One whose figures change is the same, and is said once.
    struct Fault: Hashable, Sendable {
        var kind: ChipKind
        var words: String
    }

    /// Everything that could be said at one instant.
    struct Moment: Hashable, Sendable {
        /// The screen, which may have the name of another one.
        var place: ScreenKind
        var spoken: Spoken
        /// The action of each control.
        var grammar: Grammar
        /// The faults, the worst first.
        var faults: [Fault] = []
        /// The question or message that lies over every screen, without its changing figures.
        var notice: [String] = []
        var toast: Toast?
        /// The number of the mark that was just set.
        var mark: Int?
        /// The action of a control that is held on.
        var hold: String?

        init(on place: ScreenKind, _ spoken: Spoken, _ grammar: Grammar) {
            (self.place, self.spoken, self.grammar) = (place, spoken, grammar)
        }

        /// Returns true if the screen is the same, or the page of it.
        func isOn(_ other: Moment) -> Bool { place == other.place && spoken.title == other.spoken.title }
    }

    /// The moment about which something was said last, or could have been said.
    private var last: Moment?
    /// The words that were said last.
    private var said: String?
    /// The time until which the voice may speak on Live although nobody pressed anything: a while after a shot.
    var freeUntil: Timestamp?

    init() {}

    /// Goes on to a moment.
    /// - Parameters:
    ///   - scores: the words about scores, which have a rule of their own (`SpokenScores`).
    ///   - isRefused: true if a press was refused.
    ///   - isPressed: true if a person did something: then the same words may be said again.
    /// - Returns: the words to say; `nil` if there is nothing to say.
    mutating func step(to now: Moment, scores: String?, isRefused: Bool, isPressed: Bool) -> String? {
        let before = last
        last = now
        let parts = Self.events(from: before, to: now, scores: scores, isRefused: isRefused) + Self.changes(from: before, to: now, isPressed)
        var sentence = Self.sentence(parts)
        if sentence.isEmpty, isPressed, let answer = now.spoken.answer, answer != before?.spoken.answer { sentence = Self.sentence([answer]) }
        guard !sentence.isEmpty, isPressed || sentence != said else { return nil }
        said = sentence
        return sentence
    }

    /// Returns what happened: what went wrong, and what was done.
    private static func events(from before: Moment?, to now: Moment, scores: String?, isRefused: Bool) -> [String] {
        var parts = now.faults.filter { fault in before?.faults.contains { $0.kind == fault.kind } != true }.map(\.words)
        let toast = now.toast == before?.toast ? nil : now.toast
        if isRefused, toast == nil, parts.isEmpty { parts.append(Strings.Spoken.refused) }
        if now.notice != before?.notice { parts += now.notice }
        if let toast { parts += [toast.words] + (toast.undo.map { [$0.spoken] } ?? []) }
        if let before, let deed = now.spoken.deed, deed != before.spoken.deed, now.place == before.place { parts.append(deed) }
        if let mark = now.mark, mark != before?.mark { parts.append(Strings.markSet(mark)) }
        if let scores { parts.append(scores) }
        if let hold = now.hold, hold != before?.hold { parts.append(hold) }
        return parts
    }

    /// Returns what is another screen, another focus or another state.
    private static func changes(from before: Moment?, to now: Moment, _ isPressed: Bool) -> [String] {
        let spoken = now.spoken
        let help = spoken.help.map { [$0] } ?? []
        guard let before, now.isOn(before) else {
            return [spoken.title] + spoken.intro + [spoken.focus] + spoken.state + help + now.grammar.spoken(ControlUse.spokenOrder)
        }
        let guide = now.grammar.spoken(spoken.guide)
        guard before.spoken.focus == spoken.focus else { return [spoken.focus] + spoken.state + guide + help }
        var parts = spoken.state.filter { !before.spoken.state.contains($0) }
        // Something is over.
        if parts.isEmpty, spoken.state != before.spoken.state { parts = spoken.state.isEmpty ? [spoken.focus] : spoken.state }
        // Controls that change by themselves are told with the next words: told alone, they would cut off the words under way.
        if isPressed || !parts.isEmpty, guide != before.grammar.spoken(before.spoken.guide) { parts += guide }
        // The sentence about it may have figures that change by themselves.
        return parts + (isPressed && spoken.help != before.spoken.help ? help : [])
    }

    /// Returns the parts as one sentence, each once.
    private static func sentence(_ parts: [String]) -> String {
        var once: [String] = []
        for part in parts.map(Strings.Spoken.readable) where !part.isEmpty && !once.contains(part) { once.append(part) }
        return once.dropFirst().reduce(once.first ?? "") { sentence, part in
            // A whole sentence has its own end.
            sentence + (sentence.last.map { ".?!".contains($0) } ?? false ? " " : ", ") + part
        }
    }
}
