// SPDX-License-Identifier: GPL-3.0-or-later

/// World Archery's target faces. The diameters are from Book 2, as printed in the French federation's rulebook of 2022 (II.1 B.2.1 and II.2
/// B.2.1).
extension FaceCatalog {
    static let worldArchery: [Face] = [
        Face(id: "wa_122", name: "WA 122 cm", rings: FaceRings.worldArchery(nominal: 1220, lowest: 1, innerPoints: 10)),
        Face(id: "wa_80", name: "WA 80 cm", rings: FaceRings.worldArchery(nominal: 800, lowest: 1, innerPoints: 10)),
        Face(id: "wa_80_6ring", name: "WA 80 cm, 6 rings", rings: FaceRings.worldArchery(nominal: 800, lowest: 5, innerPoints: 10)),
        // The trial of 2025 (Antalya): the inner ring counts eleven.
        Face(id: "wa_122_x11", name: "WA 122 cm, X = 11", rings: FaceRings.worldArchery(nominal: 1220, lowest: 1, innerPoints: 11)),
        Face(
            id: "wa_80_6ring_x11", name: "WA 80 cm, 6 rings, X = 11",
            rings: FaceRings.worldArchery(nominal: 800, lowest: 5, innerPoints: 11)),
    ]

    /// On triple faces the centres are "approximately" 320 mm (60 cm) and 220 mm (40 cm) apart. Recurve and barebow triples print only the
    /// whole ten, compound triples only its inner ring; combined faces print both.
    static let worldArcheryIndoor: [Face] = [
        Face(id: "wa_60", name: "WA 60 cm", rings: FaceRings.worldArchery(nominal: 600, lowest: 1, innerPoints: 10)),
        Face(id: "wa_40", name: "WA 40 cm", rings: FaceRings.worldArchery(nominal: 400, lowest: 1, innerPoints: 10)),
        Face(id: "wa_60_compound", name: "WA 60 cm, compound", rings: FaceRings.compound(nominal: 600, lowest: 1)),
        Face(id: "wa_40_compound", name: "WA 40 cm, compound", rings: FaceRings.compound(nominal: 400, lowest: 1)),
        triple("wa_40_triple_vert", "WA 40 cm triple, vertical", recurve(400), FaceSpots.column(apart: 220)),
        triple("wa_40_triple_vert_compound", "WA 40 cm triple, vertical, compound", compound(400), FaceSpots.column(apart: 220)),
        triple("wa_40_triple_vert_combined", "WA 40 cm triple, vertical, combined", combined(400), FaceSpots.column(apart: 220)),
        triple("wa_40_triple_tri", "WA 40 cm triple, triangle", recurve(400), FaceSpots.triangle(side: 220)),
        triple("wa_40_triple_tri_compound", "WA 40 cm triple, triangle, compound", compound(400), FaceSpots.triangle(side: 220)),
        triple("wa_40_triple_tri_combined", "WA 40 cm triple, triangle, combined", combined(400), FaceSpots.triangle(side: 220)),
        triple("wa_60_triple_vert", "WA 60 cm triple, vertical", recurve(600), FaceSpots.column(apart: 320)),
        triple("wa_60_triple_vert_compound", "WA 60 cm triple, vertical, compound", compound(600), FaceSpots.column(apart: 320)),
        triple("wa_60_triple_tri", "WA 60 cm triple, triangle", recurve(600), FaceSpots.triangle(side: 320)),
        triple("wa_60_triple_tri_compound", "WA 60 cm triple, triangle, compound", compound(600), FaceSpots.triangle(side: 320)),
    ]

    /// The six is half as wide as the other rings' steps. Between the black rings there are white lines.
    static let worldArcheryField: [Face] = [80, 60, 40, 20].map { size in
        Face(id: "wa_field_\(size)", name: "WA field \(size) cm", rings: field(nominal: Double(size) * 10))
    }

    private static func field(nominal: Double) -> [Ring] {
        let six = Ring("6", points: 6, diameter: Length(millimetres: nominal / 10), color: .yellow, line: .black)
        let others = (1...5).reversed().map { value in
            Ring(
                "\(value)", points: value, diameter: Length(millimetres: nominal / 5 * Double(6 - value)),
                color: value == 5 ? .yellow : .black, line: value == 5 ? nil : .white)
        }
        return [six] + others
    }

    private static func triple(_ id: String, _ name: String, _ rings: [Ring], _ spots: [FacePoint]) -> Face {
        Face(id: id, name: name, rings: rings, spots: spots, twoInASpot: .lowerCounts)
    }

    private static func recurve(_ nominal: Double) -> [Ring] {
        FaceRings.worldArchery(nominal: nominal, lowest: 6, innerPoints: nil)
    }

    private static func compound(_ nominal: Double) -> [Ring] { FaceRings.compound(nominal: nominal, lowest: 6) }

    private static func combined(_ nominal: Double) -> [Ring] {
        FaceRings.worldArchery(nominal: nominal, lowest: 6, innerPoints: 10)
    }
}
