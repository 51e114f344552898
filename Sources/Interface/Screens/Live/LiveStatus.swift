// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The status on Live: who shoots, which end it is, and how many arrows of it are marked.
struct LiveStatus: Hashable, Sendable {
    /// The archer's name; `nil` if no archers are named.
    var archer: String?
    /// The end's number, from 1; `nil` without scoring.
    var end: Int?
    /// The number of marks in this end; without scoring, in the session.
    var marks: Int
    /// The number of arrows in an end of the round; `nil` in practice.
    var arrows: Int?
    /// The number of automatic marks in it that nobody has confirmed.
    var detected = 0

    /// The words beside the name: "End 3 · 4 of 6".
    var words: String {
        // An end without marks has only its number.
        let count = marks == 0 && (end != nil || detected > 0) ? nil : arrows.map { Strings.marks(marks, of: $0) } ?? Strings.marks(marks)
        let found = detected > 0 ? Strings.detected(detected) : nil
        return [end.map(Strings.nextEnd), count, found].compactMap { $0 }.joined(separator: NameLine.separator)
    }

    /// The words in the row of archers: an end that is scored is done, as long as nothing is marked after it.
    var stateWords: String {
        guard marks == 0, let end, end > 1 else { return words }
        return Strings.endDone(end - 1)
    }
}

extension Context {
    /// Returns the status, or `nil` before the first mark if no archers are named: there is nothing to say yet.
    func liveStatus(at now: Timestamp) -> LiveStatus? { status(of: settings.archer, at: now) }

    /// Returns the status of this archer, whoever shoots now.
    func status(of archer: String?, at now: Timestamp) -> LiveStatus? {
        let target = settings.shooting(as: archer).target
        let session = sessions.shooting(target, at: now) ?? SessionState(start: now)
        guard settings.scores else {
            guard !session.marks.isEmpty || target.archer != nil else { return nil }
            return LiveStatus(archer: target.archer, marks: session.countedMarks.count, detected: session.unconfirmedMarks.count)
        }
        guard !session.marks.isEmpty || session.hasArrows else { return target.archer.map { LiveStatus(archer: $0, marks: 0) } }
        let end = newEnd(of: session)
        return LiveStatus(
            archer: target.archer, end: session.scoredEnds.place(of: end), marks: end.clips.count, arrows: end.arrowsAsked,
            detected: end.detected.count)
    }
}
