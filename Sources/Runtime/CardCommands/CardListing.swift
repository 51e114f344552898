// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

/// A session of a card, for another program.
struct CardListing: Encodable {
    struct Clip: Encodable {
        var number: Int
        var file: String
        var seconds: Double?
        var isLiked: Bool
    }

    /// Its folder's name.
    var session: String
    /// `closed`, `recovered` if a power cut ended it, `open`, `later` if a later VIR wrote it, or `unreadable`.
    var state: String
    /// The reason why there is nothing more to say about it.
    var reason: String?
    var id: String?
    var number: Int?
    var started: String?
    var archer: String?
    var round: String?
    var face: String?
    var marks: Int?
    /// The clips that aren't deleted.
    var clips: [Clip]?
    /// The number of those clips that somebody liked.
    var liked: Int?
    var ends: Int?
    /// The number of arrows that count.
    var arrows: Int?
    var total: Int?
    var tens: Int?
    var innerTens: Int?
    var notes: String?

    init(_ stored: StoredSession) {
        session = stored.name
        switch stored.state {
        case .open: state = "open"
        case .closed(let record): state = record.ending == .recovered ? "recovered" : "closed"
        case .later(let version): (state, reason) = ("later", "version \(version)")
        case .unreadable(let words): (state, reason) = ("unreadable", words)
        }
        guard let record = stored.record else { return }
        (id, number, started) = (record.header.id, record.header.number, record.header.started)
        (archer, round, face) = (record.target?.archer, record.target?.round, record.target?.face)
        marks = record.marks.count
        clips = record.keptClips.map {
            // A record that somebody edited may contain any number, and JSON has none for some of them.
            Clip(number: $0.number, file: $0.file, seconds: $0.seconds.isFinite ? $0.seconds : nil, isLiked: $0.judgement.isLiked)
        }
        liked = record.likedClips.count
        (ends, arrows, total) = (record.countedEnds.count, record.arrowCount, record.total)
        (tens, innerTens, notes) = (record.tens, record.innerTens, record.notes)
    }
}

/// The result of a check, for another program.
struct CheckListing: Encodable {
    var isSound: Bool
    var sessions: Int
    var marks: Int
    var clips: Int
    var arrows: Int
    var faults: [String]
    var notes: [String]

    init(_ report: CardReport) {
        isSound = report.isSound
        (sessions, marks, clips, arrows) = (report.sessions, report.marks, report.clips, report.arrows)
        (faults, notes) = (report.faults, report.remarks)
    }
}

/// The result of a merge, for another program.
struct MergeListing: Encodable {
    var sessions: [MergeReport.Session]
    /// The things that aren't in the book, each with the reason.
    var left: [String]
    /// The pages and the index that couldn't be made anew.
    var problems: [String]

    init(_ report: MergeReport) {
        (sessions, left, problems) = (report.sessions, report.left, report.problems)
    }
}
