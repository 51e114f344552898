// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that a person drew on a picture: a line, a circle, an angle, a word. It is data beside the film, never in it.
///
/// Its points are those of the recorded picture, before that is turned or mirrored: 0…1 both ways, x to the right, y down. So it stays on what it
/// was drawn on, however the picture is looked at.
public struct Annotation: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// From the first point to the second.
        case line, arrow
        /// About the first point, through the second.
        case circle
        /// Along a path that was drawn by hand.
        case freehand
        /// A smooth one through each point.
        case curve
        /// Its text begins at the point.
        case text
        /// Between two arms that meet in the second of three points.
        case angle
        /// Between the line through two points and the upright, or the level.
        case fromUpright = "from-upright", fromLevel = "from-level"

        /// So many points make it whole; `nil`: two or more, as many as somebody sets.
        public var pointCount: Int? {
            switch self {
            case .line, .arrow, .circle, .fromUpright, .fromLevel: 2
            case .angle: 3
            case .text: 1
            case .freehand, .curve: nil
            }
        }

        /// It says how many degrees it has.
        public var isAngle: Bool { self == .angle || self == .fromUpright || self == .fromLevel }
    }

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

    /// What no other one on its clip has.
    public var id: Int
    public var kind: Kind
    public var points: [Point]
    public var ink: Ink
    /// On a picture 1080 lines high.
    public var width: Double
    public var isDashed: Bool
    /// Of a text; empty for anything else.
    public var text: String
    /// When it is seen, in seconds after the clip's first picture; `nil`: always.
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

    /// How thick a line may be, on a picture 1080 lines high.
    public static let widths: [Double] = [4, 8, 14]
    /// A clip has so many at most.
    public static let most = 64
    /// One has so many points at most.
    public static let mostPoints = 256
    /// A text has so many letters at most.
    public static let longestText = 40
    /// So long it takes to come and to go, in seconds.
    public static let fade = 0.2
    /// Where a file may say that one begins or ends, in seconds: eleven days.
    private static let places = -1_000_000.0...1_000_000
    /// The ids of what was drawn on a clip or on the line end before this; those of what stays on every picture begin here.
    public static let standingID = 900_000

    /// How opaque it is, 0…1: it comes before its span begins and goes after that has ended.
    /// - Parameter seconds: after the clip's first picture.
    public func opacity(at seconds: Double) -> Double {
        guard let span else { return 1 }
        let away = max(span.lowerBound - seconds, seconds - span.upperBound, 0)
        return (1 - away / Self.fade).clamped(to: 0...1)
    }

    /// There are as many points as it takes.
    public var isWhole: Bool { kind.pointCount.map { points.count == $0 } ?? (points.count >= 2) }

    /// The same on a clip that begins so many seconds later; `nil`: nothing of it is seen there.
    /// - Parameter length: how long that clip is, in seconds.
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
    /// What none of them has yet.
    public var nextID: Int { (map(\.id).max() ?? 0) + 1 }

    /// The lowest id that none of them has.
    fileprivate var freeID: Int {
        let known = Set(map(\.id))
        return (1...).first { !known.contains($0) } ?? 0
    }

    /// With this one in the place of the one with its id, or last.
    public func replacing(_ annotation: Annotation) -> [Annotation] {
        guard let index = firstIndex(where: { $0.id == annotation.id }) else { return self + [annotation] }
        var all = self
        all[index] = annotation
        return all
    }
}

/// As `session.json` and the journal have it. Anybody may have edited those: what can't be is an error, and numbers are held within bounds.
extension Annotation: Codable {
    private enum Key: String, CodingKey { case id, kind, points, colour, width, isDashed, text, from, through }

    /// A ten-thousandth of a picture is a tenth of a pixel at 1080 lines.
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

/// Annotations of a file that anybody may have edited: one that can't be read is left out, and the others stay.
struct TolerantAnnotations: Decodable {
    let all: [Annotation]

    private struct Either: Decodable {
        let annotation: Annotation?

        init(from decoder: any Decoder) throws { annotation = try? Annotation(from: decoder) }
    }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var found: [Annotation] = []
        while !list.isAtEnd, found.count < Annotation.most {
            guard var annotation = try list.decode(Either.self).annotation else { continue }
            // Two with one id would be changed and erased together.
            if found.contains(where: { $0.id == annotation.id }) { annotation.id = found.freeID }
            found.append(annotation)
        }
        all = found
    }
}
