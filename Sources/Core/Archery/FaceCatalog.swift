// SPDX-License-Identifier: GPL-3.0-or-later

/// All built-in faces. To add a face, add its data to one of these lists.
public enum FaceCatalog {
    public static let all: [Face] = groups.flatMap(\.faces)

    /// The faces in groups, as a list shows them.
    package static let groups: [(group: FaceGroup, faces: [Face])] = [
        (.outdoor, worldArchery), (.indoor, worldArcheryIndoor), (.field, worldArcheryField), (.nfaa, nfaa), (.vegas, vegas), (.british, archeryGB),
    ]

    /// Returns the built-in face with this id.
    public static func face(_ id: String) -> Face? { byID[id] }

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

/// The group of a face: its use or its federation.
package enum FaceGroup: Hashable, Sendable {
    case outdoor, indoor, field, nfaa, vegas, british
    /// The faces that the settings file adds.
    case own
}

/// Builds the rings of the faces. Diameters are in millimetres.
enum FaceRings {
    /// Returns the rings of a World Archery face, from the ten (or the inner ten) out to `lowest`. Each ring's diameter is a tenth of the
    /// nominal diameter larger than the one before it; the inner ten's is half of the ten's.
    /// - Parameters:
    ///   - innerPoints: the points of the inner ten; `nil` if it isn't printed.
    ///   - innerLabel: the label of the inner ten.
    static func worldArchery(nominal: Double, lowest: Int, innerPoints: Int?, innerLabel: String = Ring.innerLabel) -> [Ring] {
        var rings: [Ring] = []
        if let innerPoints {
            rings.append(
                Ring(
                    innerLabel, points: innerPoints, diameter: Length(millimetres: nominal / 20), color: .yellow,
                    line: .black))
        }
        for value in (lowest...10).reversed() {
            rings.append(
                Ring(
                    "\(value)", points: value, diameter: Length(millimetres: nominal / 10 * Double(11 - value)),
                    color: color(value), line: line(value)))
        }
        return rings
    }

    /// Returns the indoor rings for compound bows: only the inner ten counts ten, and the rest of the gold counts nine.
    static func compound(nominal: Double, lowest: Int) -> [Ring] {
        [Ring("10", points: 10, diameter: Length(millimetres: nominal / 20), color: .yellow, line: .black)]
            + worldArchery(nominal: nominal, lowest: lowest, innerPoints: nil).dropFirst()
    }

    private static func color(_ value: Int) -> FaceColor {
        switch value {
        case 9...: .yellow
        case 7...8: .red
        case 5...6: .lightBlue
        case 3...4: .black
        default: .white
        }
    }

    /// Returns the colour of a ring's outer line. There is no line between blue and black or between black and white; on black the line is
    /// white.
    private static func line(_ value: Int) -> FaceColor? {
        switch value {
        case 5, 3: nil
        case 4: .white
        default: .black
        }
    }
}

/// Builds the positions of a sheet's spots.
enum FaceSpots {
    /// Returns three spots above each other: top, middle, bottom.
    static func column(apart spacing: Double) -> [FacePoint] {
        [FacePoint(0, spacing), .centre, FacePoint(0, -spacing)]
    }

    /// Returns an equilateral triangle with the sheet's centre at half its height: bottom left, top, bottom right.
    static func triangle(side: Double) -> [FacePoint] {
        let half = side * 3.0.squareRoot() / 4
        return [FacePoint(-side / 2, -half), FacePoint(0, half), FacePoint(side / 2, -half)]
    }
}
