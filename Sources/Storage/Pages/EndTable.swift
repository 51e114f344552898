// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The score of an arrow, in the colour of its ring.
struct ScoreCell {
    var label: String
    /// A class of the stylesheet.
    var ring: String

    /// Makes the chip of an arrow in an end: struck out if the arrow is one too many.
    init(_ entry: EndScore.Entry, on face: Face) {
        self.init(entry.score, on: face)
        if !entry.counts { ring += " uncounted" }
    }

    init(_ score: ArrowScore, on face: Face) {
        label = PageText.cut(PageText.line(score.label), to: 8)
        ring = face.rings.first { $0.label == score.label }.map { "\($0.color)" } ?? "miss"
    }
}

/// An end of a session, arrow by arrow in the order of shooting.
struct EndTable {
    var name: String
    /// The table's caption.
    var tableCaption: String
    var id: String
    var endTotal: Int
    var rows: [Row]
    /// True if the face has several spots, so that the spot is worth showing.
    var hasSpots: Bool
    /// `nil` if the session has a single end, because its picture is the session's.
    var figure: TargetFigure?
    /// The end's irregularity: unscored, not finished, practice, too many arrows.
    var remark: String?
    var hasRows: Bool

    struct Row {
        var number: Int
        var rowID: String
        var chip: ScoreCell
        var points: Int
        /// The spot, from 1; `nil` on a face with one spot.
        var spot: Int?
        /// The position of the hit as archers say it; `nil` for an arrow that was called a miss.
        var position: String?
        /// The coordinates in millimetres from the spot's centre; `nil` if nobody measured them.
        var coordinates: String?
        var clip: Link?
        /// The words for an arrow whose clip was deleted.
        var clipRemark: String?
    }

    struct Link {
        var target: String
        var linkWords: String
    }

    init(_ record: SessionRecord, at index: Int) {
        let end = record.ends[index]
        let clips = Set(record.keptClips.map(\.number))
        let deleted = Set(record.clips.filter(\.isDeleted).map(\.number))
        let hasSpots = end.face.spots.count > 1
        let distance = PageText.cut(PageText.line(end.distance ?? ""), to: 40)
        let number = record.ends.name(of: end)
        name = distance.isEmpty ? number : Strings.Page.end(number, at: distance)
        tableCaption = Strings.Page.caption(name)
        id = "end-\(index + 1)"
        let score = end.score
        endTotal = score.total
        self.hasSpots = hasSpots
        rows = score.entries.enumerated().map { place, entry in
            let arrow = entry.arrow
            return Row(
                number: arrow.number, rowID: "arrow-\(index + 1)-\(place + 1)", chip: ScoreCell(entry, on: end.face),
                points: entry.points, spot: hasSpots ? arrow.spot + 1 : nil,
                position: PageNumber.position(of: arrow) ?? (arrow.isHit ? Strings.Page.byRing : nil),
                coordinates: arrow.measured.map {
                    "\(PageNumber.signed($0.x.millimetres, places: 1)), \(PageNumber.signed($0.y.millimetres, places: 1))"
                },
                clip: arrow.clip.flatMap { clips.contains($0) ? Link(target: "#clip-\($0)", linkWords: Strings.Page.clip($0)) : nil },
                clipRemark: arrow.clip.flatMap { deleted.contains($0) ? Strings.Page.clipDeleted($0) : nil })
        }
        hasRows = !rows.isEmpty
        figure = record.ends.count > 1 && !end.arrows.isEmpty ? .one(of: end, id: id, clips: clips) : nil
        let unfinished = end.arrows.isEmpty ? Strings.Page.notScoredRemark : end.isDone ? nil : Strings.Page.notFinished
        let tooMany = score.hasTooMany ? end.arrowsAsked.map(Strings.Page.tooMany) : nil
        remark = end.isPractice ? Strings.Page.practiceRemark : unfinished ?? tooMany
    }
}
