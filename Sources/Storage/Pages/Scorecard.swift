// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The ends of a session as on a scorecard: arrows high to low, end totals, the running total.
struct Scorecard {
    /// One for each distance and face, in the order they were shot.
    var stages: [Stage]
    var countsX: Bool
    /// What the inner ring is called: `X`, `11`.
    var innerName: String
    var countsTens: Bool
    var tensName: String
    var sum: Int
    var sumOfTens: Int
    var sumOfX: Int
    /// Columns before the totals, for the sum's row.
    let span = 2

    struct Stage {
        /// `nil` where there is only one.
        var stageName: String?
        var lines: [Line]
        var stageTotal: Int
        /// How wide its name's row is.
        var width: Int
    }

    struct Line {
        var endName: String
        var endLink: String
        var chips: [ScoreChip]
        var lineTotal: Int
        var running: Int
        var tens: Int
        var innerTens: Int
    }

    /// - Parameter ends: in the order they were shot.
    init(_ ends: [EndRecord]) {
        let innerLabel = ends.map(\.face).innerLabel
        countsX = innerLabel != nil
        innerName = innerLabel ?? ""
        countsTens = ends.contains(where: \.face.hasTen)
        tensName = SessionScore.tens(ends)
        let width = 4 + (countsX ? 1 : 0) + (countsTens ? 1 : 0)
        (sum, sumOfTens, sumOfX, stages) = (0, 0, 0, [])
        var names: [String] = []
        for (index, end) in ends.enumerated() {
            let score = end.score
            sum += score.total
            sumOfTens += score.tens
            sumOfX += score.innerTens
            let line = Line(
                endName: "\(end.number)", endLink: "#end-\(index + 1)",
                chips: score.scorecard.map { ScoreChip($0.score, on: end.face) }, lineTotal: score.total, running: sum,
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
