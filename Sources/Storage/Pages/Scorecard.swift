// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The counted ends of a session as on a scorecard: arrows from high to low, end totals, the running total.
struct Scorecard {
    /// One stage for each distance and face, in the order of shooting.
    var stages: [Stage]
    var countsX: Bool
    /// The name of the inner ring: `X`, `11`.
    var innerName: String
    var countsTens: Bool
    var tensName: String
    var sum: Int
    var sumOfTens: Int
    var sumOfX: Int
    /// The number of columns before the totals, for the sum's row.
    let span = 2

    struct Stage {
        /// `nil` if there is only one stage.
        var stageName: String?
        var lines: [Line]
        var stageTotal: Int
        /// The width of the row with its name, in columns.
        var width: Int
    }

    struct Line {
        var endName: String
        var endLink: String
        var chips: [ScoreCell]
        var lineTotal: Int
        var running: Int
        var tens: Int
        var innerTens: Int
    }

    /// - Parameter record: a record with an end that counts.
    init(_ record: SessionRecord) {
        let ends = record.countedEnds
        let innerLabel = ends.map(\.face).innerLabel
        countsX = innerLabel != nil
        innerName = innerLabel ?? ""
        countsTens = ends.contains(where: \.face.hasTen)
        tensName = SessionScore.tens(ends)
        let width = 4 + (countsX ? 1 : 0) + (countsTens ? 1 : 0)
        (sum, sumOfTens, sumOfX) = (record.total, record.tens, record.innerTens)
        var running = 0
        stages = []
        var names: [String] = []
        for (index, end) in record.ends.enumerated() where !end.isPractice {
            let score = end.score
            running += score.total
            let line = Line(
                endName: "\(record.ends.place(of: end))", endLink: "#end-\(index + 1)",
                chips: score.scorecard.map { ScoreCell($0, on: end.face) }, lineTotal: score.total, running: running,
                tens: score.tens, innerTens: score.innerTens)
            let name = [end.distance ?? "", end.face.name].map(PageText.line).filter { !$0.isEmpty }.joined(separator: ", ")
            if names.last != name {
                names.append(name)
                stages.append(Stage(stageName: name, lines: [], stageTotal: 0, width: width))
            }
            stages[stages.count - 1].lines.append(line)
            stages[stages.count - 1].stageTotal += score.total
        }
        if stages.count == 1 { stages[0].stageName = nil }
    }
}
