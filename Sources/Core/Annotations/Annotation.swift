// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that a person drew on a picture: a line, a circle, an angle, a word. It is stored as data beside the film and is never burnt
/// into it.
///
/// The points are in the coordinates of the recorded picture, before it is turned or mirrored: 0…1 both ways, x to the right, y down. So
/// the drawing stays on its subject, however the picture is displayed.
public struct Annotation: Hashable, Sendable {
    /// The form of a drawing, which decides what its points mean.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A straight line from the first point to the second.
        case line, arrow
        /// A circle round the first point, through the second.
        case circle
        /// A path that was drawn by hand.
        case freehand
        /// A smooth curve through each point.
        case curve
        /// A text that begins at the point.
        case text
        /// The angle between two arms that meet in the second of three points.
        case angle
        /// The angle between the line through two points and the upright, or the level.
        case fromUpright = "from-upright", fromLevel = "from-level"

        /// The number of points of a complete drawing; `nil`: any number from two on.
        public var pointCount: Int? {
            switch self {
            case .line, .arrow, .circle, .fromUpright, .fromLevel: 2
            case .angle: 3
            case .text: 1
            case .freehand, .curve: nil
            }
        }

        /// True if the drawing shows its angle in degrees.
        public var isAngle: Bool { self == .angle || self == .fromUpright || self == .fromLevel }
    }

    /// The colour of a drawing.
    public enum Ink: String, Hashable, Sendable, CaseIterable {
        case yellow, red, green, cyan, orange, white

        public var color: Color {
            switch self {
            case .yellow: Color(hex: 0xFFD60A)
            case .red: Color(hex: 0xFF453A)
            case .green: Color(hex: 0x30D158)
            case .cyan: Color(hex: 0x64D2FF)
            case .orange: Color(hex: 0xFF9F0A)
            case .white: Color(hex: 0xFFFFFF)
            }
        }
    }

    /// An id that no other drawing on the clip has.
    public var id: Int
    public var kind: Kind
    public var points: [Point]
    public var ink: Ink
    /// In pixels of a picture 1080 lines high.
    public var width: Double
    public var isDashed: Bool
    /// The words of a text; empty for the other kinds.
    public var text: String
    /// The time during which it is shown, in seconds after the clip's first picture; `nil`: always.
    public var span: ClosedRange<Double>?

    public init(
        id: Int, kind: Kind, points: [Point], ink: Ink = .yellow, width: Double = 8, isDashed: Bool = false, text: String = "",
        span: ClosedRange<Double>? = nil
    ) {
        self.id = id
        self.kind = kind
        self.points = points
        self.ink = ink
        self.width = width
        self.isDashed = isDashed
        self.text = text
        self.span = span
    }

    /// The line widths that a person can choose, in pixels of a picture 1080 lines high.
    public static let widths: [Double] = [4, 8, 14]
    /// The most drawings on one clip.
    public static let most = 64
    /// The most points in one drawing.
    public static let mostPoints = 256
    /// The most letters in a text.
    public static let longestText = 40
    /// The time for fading in and for fading out, in seconds.
    public static let fade = 0.2
    /// The range in which a file may put the start and the end of a drawing, in seconds: eleven days either way.
    private static let places = -1_000_000.0...1_000_000
    /// The first id of the lines that stay on every picture. Drawings on a clip or on the delay line have smaller ids.
    public static let standingID = 900_000

    /// Returns the opacity, 0…1. The drawing fades in before its span begins and fades out after the span has ended.
    /// - Parameter seconds: the time after the clip's first picture.
    public func opacity(at seconds: Double) -> Double {
        guard let span else { return 1 }
        let away = max(span.lowerBound - seconds, seconds - span.upperBound, 0)
        return (1 - away / Self.fade).clamped(to: 0...1)
    }

    /// True if the drawing has all the points that its kind needs.
    public var isWhole: Bool { kind.pointCount.map { points.count == $0 } ?? (points.count >= 2) }

    /// Returns the drawing as it belongs on a clip that begins `seconds` later; `nil` if it isn't shown at any time of that clip.
    /// - Parameter length: the length of that clip, in seconds.
    public func moved(by seconds: Double, within length: Double) -> Annotation? {
        guard let span else { return self }
        let (from, through) = (span.lowerBound - seconds, span.upperBound - seconds)
        guard through >= 0, from <= length else { return nil }
        var moved = self
        moved.span = max(0, from)...max(0, min(through, length))
        return moved
    }
}

