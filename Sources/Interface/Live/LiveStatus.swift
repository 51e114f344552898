// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Who shoots, which end, and how far it is: all that Live says of the archery.
struct LiveStatus: Hashable, Sendable {
    /// `nil` if no archers are named.
    var archer: String?
    /// The end's number, from 1; `nil` without scoring.
    var end: Int?
    /// Of this end; without scoring of the session.
    var marks: Int
    /// How many arrows an end of the round has; `nil` in practice.
    var arrows: Int?

    /// What goes with the name: "End 3 · 4 of 6".
    var words: String {
        // An end that nothing is marked in yet has its number alone.
        let count = marks == 0 && end != nil ? nil : arrows.map { Strings.marks(marks, of: $0) } ?? Strings.marks(marks)
        return [end.map(Strings.nextEnd), count].compactMap { $0 }.joined(separator: Self.separator)
    }

    /// In the row of archers: an end that is scored, with nothing marked after it, is done.
    var stateWords: String {
        guard marks == 0, let end, end > 1 else { return words }
        return Strings.endDone(end - 1)
    }

    static let separator = " · "
}

extension Context {
    /// `nil` before the first mark where no archers are named: there is nothing to say yet.
    func liveStatus(at now: Timestamp) -> LiveStatus? { status(of: settings.archer, at: now) }

    /// How far this archer is, whoever shoots now.
    func status(of archer: String?, at now: Timestamp) -> LiveStatus? {
        let target = settings.shooting(as: archer).target
        let session = sessions.shooting(target, at: now) ?? SessionState(start: now)
        guard settings.scores else {
            return session.marks.isEmpty && target.archer == nil ? nil : LiveStatus(archer: target.archer, marks: session.marks.count)
        }
        guard !session.marks.isEmpty || session.hasArrows else { return target.archer.map { LiveStatus(archer: $0, marks: 0) } }
        let end = newEnd(of: session)
        return LiveStatus(archer: target.archer, end: session.scoredEnds.place(of: end), marks: end.clips.count, arrows: end.arrowsAsked)
    }
}
