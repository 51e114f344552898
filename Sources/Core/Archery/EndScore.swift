// SPDX-License-Identifier: GPL-3.0-or-later

/// What the arrows of one end score together.
public struct EndScore: Hashable, Sendable {
    /// An arrow with what it counts.
    public struct Entry: Hashable, Sendable {
        public var arrow: PlacedArrow
        /// What it scored.
        public var score: ArrowScore
        /// `false` for an arrow beyond the number that an end of its round has.
        public var counts: Bool
        /// What it adds to the total.
        public var points: Int { counts ? score.points : 0 }
    }

    /// In the order of shooting.
    public let entries: [Entry]

    /// - Parameter most: how many arrows count at most; `nil` in practice: all do.
    /// - Precondition: each arrow's spot is one of the face's, and so is the ring of an arrow that has one.
    public init(_ arrows: [PlacedArrow], on face: Face, shaft: Length, most: Int? = nil) {
        var scores = arrows.map { arrow in
            precondition(face.spots.indices.contains(arrow.spot), "\(face.id) has no spot \(arrow.spot + 1)")
            return arrow.score(on: face, shaft: shaft)
        }
        if face.twoInASpot == .lowerCounts { Self.keepLowest(&scores, of: arrows) }
        let counting = Self.lowest(most, of: scores)
        entries = arrows.indices.map { Entry(arrow: arrows[$0], score: scores[$0], counts: counting.contains($0)) }
    }

    /// Of more arrows than an end has only the lowest count (World Archery Book 3, the chapter on scoring); of equal ones the first that
    /// were shot. A miss is the lowest, also one that lies second in its spot.
    private static func lowest(_ most: Int?, of scores: [ArrowScore]) -> Set<Int> {
        guard let most, most < scores.count else { return Set(scores.indices) }
        let sorted = scores.indices.sorted { (scores[$0].points, scores[$0].ring, $0) < (scores[$1].points, scores[$1].ring, $1) }
        return Set(sorted.prefix(most))
    }

    /// Only the lowest arrow of a spot counts, the others are misses (World Archery Book 3, the chapter on scoring indoors). A
    /// miss lies in no spot.
    private static func keepLowest(_ scores: inout [ArrowScore], of arrows: [PlacedArrow]) {
        let placed = arrows.indices.filter { arrows[$0].isHit && scores[$0] != .miss }
        for (_, indices) in Dictionary(grouping: placed, by: { arrows[$0].spot }) where indices.count > 1 {
            let lowest = indices.min { (scores[$0].points, scores[$0].ring, $0) < (scores[$1].points, scores[$1].ring, $1) }
            for index in indices where index != lowest { scores[index] = .miss }
        }
    }

    public var total: Int { entries.reduce(0) { $0 + $1.points } }
    /// How many arrows count.
    public var arrows: Int { entries.count(where: \.counts) }
    /// Some of its arrows don't count.
    public var hasTooMany: Bool { !entries.allSatisfy(\.counts) }
    /// Arrows in the inner ring.
    public var innerTens: Int { entries.count { $0.counts && Ring.isInner($0.score.label) } }
    /// Arrows that count ten, those in the inner ten among them.
    public var tens: Int { entries.count { $0.counts && ($0.score.ring == 10 || Ring.isInner($0.score.label)) } }
    public var misses: Int { entries.count { $0.counts && $0.score == .miss } }
    /// Points an arrow; `nil` before the first.
    public var average: Double? { entries.isEmpty ? nil : Double(total) / Double(arrows) }

    /// High to low, as on a scorecard: X before 10, M last, equal ones in the order of shooting; behind them those that don't count.
    public var scorecard: [Entry] {
        entries.sorted { one, other in
            if one.counts != other.counts { return one.counts }
            if one.score.points != other.score.points { return one.score.points > other.score.points }
            if one.score.ring != other.score.ring { return one.score.ring > other.score.ring }
            return one.arrow.number < other.arrow.number
        }
    }
}
