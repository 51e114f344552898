// SPDX-License-Identifier: GPL-3.0-or-later

/// A target face: its rings, and the positions of its spots on the sheet. A face is only data; no other code depends on a particular face.
public struct Face: Hashable, Sendable, Identifiable {
    /// The name in settings, files and on the command line, such as `wa_122`.
    public var id: String
    /// The name for people, such as `WA 122 cm`.
    public var name: String
    /// The rings from the innermost outwards. Each has a larger diameter than the one before it, and no more points.
    public var rings: [Ring]
    /// The spots' centres, relative to the sheet's centre; most faces have one spot. People number the spots in this order, from 1.
    public var spots: [FacePoint]
    public var twoInASpot: TwoInASpot
    /// The thickest shaft that the face's rules allow.
    public var thickestShaft: Length

    /// The rule for two arrows in one spot of a multi-spot face.
    public enum TwoInASpot: String, Hashable, Sendable {
        /// Both arrows count.
        case bothCount
        /// Only the lower arrow counts; the other is a miss (World Archery's triple faces, Vegas).
        case lowerCounts
    }

    /// The range of shafts that a person can choose on most faces: from thin outdoor carbon shafts to the rules' 9.3 mm plus a wrap.
    public static let thinnestShaft = Length(millimetres: 3.1)
    public static let usualThickestShaft = Length(millimetres: 9.9)
    /// 27/64 inch: the limit of the NFAA and of those who follow its rules.
    public static let nfaaThickestShaft = Length(millimetres: 10.7)

    /// - Precondition: at least one ring and one spot, rings growing outwards.
    public init(
        id: String, name: String, rings: [Ring], spots: [FacePoint] = [.centre], twoInASpot: TwoInASpot = .bothCount,
        thickestShaft: Length = Face.usualThickestShaft
    ) {
        precondition(!rings.isEmpty && !spots.isEmpty, "a face has rings and a spot")
        precondition(
            zip(rings, rings.dropFirst()).allSatisfy { $0.diameter < $1.diameter && $0.points >= $1.points },
            "\(id): rings lie within each other, and the inner ones count no less")
        self.id = id
        self.name = name
        self.rings = rings
        self.spots = spots
        self.twoInASpot = twoInASpot
        self.thickestShaft = thickestShaft
    }

    /// The diameter of the outermost ring's outer edge.
    public var scoringDiameter: Length { rings[rings.count - 1].diameter }
    public var shafts: ClosedRange<Length> { Face.thinnestShaft...thickestShaft }
    public var hasInnerTen: Bool { rings[0].isInner }
    /// The label of the inner ring on a scorecard: `X`, or `11` (Lancaster); `nil` if the face has no inner ring.
    public var innerLabel: String? { hasInnerTen ? rings[0].label : nil }
}

/// A scoring zone: the area within its outer edge, without the rings further in.
public struct Ring: Hashable, Sendable {
    /// The label on a scorecard: `X`, `10`, … `1`.
    public var label: String
    public var points: Int
    /// The diameter of the outer edge. Dividing lines lie wholly in the higher ring, so no line's width is ever added (World Archery, Book
    /// 2: "entirely inside the higher scoring zone").
    public var diameter: Length
    public var color: FaceColor
    /// The colour of the dividing line at the outer edge; `nil` if only a change of colour marks the edge.
    public var line: FaceColor?

    public init(_ label: String, points: Int, diameter: Length, color: FaceColor, line: FaceColor? = nil) {
        self.label = label
        self.points = points
        self.diameter = diameter
        self.color = color
        self.line = line
    }

    /// True for the inner ring. Most faces call it X; it breaks ties, and on a few faces it counts eleven. Lancaster calls it 11.
    public var isInner: Bool { Ring.isInner(label) }
    /// The ring's code, which is not its points: 0–10 for rings named by a number, 11 for the inner ring.
    public var code: Int { isInner ? 11 : Int(label) ?? points }

    public static let innerLabel = "X"
    /// Lancaster's scorecards have no X: the inner ring is the eleven.
    public static let elevenLabel = "11"

    static func isInner(_ label: String) -> Bool { label == innerLabel || label == elevenLabel }
}

extension Sequence<Face> {
    /// The heading under which arrows in these faces' inner rings are counted: `X`, `11`, or both; `nil` if no face has an inner ring.
    public var innerLabel: String? {
        var labels: [String] = []
        for label in compactMap(\.innerLabel) where !labels.contains(label) { labels.append(label) }
        return labels.isEmpty ? nil : labels.joined(separator: ", ")
    }
}

/// The printed colours of target faces, as a screen shows them.
public enum FaceColor: String, Hashable, Sendable, CaseIterable {
    case yellow, red, lightBlue, darkBlue, black, white

    public var hex: UInt32 {
        switch self {
        case .yellow: 0xF9E11E
        case .red: 0xED2939
        case .lightBlue: 0x00A3D1
        case .darkBlue: 0x1B2A5C
        case .black: 0x1A1A1A
        case .white: 0xFFFFFF
        }
    }
}
