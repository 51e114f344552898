// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What an end and its session come to.
struct SummaryFigures: Hashable, Sendable {
    /// An end in the table of ends.
    struct Row: Hashable, Sendable {
        var number: Int
        /// `nil` while it isn't scored.
        var total: Int?
        /// Of this end and all before it.
        var running: Int
    }

    let endTotal: Int
    /// Of all ends up to this one.
    let runningTotal: Int
    /// Of the whole session; `nil` where no face of it has such a ring.
    let innerTens: Int?
    /// What these are called: `X`, `11`; `nil` as above.
    let innerLabel: String?
    /// Arrows that count ten, those in the inner ten among them; `nil` as above.
    let tens: Int?
    /// Points an arrow, over the session; `nil` before the first.
    let average: Double?
    let rows: [Row]

    init(_ end: EndRecord, in book: ScoreBook) {
        let scores = book.ends.map { ($0, $0.score) }
        var running = 0
        rows = scores.map { end, score in
            running += score.total
            return Row(number: end.number, total: end.arrows.isEmpty ? nil : score.total, running: running)
        }
        endTotal = end.score.total
        runningTotal = rows.first { $0.number == end.number }?.running ?? endTotal
        let faces = book.ends.map(\.face)
        innerLabel = faces.innerLabel
        innerTens = faces.contains(where: \.hasInnerTen) ? scores.reduce(0) { $0 + $1.1.innerTens } : nil
        tens = faces.contains { $0.rings.contains { $0.code == 10 } } ? scores.reduce(0) { $0 + $1.1.tens } : nil
        average = book.arrowCount == 0 ? nil : Double(book.total) / Double(book.arrowCount)
    }
}
