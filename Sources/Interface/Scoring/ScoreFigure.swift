// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One of the figures under the score: what it counts, and how many.
struct ScoreFigure: Hashable, Sendable {
    var title: String
    var value: String

    /// Of the arrows that are placed, and of the session where it has more ends.
    static func of(_ end: EndRecord, in book: ScoreBook) -> [ScoreFigure] {
        let score = end.score
        var figures = [ScoreFigure(title: Strings.Score.total, value: "\(score.total)")]
        if let label = end.face.innerLabel { figures.append(ScoreFigure(title: label, value: "\(score.innerTens)")) }
        if end.face.hasTen { figures.append(ScoreFigure(title: Strings.Score.tens, value: "\(score.tens)")) }
        figures.append(ScoreFigure(title: Strings.Score.average, value: score.average.map(hundredths) ?? "–"))
        if book.ends.count > 1 {
            let title = end.round == nil ? Strings.Score.session : Strings.Score.round
            figures.append(ScoreFigure(title: title, value: "\(total(of: book, with: end))"))
        }
        return figures
    }

    /// An end of a round is added to that round's ends alone.
    private static func total(of book: ScoreBook, with end: EndRecord) -> Int {
        book.ends.filter { $0.round == end.round || end.round == nil }.reduce(0) { $0 + $1.score.total }
    }

    /// As wide as they get: room is kept for it.
    static func widest(on face: Face) -> [ScoreFigure] {
        let titles = [Strings.Score.total] + (face.innerLabel.map { [$0] } ?? []) + (face.hasTen ? [Strings.Score.tens] : [])
        return titles.map { ScoreFigure(title: $0, value: $0 == Strings.Score.total ? "888" : "88") }
            + [ScoreFigure(title: Strings.Score.average, value: "88.88"), ScoreFigure(title: Strings.Score.session, value: "8888")]
    }
}

extension Face {
    fileprivate var hasTen: Bool { rings.contains { $0.code == 10 } }
}
