// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// An edit of a session, which one Undo takes back: decisions about clips, links between clips and arrows, notes, or lines that stay.
struct SessionEdit: Hashable, Sendable {
    /// The words for what was done.
    var words: String
    var judged: [Judged]
    /// The ends whose links changed.
    var ends: [Change<EndRecord>]
    /// The notes; `nil` if they weren't changed.
    var notes: Change<String>?
    /// The lines that stay on every picture; `nil` if they weren't changed.
    var lines: Change<[Annotation]>?
    /// The swipe in a review that made the edit; `nil` if it was made elsewhere.
    var step: ReviewStep?
    /// Its rank among the edits of all sessions, by the time at which it was last done, undone or redone.
    var rank = 0

    init(
        words: String, judged: [Judged] = [], ends: [Change<EndRecord>] = [], notes: Change<String>? = nil, lines: Change<[Annotation]>? = nil,
        step: ReviewStep? = nil
    ) {
        self.words = words
        self.judged = judged
        self.ends = ends
        self.notes = notes
        self.lines = lines
        self.step = step
    }

    struct Change<Value: Hashable & Sendable>: Hashable, Sendable {
        var before: Value
        var after: Value

        var reversed: Change { Change(before: after, after: before) }
    }

    /// A decision about a clip. Undo keeps later decisions.
    struct Judged: Hashable, Sendable {
        /// The clip's number.
        var clip: Int
        var before: ClipJudgement
        var decided: ClipJudgement
        /// The judgement that the journal got when the edit was last done, undone or redone.
        var journalled: ClipJudgement

        init(clip: Int, before: ClipJudgement, decided: ClipJudgement) {
            (self.clip, self.before, self.decided, journalled) = (clip, before, decided, decided)
        }

        /// Returns a judgement with this decision undone or redone. All later decisions stay.
        func undone(_ present: ClipJudgement) -> ClipJudgement { present.takingBack(decided, to: before) }
        func redone(_ present: ClipJudgement) -> ClipJudgement { present.takingBack(before, to: decided) }
    }

    /// Creates the edit that changed the links of some ends.
    /// - Parameter numbers: the numbers of these ends.
    init(words: String, links numbers: [Int], from before: ScoreBook, to after: ScoreBook) {
        self.init(
            words: words,
            ends: numbers.compactMap { number in
                before[end: number].flatMap { end in after[end: number].map { Change(before: end, after: $0) } }
            })
    }

    /// True if something in the session is different since. A clip that was skipped in a review, or liked once more, is as it was.
    var changesSession: Bool { judged.contains { $0.before != $0.decided } || !ends.isEmpty || notes != nil || lines != nil }
}

extension [Annotation] {
    /// Returns these drawings with this change. Drawings that were changed otherwise meanwhile stay as they are.
    func applying(_ change: SessionEdit.Change<[Annotation]>) -> [Annotation] {
        if self == change.before { return change.after }
        var lines = self
        for id in Set((change.before + change.after).map(\.id)).sorted() {
            let (before, after) = (change.before.first { $0.id == id }, change.after.first { $0.id == id })
            let index = lines.firstIndex { $0.id == id }
            guard before != after, index.map({ lines[$0] }) == before else { continue }
            switch (index, after) {
            case (let index?, let after?): lines[index] = after
            case (let index?, nil): lines.remove(at: index)
            case (nil, let after?): lines.append(after)
            case (nil, nil): break
            }
        }
        return lines
    }
}
