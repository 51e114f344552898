// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The counts of jobs that were given to the services that write onto the card, and that aren't answered yet.
struct PendingWrites: Hashable, Sendable {
    /// Ends with arrows, for the journal.
    private(set) var ends = 0
    /// Parts of clips that are to become clips of their own.
    private(set) var parts = 0
    private(set) var pictures = 0
    /// Lines with decisions or notes, for the journal.
    private(set) var decisions = 0

    mutating func note(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .card(.journal(_, .end(let end))) where !end.arrows.isEmpty: ends += 1
            case .card(.journal(_, .judged)), .card(.journal(_, .notes)): decisions += 1
            case .card(.trim): parts += 1
            case .picture(.keep): pictures += 1
            default: break
            }
        }
    }

    mutating func note(_ answer: CardNews) {
        switch answer {
        case .journalled(_, .end(let end)), .notJournalled(_, .end(let end), _): if !end.arrows.isEmpty { ends = max(0, ends - 1) }
        case .journalled(_, .judged), .journalled(_, .notes), .notJournalled(_, .judged, _), .notJournalled(_, .notes, _):
            decisions = max(0, decisions - 1)
        case .trimmed, .notTrimmed: parts = max(0, parts - 1)
        case .pictureKept, .pictureNotKept: pictures = max(0, pictures - 1)
        default: break
        }
    }
}
