// SPDX-License-Identifier: GPL-3.0-or-later

/// The problem with a face, in words: with a custom face in `settings.toml`, or with a face in a session's record.
public struct FaceProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public var message: Message
    public var description: String { message.description }

    public init(_ message: Message) {
        self.message = message
    }
}

extension Face {
    /// The largest diameter of a sheet that is accepted, in millimetres.
    public static let largestDiameter = 10_000.0
    /// The most rings and spots of a sheet. Each of them is drawn, and each arrow is compared with each of them.
    static let (mostRings, mostSpots) = (40, 64)
    /// The most letters in a ring's label, which is drawn on the face and beside the score.
    static let longestLabel = 12

    /// Creates a face from untrusted values.
    /// - Throws: the problem, where `init(id:name:…)` would stop the program.
    public static func checked(
        id: String, name: String, rings: [Ring], spots: [FacePoint] = [.centre],
        twoInASpot: TwoInASpot = .bothCount,
        thickestShaft: Length = Face.usualThickestShaft
    ) throws(FaceProblem) -> Face {
        guard !rings.isEmpty else { throw FaceProblem(.faceRingless) }
        guard !spots.isEmpty else { throw FaceProblem(.faceSpotless) }
        guard rings.count <= mostRings else { throw FaceProblem(.manyRings(rings.count, most: mostRings)) }
        guard spots.count <= mostSpots else { throw FaceProblem(.manySpots(spots.count, most: mostSpots)) }
        for ring in rings {
            guard ring.diameter > Length(micrometres: 0), ring.diameter <= Length(millimetres: largestDiameter) else {
                throw FaceProblem(.faceRingSize(ring, most: Int(largestDiameter)))
            }
            guard (0...1000).contains(ring.points) else { throw FaceProblem(.faceRingPoints(ring)) }
        }
        for (inner, outer) in zip(rings, rings.dropFirst()) {
            guard inner.diameter < outer.diameter else {
                throw FaceProblem(.faceRingOrder(outer, inner))
            }
            guard inner.points >= outer.points else {
                throw FaceProblem(.faceRingWorth(outer, inner))
            }
        }
        let reach = Int64(largestDiameter * 1000)
        guard spots.allSatisfy({ abs($0.x.micrometres) <= reach && abs($0.y.micrometres) <= reach }) else {
            throw FaceProblem(.faceSpotFar(Int(largestDiameter)))
        }
        guard (thinnestShaft...nfaaThickestShaft).contains(thickestShaft) else {
            throw FaceProblem(.faceShaft(thickestShaft, thinnestShaft, nfaaThickestShaft))
        }
        return Face(id: id, name: name, rings: rings, spots: spots, twoInASpot: twoInASpot, thickestShaft: thickestShaft)
    }
}

/// The form of a face in `session.json`. It is complete, so that a session can be drawn and scored again from its record alone.
extension Face: Codable {
    private struct Coded: Codable {
        struct Ring: Codable {
            var label: String
            var points: Int
            var diameterMillimetres: Double
            var color: FaceColor
            var line: FaceColor?
        }

        struct Spot: Codable {
            var xMillimetres: Double
            var yMillimetres: Double
        }

        var id: String
        var name: String
        var rings: [Ring]
        var spots: [Spot]
        var twoInASpot: TwoInASpot
        var thickestShaftMillimetres: Double
    }

    public init(from decoder: any Decoder) throws {
        let coded = try Coded(from: decoder)
        func refuse(_ reason: String) -> DecodingError {
            DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "face \(coded.id): \(reason)"))
        }
        func length(_ millimetres: Double) throws -> Length {
            guard abs(millimetres) <= Face.largestDiameter else { throw refuse("\(millimetres) mm lies on no sheet") }
            return Length(millimetres: millimetres)
        }
        let rings = try coded.rings.map {
            Ring(FaceText.label($0.label), points: $0.points, diameter: try length($0.diameterMillimetres), color: $0.color, line: $0.line)
        }
        let spots = try coded.spots.map { FacePoint(x: try length($0.xMillimetres), y: try length($0.yMillimetres)) }
        let thickest = try length(coded.thickestShaftMillimetres)
        do throws(FaceProblem) {
            self = try Face.checked(
                id: coded.id, name: FaceText.name(coded.name), rings: rings, spots: spots, twoInASpot: coded.twoInASpot,
                thickestShaft: thickest)
        } catch {
            throw refuse(error.description)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        let rings = rings.map {
            Coded.Ring(label: $0.label, points: $0.points, diameterMillimetres: $0.diameter.millimetres, color: $0.color, line: $0.line)
        }
        let spots = spots.map { Coded.Spot(xMillimetres: $0.x.millimetres, yMillimetres: $0.y.millimetres) }
        try Coded(
            id: id, name: name, rings: rings, spots: spots, twoInASpot: twoInASpot,
            thickestShaftMillimetres: thickestShaft.millimetres
        ).encode(to: encoder)
    }
}

extension Face.TwoInASpot: Codable {}
extension FaceColor: Codable {}
