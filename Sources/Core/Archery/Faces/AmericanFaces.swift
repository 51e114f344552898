// SPDX-License-Identifier: GPL-3.0-or-later

/// The faces of the NFAA, Vegas and Lancaster. The NFAA's are from its pages on the indoor nationals and the official rounds. The sizes of
/// the field faces' rings are those of archeryutils and MyTargets; they weren't checked against the rulebook.
extension FaceCatalog {
    static let nfaa: [Face] =
        [
            Face(id: "nfaa_indoor_40", name: "NFAA indoor 40 cm", rings: indoor(lowest: 1), thickestShaft: Face.nfaaThickestShaft),
            Face(
                id: "nfaa_indoor_5spot", name: "NFAA indoor 5-spot", rings: indoor(lowest: 4), spots: fiveSpots,
                thickestShaft: Face.nfaaThickestShaft),
        ]
        + fieldSizes.flatMap { size in
            [
                Face(
                    id: "nfaa_field_\(size)", name: "NFAA field \(size) cm",
                    rings: field(nominal: Double(size) * 10, spot: .black, inner: .white), thickestShaft: Face.nfaaThickestShaft),
                Face(
                    id: "nfaa_hunter_\(size)", name: "NFAA hunter \(size) cm",
                    rings: field(nominal: Double(size) * 10, spot: .white, inner: .black), thickestShaft: Face.nfaaThickestShaft),
                Face(
                    id: "nfaa_field_\(size)_expert", name: "NFAA field \(size) cm, expert",
                    rings: expert(nominal: Double(size) * 10), thickestShaft: Face.nfaaThickestShaft),
            ]
        }

    static let vegas: [Face] = [
        spots("vegas_3spot_40", "Vegas 40 cm 3-spot", lowest: 6, innerPoints: 10, FaceSpots.triangle(side: 220)),
        spots("vegas_40", "Vegas 40 cm", lowest: 1, innerPoints: 10, [.centre]),
        spots("lancaster_40", "Lancaster 40 cm", lowest: 1, innerPoints: 11, innerLabel: Ring.elevenLabel, [.centre]),
        spots(
            "lancaster_3spot_40", "Lancaster 40 cm 3-spot", lowest: 6, innerPoints: 11, innerLabel: Ring.elevenLabel,
            FaceSpots.triangle(side: 220)),
    ]

    private static let fieldSizes = [65, 50, 35, 20]

    /// The five spots: top left, top right, centre, bottom left, bottom right. The corner spots lie 120 mm from the centre, across and up,
    /// as MyTargets draws them.
    private static let fiveSpots = [FacePoint(-120, 120), FacePoint(120, 120), .centre, FacePoint(-120, -120), FacePoint(120, -120)]

    private static func indoor(lowest: Int) -> [Ring] {
        [Ring(Ring.innerLabel, points: 5, diameter: Length(millimetres: 40), color: .white, line: .darkBlue)]
            + (lowest...5).reversed().map { value in
                Ring(
                    "\(value)", points: value, diameter: Length(millimetres: 80 * Double(6 - value)),
                    color: value == 5 ? .white : .darkBlue, line: value == 5 ? nil : .white)
            }
    }

    private static func field(nominal: Double, spot: FaceColor, inner: FaceColor) -> [Ring] {
        func ring(_ label: String, _ points: Int, _ share: Double, _ color: FaceColor, _ line: FaceColor?) -> Ring {
            Ring(label, points: points, diameter: Length(millimetres: nominal * share), color: color, line: line)
        }
        let isWhite = spot == .white
        return [
            ring(Ring.innerLabel, 5, 0.1, spot, isWhite ? .black : .white), ring("5", 5, 0.2, spot, nil),
            ring("4", 4, 0.6, inner, isWhite ? .white : nil), ring("3", 3, 1, .black, .white),
        ]
    }

    private static func expert(nominal: Double) -> [Ring] {
        [Ring(Ring.innerLabel, points: 5, diameter: Length(millimetres: nominal / 10), color: .black, line: .white)]
            + (1...5).reversed().map { value in
                Ring(
                    "\(value)", points: value, diameter: Length(millimetres: nominal / 5 * Double(6 - value)),
                    color: value == 5 || value < 3 ? .black : .white, line: value == 4 ? .black : value < 3 ? .white : nil)
            }
    }

    private static func spots(
        _ id: String, _ name: String, lowest: Int, innerPoints: Int, innerLabel: String = Ring.innerLabel,
        _ spots: [FacePoint]
    ) -> Face {
        Face(
            id: id, name: name,
            rings: FaceRings.worldArchery(nominal: 400, lowest: lowest, innerPoints: innerPoints, innerLabel: innerLabel), spots: spots,
            twoInASpot: spots.count > 1 ? .lowerCounts : .bothCount, thickestShaft: Face.nfaaThickestShaft)
    }
}
