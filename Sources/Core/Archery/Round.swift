// SPDX-License-Identifier: GPL-3.0-or-later

/// A round: so many arrows at each of some distances. A round is data; free practice is none.
public struct Round: Hashable, Sendable, Identifiable {
    /// `wa_70`: what files and the command line call it.
    public var id: String
    public var name: String
    /// In the order they are shot.
    public var stages: [Stage]

    /// One distance of a round.
    public struct Stage: Hashable, Sendable {
        public var distance: Distance
        /// The id of its face.
        public var face: String
        public var ends: Int
        public var arrowsPerEnd: Int

        public init(_ distance: Distance, face: String, ends: Int, arrowsPerEnd: Int) {
            self.distance = distance
            self.face = face
            self.ends = ends
            self.arrowsPerEnd = arrowsPerEnd
        }

        public var arrows: Int { ends * arrowsPerEnd }
    }

    public enum Distance: Hashable, Sendable, CustomStringConvertible {
        case metres(Int)
        case yards(Int)

        public var description: String {
            switch self {
            case .metres(let metres): "\(metres) m"
            case .yards(let yards): "\(yards) yd"
            }
        }
    }

    public init(id: String, name: String, stages: [Stage]) {
        self.id = id
        self.name = name
        self.stages = stages
    }

    public var arrows: Int { stages.reduce(0) { $0 + $1.arrows } }
    public var ends: Int { stages.reduce(0) { $0 + $1.ends } }

    /// How many arrows an end has that is shot at this distance, as a record names it. Where the record doesn't say, all ends have to be alike.
    func arrowsPerEnd(at distance: String?) -> Int? {
        if let stage = stages.first(where: { "\($0.distance)" == distance }) { return stage.arrowsPerEnd }
        return Set(stages.map(\.arrowsPerEnd)).count == 1 ? stages.first?.arrowsPerEnd : nil
    }

    /// The most that can be scored.
    public var maximum: Int {
        stages.reduce(0) { $0 + $1.arrows * (FaceCatalog.face($1.face)?.rings.first?.points ?? 0) }
    }

    /// Where its next end is shot, and which end of that distance it is, from 1.
    /// - Parameter ends: how many were shot.
    /// - Returns: `nil` when the round is over.
    public func stage(afterEnds ends: Int) -> (stage: Stage, end: Int)? {
        var before = ends
        for stage in stages {
            if before < stage.ends { return (stage, before + 1) }
            before -= stage.ends
        }
        return nil
    }
}
