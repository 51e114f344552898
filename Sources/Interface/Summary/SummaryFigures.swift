// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What an end comes to, and its round (or in free practice its session) up to it: each with the name of what it counts.
struct SummaryFigures: Hashable, Sendable {
    /// What counts together.
    struct Scope: Hashable, Sendable {
        /// "End 3", "Round after 3 ends".
        let title: String
        let points: Int
        /// `nil` where no face of it has such a ring.
        let innerTens: Int?
        /// What these are called: `X`, `11`; `nil` as above.
        let innerLabel: String?
        /// Arrows that count ten, those in the inner ten among them; `nil` as above.
        let tens: Int?
        /// Points an arrow; `nil` before the first.
        let average: Double?
        /// Arrows whose place on the shown end's face is known.
        let placed: [PlacedArrow]

        fileprivate init(_ title: String, _ sum: EndSum, of ends: [EndRecord], face: Face) {
            self.title = title
            points = sum.points
            let faces = ends.map(\.face)
            innerLabel = faces.innerLabel
            innerTens = faces.contains(where: \.hasInnerTen) ? sum.innerTens : nil
            tens = faces.contains { $0.rings.contains { $0.code == 10 } } ? sum.tens : nil
            average = sum.average
            // Millimetres on another face tell something else.
            placed = ends.filter { $0.face == face }.flatMap(\.arrows).filter { $0.place != nil }
        }

        /// How its arrows lie together; `nil` of fewer than two.
        var group: ArrowGroup? { placed.count > 1 ? ArrowGroup(placed) : nil }

        /// "X 3", "10s 7": what belongs to the points.
        var counts: [String] {
            [
                innerTens.flatMap { count in innerLabel.map { Strings.Summary.count($0, count) } },
                tens.map { Strings.Summary.count(Strings.Summary.tens, $0) },
            ].compactMap { $0 }
        }
    }

    let end: Scope
    /// `nil` of a session's only end.
    let whole: Scope?

    init(_ end: EndRecord, in book: ScoreBook) {
        let scope = EndScope(end, in: book)
        self.end = Scope(scope.name, EndSum(of: end), of: [end], face: end.face)
        let ends = scope.ends(through: scope.number)
        whole = scope.count > 1 && !end.isPractice ? Scope(scope.title(afterEnds: scope.number), EndSum(ends), of: ends, face: end.face) : nil
    }
}
