// SPDX-License-Identifier: GPL-3.0-or-later

/// Every face that VIR knows by itself. Adding one is adding data to one of these lists.
public enum FaceCatalog {
    public static let all: [Face] = groups.flatMap(\.faces)

    /// The faces that belong together, as a list shows them.
    package static let groups: [(group: FaceGroup, faces: [Face])] = [
        (.outdoor, worldArchery), (.indoor, worldArcheryIndoor), (.field, worldArcheryField), (.nfaa, nfaa), (.vegas, vegas), (.british, archeryGB),
    ]

    /// The face with this id.
    public static func face(_ id: String) -> Face? { byID[id] }

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

/// What a face is for, or whose it is.
package enum FaceGroup: Hashable, Sendable {
    case outdoor, indoor, field, nfaa, vegas, british
    /// Those that the settings file adds.
    case own
}

/// What a list of faces is written with: rings by name and colour, diameters in millimetres.
enum FaceRings {
    /// The rings of a World Archery round face of this nominal diameter, from the ten (or the inner ten) out to `lowest`: a
    /// tenth of the diameter each, the inner ten half of that.
    /// - Parameters:
    ///   - innerPoints: of the inner ten; `nil` where it isn't printed.
    ///   - innerLabel: what the inner ten is called.
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

    /// The rings for compound bows indoors: the inner ten is the ten, and the rest of the gold counts nine.
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

    /// Between blue and black and between black and white there is no line; on black it is white.
    private static func line(_ value: Int) -> FaceColor? {
        switch value {
        case 5, 3: nil
        case 4: .white
        default: .black
        }
    }
}

/// Where the spots of a sheet lie.
enum FaceSpots {
    /// One above the other: top, middle, bottom.
    static func column(apart spacing: Double) -> [FacePoint] {
        [FacePoint(0, spacing), .centre, FacePoint(0, -spacing)]
    }

    /// An equilateral triangle, the sheet's centre at half its height: bottom left, top, bottom right.
    static func triangle(side: Double) -> [FacePoint] {
        let half = side * 3.0.squareRoot() / 4
        return [FacePoint(-side / 2, -half), FacePoint(0, half), FacePoint(side / 2, -half)]
    }
}
