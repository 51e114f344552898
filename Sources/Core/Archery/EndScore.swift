// SPDX-License-Identifier: GPL-3.0-or-later

/// The score of one end's arrows.
public struct EndScore: Hashable, Sendable {
    /// An arrow with its score.
    public struct Entry: Hashable, Sendable {
        public var arrow: PlacedArrow
        /// The arrow's score, after the face's rule for two arrows in one spot.
        public var score: ArrowScore
        /// False if the end has more arrows than its round allows and this arrow is left out.
        public var counts: Bool
        /// The points that the arrow adds to the total.
        public var points: Int { counts ? score.points : 0 }
    }

    /// In the order of shooting.
    public let entries: [Entry]

    /// - Parameter most: the most arrows that count; `nil` in practice: all arrows count.
    /// - Precondition: each arrow's spot, and its ring if it has one, exist on the face.
    public init(_ arrows: [PlacedArrow], on face: Face, shaft: Length, most: Int? = nil) {
        var scores = arrows.map { arrow in
            precondition(face.spots.indices.contains(arrow.spot), "\(face.id) has no spot \(arrow.spot + 1)")
            return arrow.score(on: face, shaft: shaft)
        }
        if face.twoInASpot == .lowerCounts { Self.keepLowest(&scores, of: arrows) }
        let counting = Self.lowest(most, of: scores)
        entries = arrows.indices.map { Entry(arrow: arrows[$0], score: scores[$0], counts: counting.contains($0)) }
    }

    /// Returns the indices of the arrows that count. If an end has too many arrows, only the lowest count (World Archery Book 3, the
    /// chapter on scoring); of equal arrows, those shot first. A miss is the lowest, and so is an arrow that became a miss as the second
    /// one in its spot.
    private static func lowest(_ most: Int?, of scores: [ArrowScore]) -> Set<Int> {
        guard let most, most < scores.count else { return Set(scores.indices) }
        let sorted = scores.indices.sorted { (scores[$0].points, scores[$0].ring, $0) < (scores[$1].points, scores[$1].ring, $1) }
        return Set(sorted.prefix(most))
    }

    /// Turns all arrows of a spot but the lowest into misses (World Archery Book 3, the chapter on scoring indoors). An arrow that missed
    /// belongs to no spot.
    private static func keepLowest(_ scores: inout [ArrowScore], of arrows: [PlacedArrow]) {
        let placed = arrows.indices.filter { arrows[$0].isHit && scores[$0] != .miss }
        for (_, indices) in Dictionary(grouping: placed, by: { arrows[$0].spot }) where indices.count > 1 {
            let lowest = indices.min { (scores[$0].points, scores[$0].ring, $0) < (scores[$1].points, scores[$1].ring, $1) }
            for index in indices where index != lowest { scores[index] = .miss }
        }
    }

    public var total: Int { entries.reduce(0) { $0 + $1.points } }
    /// The number of arrows that count.
    public var arrows: Int { entries.count(where: \.counts) }
    /// True if some of the arrows don't count.
    public var hasTooMany: Bool { !entries.allSatisfy(\.counts) }
    /// The number of arrows in the inner ring.
    public var innerTens: Int { entries.count { $0.counts && Ring.isInner($0.score.label) } }
    /// The number of tens, including arrows in the inner ring.
    public var tens: Int { entries.count { $0.counts && ($0.score.ring == 10 || Ring.isInner($0.score.label)) } }
    public var misses: Int { entries.count { $0.counts && $0.score == .miss } }
    /// The average points of an arrow; `nil` before the first arrow.
    public var average: Double? { entries.isEmpty ? nil : Double(total) / Double(arrows) }

    /// The index of the lowest arrow that counts; `nil` before the first arrow. Equal arrows are ranked too: an arrow with a clip before an
    /// arrow without, then the farther out before the nearer.
    public var lowest: Int? {
        func rank(_ entry: Entry) -> (Int, Int, Int, Int64) {
            (entry.score.points, entry.score.ring, entry.arrow.clip == nil ? 1 : 0, -(entry.arrow.place?.distance.micrometres ?? 0))
        }
        return entries.indices.filter { entries[$0].counts }.min { rank(entries[$0]) < rank(entries[$1]) }
    }

    /// The arrows from high to low, as on a scorecard: X before 10, M last, equal arrows in the order of shooting. Arrows that don't count
    /// come last.
    public var scorecard: [Entry] {
        entries.sorted { one, other in
            if one.counts != other.counts { return one.counts }
            if one.score.points != other.score.points { return one.score.points > other.score.points }
            if one.score.ring != other.score.ring { return one.score.ring > other.score.ring }
            return one.arrow.number < other.arrow.number
        }
    }
}