extension [Annotation] {
    /// An id higher than all of theirs.
    public var nextID: Int { (map(\.id).max() ?? 0) + 1 }

    /// The lowest id that none of them has.
    fileprivate var freeID: Int {
        let known = Set(map(\.id))
        return (1...).first { !known.contains($0) } ?? 0
    }

    /// Returns the drawings with this one replacing the drawing of the same id; if no drawing has its id, this one is added last.
    public func replacing(_ annotation: Annotation) -> [Annotation] {
        guard let index = firstIndex(where: { $0.id == annotation.id }) else { return self + [annotation] }
        var all = self
        all[index] = annotation
        return all
    }
}

/// The form in `session.json` and in the journal. A person may have edited those files: impossible values are an error, and numbers are
/// clamped to their ranges.
extension Annotation: Codable {
    private enum Key: String, CodingKey { case id, kind, points, colour, width, isDashed, text, from, through }

    /// Points are rounded to a hundred-thousandth of the picture: about a hundredth of a pixel at 1080 lines.
    private static func rounded(_ number: Double, _ places: Double) -> Double { (number * places).rounded() / places }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func wrong(_ key: Key, _ what: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: fields, debugDescription: what)
        }
        guard let kind = Kind(rawValue: try fields.decode(String.self, forKey: .kind)) else { throw wrong(.kind, "unknown kind") }
        let numbers = try fields.decode([Double].self, forKey: .points)
        guard numbers.count % 2 == 0, numbers.count <= 2 * Self.mostPoints, numbers.allSatisfy(\.isFinite) else { throw wrong(.points, "no points") }
        let points = stride(from: 0, to: numbers.count, by: 2).map {
            Point(numbers[$0].clamped(to: -1...2), numbers[$0 + 1].clamped(to: -1...2))
        }
        let from = try fields.decodeIfPresent(Double.self, forKey: .from)
        let through = try fields.decodeIfPresent(Double.self, forKey: .through)
        var span: ClosedRange<Double>?
        if let from, let through {
            guard Self.places.contains(from), Self.places.contains(through), from <= through else { throw wrong(.through, "no span of time") }
            span = from...through
        }
        let width = try fields.decodeIfPresent(Double.self, forKey: .width) ?? 8
        self.init(
            id: try fields.decode(Int.self, forKey: .id).clamped(to: 0...Self.standingID - 1), kind: kind, points: points,
            ink: try fields.decodeIfPresent(String.self, forKey: .colour).flatMap(Ink.init) ?? .yellow,
            width: width.isFinite ? width.clamped(to: 1...40) : 8, isDashed: try fields.decodeIfPresent(Bool.self, forKey: .isDashed) ?? false,
            text: String((try fields.decodeIfPresent(String.self, forKey: .text) ?? "").prefix(Self.longestText)), span: span)
        guard isWhole else { throw wrong(.points, "too few or too many points") }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(kind.rawValue, forKey: .kind)
        try fields.encode(points.flatMap { [Self.rounded($0.x, 100_000), Self.rounded($0.y, 100_000)] }, forKey: .points)
        try fields.encode(ink.rawValue, forKey: .colour)
        try fields.encode(width, forKey: .width)
        if isDashed { try fields.encode(true, forKey: .isDashed) }
        if !text.isEmpty { try fields.encode(text, forKey: .text) }
        if let span {
            try fields.encode(Self.rounded(span.lowerBound, 1000), forKey: .from)
            try fields.encode(Self.rounded(span.upperBound, 1000), forKey: .through)
        }
    }
}

/// The annotations in a file that a person may have edited: an unreadable one is left out, and the others stay.
struct TolerantAnnotations: Decodable {
    let all: [Annotation]

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var found: [Annotation] = []
        while !list.isAtEnd, found.count < Annotation.most {
            guard var annotation = try list.readNext(Annotation.self) else { continue }
            // Two drawings with the same id would be changed and erased together.
            if found.contains(where: { $0.id == annotation.id }) { annotation.id = found.freeID }
            found.append(annotation)
        }
        all = found
    }
}
