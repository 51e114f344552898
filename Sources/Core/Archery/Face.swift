// SPDX-License-Identifier: GPL-3.0-or-later

/// A target face: its rings, and where on the sheet its spots lie. A face is data; nothing else knows one from another.
public struct Face: Hashable, Sendable, Identifiable {
    /// `wa_122`: what settings, files and the command line call it.
    public var id: String
    /// For people: `WA 122 cm`.
    public var name: String
    /// From the innermost outwards. Each has a larger diameter and no more points than the one before.
    public var rings: [Ring]
    /// The spots' centres, from the sheet's own; most faces have one. Their numbers are their places here, from 1.
    public var spots: [FacePoint]
    public var twoInASpot: TwoInASpot
    /// The thickest shaft that its rules allow.
    public var thickestShaft: Length

    /// What two arrows in one spot of a multi-spot face count.
    public enum TwoInASpot: String, Hashable, Sendable {
        /// Each counts.
        case bothCount
        /// Only the lower counts; the other is a miss (World Archery's triple faces, Vegas).
        case lowerCounts
    }

    /// The shafts that a person may choose: from carbon outdoors to what the 9.3 mm rule and a wrap make.
    public static let thinnestShaft = Length(millimetres: 3.1)
    public static let usualThickestShaft = Length(millimetres: 9.9)
    /// 27/64 inch, as the NFAA and those who follow it allow.
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

    /// The outer edge of the outermost ring.
    public var scoringDiameter: Length { rings[rings.count - 1].diameter }
    public var shafts: ClosedRange<Length> { Face.thinnestShaft...thickestShaft }
    public var hasInnerTen: Bool { rings[0].isInner }
    /// What its inner ring is called on a scorecard: `X`, or `11` (Lancaster); `nil` without one.
    public var innerLabel: String? { hasInnerTen ? rings[0].label : nil }
}

/// One scoring zone: everything within its outer edge that lies in no ring further in.
public struct Ring: Hashable, Sendable {
    /// What it is called on a scorecard: `X`, `10`, … `1`.
    public var label: String
    public var points: Int
    /// Of its outer edge. Dividing lines lie wholly in the higher ring, so no line's width is ever added (World Archery,
    /// Book 2: "entirely inside the higher scoring zone").
    public var diameter: Length
    public var color: FaceColor
    /// The dividing line at its outer edge; `nil` where the change of colour is the edge.
    public var line: FaceColor?

    public init(_ label: String, points: Int, diameter: Length, color: FaceColor, line: FaceColor? = nil) {
        self.label = label
        self.points = points
        self.diameter = diameter
        self.color = color
        self.line = line
    }

    /// The inner ring. On most faces it only breaks ties and is called X; where it counts eleven for everyone it is called 11.
    public var isInner: Bool { Ring.isInner(label) }
    /// 0–10 for the rings that are called by their number, 11 for the inner one: a name for the ring, not its points.
    public var code: Int { isInner ? 11 : Int(label) ?? points }

    public static let innerLabel = "X"
    /// Lancaster's scorecards have no X: its inner ring is the eleven.
    public static let elevenLabel = "11"

    static func isInner(_ label: String) -> Bool { label == innerLabel || label == elevenLabel }
}

extension Sequence<Face> {
    /// What the arrows in these faces' inner rings are counted under: `X`, `11`, or both; `nil` where no face has such a ring.
    public var innerLabel: String? {
        var labels: [String] = []
        for label in compactMap(\.innerLabel) where !labels.contains(label) { labels.append(label) }
        return labels.isEmpty ? nil : labels.joined(separator: ", ")
    }
}

/// The printed colours of target faces, as they are shown on a screen.
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
