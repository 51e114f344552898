// SPDX-License-Identifier: GPL-3.0-or-later

/// One scored end of a session: its arrows with their positions, and the clip that shows each arrow.
///
/// The positions are stored; the scores are computed from them, the face and the shaft.
public struct EndRecord: Hashable, Sendable {
    /// Its number within its session, from 1.
    public var number: Int
    public var face: Face
    /// The shaft's diameter.
    public var shaft: Length
    /// The id of the round it belongs to; `nil` in free practice.
    public var round: String?
    /// The shooting distance, for people: `70 m`; `nil` in free practice.
    public var distance: String?
    /// The numbers of the clips that were marked in it, as far as their marks count.
    public var clips: [Int]
    /// The numbers of the clips that the box marked by itself while it was shot and that nobody has confirmed: they are no arrows.
    public var detected: [Int]
    /// Its arrows, in the order of shooting.
    public var arrows: [PlacedArrow]
    /// True if it was saved as done, or skipped; false if a power cut interrupted it.
    public var isDone: Bool
    /// True if it doesn't count in the round or the session: an end of sighters. It has no round.
    public var isPractice: Bool

    /// True if it was shot and not scored: somebody went on without its score, which can be entered later.
    package var isSkipped: Bool { isDone && arrows.isEmpty }
    /// True if it has no arrow yet, nobody skipped it and it isn't practice: the next marks belong to it.
    package var isOpen: Bool { !isDone && arrows.isEmpty && !isPractice }
    /// The number of arrows in an end of its round: no more of them count. `nil` in practice, where all arrows count.
    package var arrowsAsked: Int? { round.flatMap(RoundCatalog.round)?.arrowsPerEnd(at: distance) }

    /// Returns true if the arrow lies inside the rings of a spot.
    package func hits(_ arrow: PlacedArrow) -> Bool { arrow.isHit && arrow.score(on: face, shaft: shaft) != .miss }

    public init(
        number: Int, face: Face, shaft: Length, round: String? = nil, distance: String? = nil, clips: [Int],
        detected: [Int] = [], arrows: [PlacedArrow] = [], isDone: Bool = false, isPractice: Bool = false
    ) {
        self.detected = detected
        self.number = number
        self.face = face
        self.shaft = shaft
        self.round = round
        self.distance = distance
        self.clips = clips
        self.arrows = arrows
        self.isDone = isDone
        self.isPractice = isPractice
    }

    /// The score of its arrows, also of a practice end. The total of several ends is an `EndSum`.
    public var score: EndScore { EndScore(arrows, on: face, shaft: shaft, most: arrowsAsked) }
    /// Returns the points that one of its arrows adds to the session's total.
    public func points(of entry: EndScore.Entry) -> Int { isPractice ? 0 : entry.points }
    public var group: ArrowGroup? { ArrowGroup(arrows) }
}

/// The form in `session.json` and in the journal. Positions are in micrometres from the sheet's centre, and also as 0…1 across the spot's
/// scoring diameter from its top left; an arrow beside the spot lies outside 0…1. An arrow's score is written for people who read the file;
/// it isn't read back.
extension EndRecord: Codable {
    private struct Arrow: Codable {
        var number: Int
        var clip: Int?
        /// From 1.
        var spot: Int
        var xMicrometres: Int64?
        var yMicrometres: Int64?
        var x: Double?
        var y: Double?
        /// The ring of an arrow that was scored by its ring and has no position: from 1, the innermost. Since version 3.
        var calledRing: Int?
        /// The means by which the position was given: `ring`, `hour` or `point`. Older records lack it, and their positions count as points.
        var placedBy: String?
        var label: String?
        var score: Int?
        var ring: Int?
        /// Only `false` is written.
        var counts: Bool?
    }

    private enum Key: String, CodingKey {
        case number, face, shaftMillimetres, round, distance, clips, detected, arrows, isDone, isPractice, total
    }

