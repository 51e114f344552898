// SPDX-License-Identifier: GPL-3.0-or-later

/// A round: a number of arrows at each of its distances. A round is only data. Free practice has no round.
public struct Round: Hashable, Sendable, Identifiable {
    /// The name in files and on the command line, such as `wa_70`.
    public var id: String
    public var name: String
    /// The distances in the order in which they are shot.
    public var stages: [Stage]

    /// One distance of a round.
    public struct Stage: Hashable, Sendable {
        public var distance: Distance
        /// The id of the face that is shot at.
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

    /// The distance from the shooting line to the target, in the unit of the round's rule book.
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

    /// Returns the metres of a distance as a session's record names it, such as `70 m` or `60 yd`.
    /// - Returns: `nil` if it is no distance over which somebody shoots.
    package static func metres(ofDistance text: String) -> Double? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let number = Double(parts[0]), (1...1000).contains(number) else { return nil }
        return switch parts[1] {
        case "m": number
        case "yd": number * 0.9144
        default: nil
        }
    }

    public init(id: String, name: String, stages: [Stage]) {
        self.id = id
        self.name = name
        self.stages = stages
    }

    public var arrows: Int { stages.reduce(0) { $0 + $1.arrows } }
    public var ends: Int { stages.reduce(0) { $0 + $1.ends } }

    /// Returns the number of arrows in an end at a distance, named as in a session's record. If no stage has that distance, all ends must
    /// have the same number; otherwise the result is `nil`.
    func arrowsPerEnd(at distance: String?) -> Int? {
        if let stage = stages.first(where: { "\($0.distance)" == distance }) { return stage.arrowsPerEnd }
        return Set(stages.map(\.arrowsPerEnd)).count == 1 ? stages.first?.arrowsPerEnd : nil
    }

    /// The highest possible score.
    public var maximum: Int {
        stages.reduce(0) { $0 + $1.arrows * (FaceCatalog.face($1.face)?.rings.first?.points ?? 0) }
    }

    /// Returns the stage of the next end, and the end's number at that distance, from 1.
    /// - Parameter ends: the number of ends that were shot.
    /// - Returns: `nil` if the round is over.
    public func stage(afterEnds ends: Int) -> (stage: Stage, end: Int)? {
        var before = ends
        for stage in stages {
            if before < stage.ends { return (stage, before + 1) }
            before -= stage.ends
        }
        return nil
    }
}
