// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The corrections in a session, which can be undone, the newest first.
struct Corrections: Hashable, Sendable {
    struct Correction: Hashable, Sendable {
        /// The words for what was done.
        var words: String
        /// The ends that it changed, as they were before.
        var ends: [EndRecord] = []
        /// The notes as they were before; `nil` if it didn't change them.
        var notes: String?
        var judged: [Judged] = []
        /// The lines that stay on every picture, as they were before; `nil` if it didn't change them.
        var lines: [Annotation]?
    }

    /// A decision about a clip, with the judgement from before. Undo keeps later decisions.
    struct Judged: Hashable, Sendable {
        var clip: Int
        var before: ClipJudgement
        var decided: ClipJudgement
    }

    private var all: [Correction] = []
    /// The number of corrections that are kept, which is more than anybody makes in an evening.
    private static let most = 1000

    var newest: Correction? { all.last }

    mutating func note(_ correction: Correction) {
        all.append(correction)
        if all.count > Self.most { all.removeFirst() }
    }

    /// Notes a change of the lines that stay.
    /// - Parameter joins: true if it is part of the newest correction.
    mutating func note(lines before: [Annotation], words: String, joins: Bool) {
        if joins, !all.isEmpty { all[all.count - 1].lines = before } else { note(Correction(words: words, lines: before)) }
    }

    /// Drops the decisions about these clips, which can't be undone any more.
    mutating func forget(clips: Set<Int>) {
        for index in all.indices { all[index].judged.removeAll { clips.contains($0.clip) } }
        all.removeAll { $0.judged.isEmpty && $0.ends.isEmpty && $0.notes == nil && $0.lines == nil }
    }

    mutating func takeNewest() -> Correction? { all.popLast() }
}
