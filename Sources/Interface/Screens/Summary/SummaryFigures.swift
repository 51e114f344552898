// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The totals of an end, and of its round (in free practice: its session) up to it, each with the name of what it counts.
struct SummaryFigures: Hashable, Sendable {
    /// The ends that count together.
    struct Scope: Hashable, Sendable {
        /// "End 3", "Round after 3 ends".
        let title: String
        let points: Int
        /// The number of inner tens; `nil` if none of the faces has such a ring.
        let innerTens: Int?
        /// The label of the inner ten, `X` or `11`; `nil` as above.
        let innerLabel: String?
        /// The number of arrows that count ten, including the inner tens; `nil` if none of the faces has a ten.
        let tens: Int?
        /// The points for each arrow; `nil` before the first arrow.
        let average: Double?
        /// The totals of its ends that have arrows.
        let totals: [Int]
        /// The arrows with a known position on the face of the shown end.
        let placed: [PlacedArrow]

        fileprivate init(_ title: String, _ sum: EndSum, of ends: [EndRecord], face: Face) {
            self.title = title
            points = sum.points
            let faces = ends.map(\.face)
            innerLabel = faces.innerLabel
            innerTens = faces.contains(where: \.hasInnerTen) ? sum.innerTens : nil
            tens = faces.contains { $0.rings.contains { $0.code == 10 } } ? sum.tens : nil
            average = sum.average
            totals = ends.filter { !$0.arrows.isEmpty }.map(\.score.total)
            // Millimetres on another face can't be compared.
            placed = ends.filter { $0.face == face }.flatMap(\.arrows).filter { $0.place != nil }
        }

        /// The group of its arrows; `nil` if there are too few for one.
        var group: ArrowGroup? { ArrowGroup(placed) }

        /// The counts that belong to the points: "X: 3", "10s: 7".
        var counts: [String] {
            [
                innerTens.flatMap { count in innerLabel.map { Strings.Summary.count($0, count) } },
                tens.map { Strings.Summary.count(Strings.Summary.tens, $0) },
            ].compactMap { $0 }
        }
    }

    let end: Scope
    /// The totals of the whole; `nil` if the end is the session's only one.
    let whole: Scope?

    init(_ end: EndRecord, in book: ScoreBook) {
        let scope = EndScope(end, in: book)
        self.end = Scope(scope.name, EndSum(of: end), of: [end], face: end.face)
        let ends = scope.ends(through: scope.number)
        whole = scope.count > 1 && !end.isPractice ? Scope(scope.title(afterEnds: scope.number), EndSum(ends), of: ends, face: end.face) : nil
    }
}
