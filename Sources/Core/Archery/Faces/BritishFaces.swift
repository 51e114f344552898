// SPDX-License-Identifier: GPL-3.0-or-later

/// Archery GB's own faces: the imperial five zones on the 122 cm face, and the Worcester.
extension FaceCatalog {
    static let archeryGB: [Face] = [
        Face(id: "agb_122_5zone", name: "Imperial 122 cm, 5 zones", rings: imperial),
        Face(id: "agb_worcester_16in", name: "Worcester 16 in", rings: worcester),
    ]

    /// One zone for each colour: 9, 7, 5, 3, 1.
    private static let imperial: [Ring] = [
        (9, 244, FaceColor.yellow), (7, 488, .red), (5, 732, .lightBlue), (3, 976, .black), (1, 1220, .white),
    ].map { points, diameter, color in
        Ring(
            "\(points)", points: points, diameter: Length(millimetres: Double(diameter)), color: color,
            line: color == .lightBlue || color == .black ? nil : .black)
    }

    /// Five equal steps of a sixteen-inch face, the middle white and the rest black.
    private static let worcester: [Ring] = (1...5).reversed().map { value in
        Ring(
            "\(value)", points: value, diameter: Length(millimetres: 81.28 * Double(6 - value)),
            color: value == 5 ? .white : .black, line: value == 5 ? nil : .white)
    }
}
