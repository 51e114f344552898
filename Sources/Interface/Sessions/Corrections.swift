// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What was corrected in a session, so that each can be undone, the newest first.
struct Corrections: Hashable, Sendable {
    struct Correction: Hashable, Sendable {
        /// What was done.
        var words: String
        /// The ends that it changed, as they were before.
        var ends: [EndRecord] = []
        /// The notes as they were before; `nil` where it didn't change them.
        var notes: String?
        var judged: [Judged] = []
        /// The lines that stay on every picture, as they were before; `nil` where it didn't change them.
        var lines: [Annotation]?
    }

    /// What was decided about a clip, and what had been before. What else is decided since stays when it is undone.
    struct Judged: Hashable, Sendable {
        var clip: Int
        var before: ClipJudgement
        var decided: ClipJudgement
    }

    private var all: [Correction] = []
    /// Older ones can't be undone any more: that is more than anybody does in an evening.
    private static let most = 1000

    var newest: Correction? { all.last }

    mutating func note(_ correction: Correction) {
        all.append(correction)
        if all.count > Self.most { all.removeFirst() }
    }

    /// The lines that stay were changed.
    /// - Parameter joins: it is part of the newest deed.
    mutating func note(lines before: [Annotation], words: String, joins: Bool) {
        if joins, !all.isEmpty { all[all.count - 1].lines = before } else { note(Correction(words: words, lines: before)) }
    }

    /// What was decided about these clips can't be undone any more.
    mutating func forget(clips: Set<Int>) {
        for index in all.indices { all[index].judged.removeAll { clips.contains($0.clip) } }
        all.removeAll { $0.judged.isEmpty && $0.ends.isEmpty && $0.notes == nil && $0.lines == nil }
    }

    mutating func takeNewest() -> Correction? { all.popLast() }
}