    /// The largest coordinate of an arrow from the sheet's centre, in micrometres.
    private static let reach: Int64 = 100_000_000
    /// The most arrows that an end may have.
    package static let mostArrows = 1000
    static let mostEnds = 10_000

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func refuse(_ key: Key, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: fields, debugDescription: reason)
        }
        number = try fields.decode(Int.self, forKey: .number)
        guard (1...Self.mostEnds).contains(number) else { throw refuse(.number, "there is no end \(number)") }
        let face = try fields.decode(Face.self, forKey: .face)
        self.face = face
        let millimetres = try fields.decode(Double.self, forKey: .shaftMillimetres)
        guard (0...100).contains(millimetres) else { throw refuse(.shaftMillimetres, "no shaft is \(millimetres) mm thick") }
        shaft = Length(millimetres: millimetres)
        round = try fields.decodeIfPresent(String.self, forKey: .round)
        distance = try fields.decodeIfPresent(String.self, forKey: .distance)
        clips = try fields.decodeIfPresent([Int].self, forKey: .clips) ?? []
        detected = try fields.decodeIfPresent([Int].self, forKey: .detected) ?? []
        isDone = try fields.decode(Bool.self, forKey: .isDone)
        isPractice = try fields.decodeIfPresent(Bool.self, forKey: .isPractice) ?? false
        let arrows = try fields.decode([Arrow].self, forKey: .arrows)
        guard arrows.count <= Self.mostArrows else { throw refuse(.arrows, "an end has no \(arrows.count) arrows") }
        self.arrows = try arrows.map { arrow in
            guard (1...Self.mostArrows).contains(arrow.number) else { throw refuse(.arrows, "there is no arrow \(arrow.number)") }
            guard (1...face.spots.count).contains(arrow.spot) else { throw refuse(.arrows, "\(face.id) has no spot \(arrow.spot)") }
            var place: FacePoint?
            if let x = arrow.xMicrometres, let y = arrow.yMicrometres {
                guard (-Self.reach...Self.reach).contains(x), (-Self.reach...Self.reach).contains(y) else {
                    throw refuse(.arrows, "arrow \(arrow.number) lies on no sheet")
                }
                place = FacePoint(x: Length(micrometres: x), y: Length(micrometres: y)).relative(to: face.spots[arrow.spot - 1])
            }
            if let ring = arrow.calledRing, place == nil {
                guard (1...face.rings.count).contains(ring) else { throw refuse(.arrows, "\(face.id) has no ring \(ring)") }
                return PlacedArrow(number: arrow.number, spot: arrow.spot - 1, ring: ring - 1, clip: arrow.clip)
            }
            return PlacedArrow(
                number: arrow.number, spot: arrow.spot - 1, place: place, isByHour: arrow.placedBy == PlacedArrow.Placing.hour.rawValue,
                clip: arrow.clip)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(number, forKey: .number)
        try fields.encode(face, forKey: .face)
        try fields.encode(shaft.millimetres, forKey: .shaftMillimetres)
        try fields.encodeIfPresent(round, forKey: .round)
        try fields.encodeIfPresent(distance, forKey: .distance)
        try fields.encode(clips, forKey: .clips)
        if !detected.isEmpty { try fields.encode(detected, forKey: .detected) }
        try fields.encode(isDone, forKey: .isDone)
        if isPractice { try fields.encode(true, forKey: .isPractice) }
        let score = score
        try fields.encode(isPractice ? 0 : score.total, forKey: .total)
        try fields.encode(
            score.entries.map { entry in
                let arrow = entry.arrow
                let onSheet = arrow.place?.absolute(from: face.spots[arrow.spot])
                let share = arrow.place?.share(of: face.scoringDiameter)
                return Arrow(
                    number: arrow.number, clip: arrow.clip, spot: arrow.spot + 1, xMicrometres: onSheet?.x.micrometres,
                    yMicrometres: onSheet?.y.micrometres, x: share?.x, y: share?.y,
                    calledRing: arrow.ring.map { $0 + 1 }, placedBy: arrow.placedBy?.rawValue, label: entry.score.label,
                    score: points(of: entry), ring: entry.score.ring,
                    counts: entry.counts && !isPractice ? nil : false)
            }, forKey: .arrows)
    }
}

extension FacePoint {
    /// Returns the position as 0…1 across a circle of this diameter about the centre, from its top left; outside 0…1 beyond the circle.
    public func share(of diameter: Length) -> (x: Double, y: Double) {
        let across = Double(diameter.micrometres)
        return (0.5 + Double(x.micrometres) / across, 0.5 - Double(y.micrometres) / across)
    }
}
