// SPDX-License-Identifier: GPL-3.0-or-later

/// The figures of several sessions together. The pages of archers and the list of sessions on the TV both show these.
package struct SeasonSum: Hashable, Sendable {
    /// The face and the distance of a group. Groups on another face, or over another distance, can't be compared with it.
    package struct Target: Hashable, Sendable {
        package let face: String
        package let faceName: String
        package let distance: String?

        fileprivate init?(_ session: SessionSummary) {
            guard session.grouped > 0, session.groupMillimetres != nil, let face = session.faceID else { return nil }
            (self.face, faceName, distance) = (face, session.faceName ?? face, session.distance)
        }

        /// `70 m, WA 122 cm`.
        package var words: String { [distance, faceName].compactMap { $0 }.joined(separator: ", ") }
    }

    package let sessions: Int
    /// The number of arrows that count.
    package let arrows: Int
    package let points: Int
    package let clips: Int
    package let innerTens: Int
    /// The number of arrows on faces that have an inner ten.
    private let innerArrows: Int
    /// The face and the distance of `group`: those on which the most arrows were placed; `nil` without a group.
    package let target: Target?
    /// The mean of the groups' mean radii on the target, in millimetres, each session with the weight of its arrows.
    package let group: Double?
    /// The mean hold over all shots whose hold is known, in seconds.
    package let hold: Double?

    /// - Parameters:
    ///   - sessions: in any order.
    ///   - target: the target of the group, so that several sums can be compared; `nil`: the one on which the most arrows were placed.
    package init(_ sessions: some Sequence<SessionSummary>, on target: Target? = nil) {
        // In one order, because sums of decimals depend on it.
        let all = sessions.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
        self.sessions = all.count
        arrows = all.reduce(0) { $0 + $1.arrows }
        points = all.reduce(0) { $0 + $1.total }
        clips = all.reduce(0) { $0 + $1.clips }
        innerTens = all.reduce(0) { $0 + $1.innerTens }
        innerArrows = all.reduce(0) { $0 + ($1.hasInnerTen ? $1.arrows : 0) }
        var placed: [Target: Int] = [:]
        for session in all { Target(session).map { placed[$0, default: 0] += session.grouped } }
        let most = target ?? placed.min { ($1.value, $0.key.words, $0.key.face) < ($0.value, $1.key.words, $1.key.face) }?.key
        self.target = most
        group = Self.mean(all.filter { Target($0) == most }.map { ($0.groupMillimetres, $0.grouped) })
        hold = Self.mean(all.map { ($0.holdSeconds, $0.holds) })
    }

    /// The average points of an arrow; `nil` without an arrow.
    package var average: Double? { arrows == 0 ? nil : Double(points) / Double(arrows) }
    /// The share of the arrows that lie in the inner ten, 0…1; `nil` if no face has one.
    package var innerShare: Double? { innerArrows == 0 ? nil : min(1, Double(innerTens) / Double(innerArrows)) }

    private static func mean(_ values: [(Double?, Int)]) -> Double? {
        var (sum, count) = (0.0, 0)
        for case (let value?, let weight) in values where weight > 0 {
            sum += value * Double(weight)
            count += weight
        }
        return count == 0 ? nil : sum / Double(count)
    }
}

extension SessionSummary {
    /// True if inner tens are counted on its face. A club's own face isn't in the catalogue, and its tens show that it has them.
    package var hasInnerTen: Bool { arrows > 0 && (innerTens > 0 || faceID.flatMap(FaceCatalog.face)?.innerLabel != nil) }
}
