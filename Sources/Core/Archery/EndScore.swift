// SPDX-License-Identifier: GPL-3.0-or-later

/// What the arrows of one end score together.
public struct EndScore: Hashable, Sendable {
    /// An arrow with what it counts.
    public struct Entry: Hashable, Sendable {
        public var arrow: PlacedArrow
        public var score: ArrowScore
    }

    /// In the order of shooting.
    public let entries: [Entry]

    /// - Precondition: each arrow's spot is one of the face's, and so is the ring of an arrow that has one.
    public init(_ arrows: [PlacedArrow], on face: Face, shaft: Length) {
        var scores = arrows.map { arrow in
            precondition(face.spots.indices.contains(arrow.spot), "\(face.id) has no spot \(arrow.spot + 1)")
            return arrow.score(on: face, shaft: shaft)
        }
        if face.twoInASpot == .lowerCounts { Self.keepLowest(&scores, of: arrows) }
        entries = zip(arrows, scores).map { Entry(arrow: $0, score: $1) }
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

    public var total: Int { entries.reduce(0) { $0 + $1.score.points } }
    /// Arrows in the inner ring.
    public var innerTens: Int { entries.count { Ring.isInner($0.score.label) } }
    /// Arrows that count ten, those in the inner ten among them.
    public var tens: Int { entries.count { $0.score.ring == 10 || Ring.isInner($0.score.label) } }
    public var misses: Int { entries.count { $0.score == .miss } }
    /// Points an arrow; `nil` before the first.
    public var average: Double? { entries.isEmpty ? nil : Double(total) / Double(entries.count) }

    /// High to low, as on a scorecard: X before 10, M last, equal ones in the order of shooting.
    public var scorecard: [Entry] {
        entries.sorted { one, other in
            if one.score.points != other.score.points { return one.score.points > other.score.points }
            if one.score.ring != other.score.ring { return one.score.ring > other.score.ring }
            return one.arrow.number < other.arrow.number
        }
    }
}
