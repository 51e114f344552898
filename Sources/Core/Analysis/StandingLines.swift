// SPDX-License-Identifier: GPL-3.0-or-later

/// Lines that stay on every picture of the camera: live, delayed, in replays.
///
/// Their points are those of the picture as it stands upright, whichever way the camera lies: 0…1 both ways, x to the right, y down. They are as
/// a right-handed archer needs them; for a left-handed one they are mirrored.
public struct StandingLines: Hashable, Sendable {
    /// They are seen.
    public var isOn: Bool
    /// None of them has a span.
    public var lines: [Annotation]

    public init(isOn: Bool = false, lines: [Annotation] = []) {
        self.isOn = isOn
        self.lines = lines
    }

    /// Their ids begin here, so that none is that of a clip's own drawing.
    public static let firstID = Annotation.standingID
    /// There are so many at most.
    public static let most = 16

    /// What the box offers: a plumb line, the line of the shoulders, the arrow with the drawing arm's elbow, and a circle round the head, of
    /// an archer in the middle of the picture who faces the camera: a right-handed one shoots to its right.
    public static let templates: [Annotation] = [
        Annotation(id: firstID, kind: .line, points: [Point(0.5, 0.06), Point(0.5, 0.94)], ink: .cyan, width: 4, isDashed: true),
        Annotation(id: firstID + 1, kind: .line, points: [Point(0.42, 0.38), Point(0.58, 0.38)], ink: .yellow, width: 4),
        Annotation(id: firstID + 2, kind: .angle, points: [Point(0.7, 0.33), Point(0.49, 0.33), Point(0.37, 0.31)], ink: .orange, width: 4),
        Annotation(id: firstID + 3, kind: .circle, points: [Point(0.5, 0.22), Point(0.5, 0.3)], ink: .cyan, width: 4),
    ]

    /// As an archer needs them, on the upright picture.
    public func handed(isLeftHanded: Bool) -> [Annotation] { isLeftHanded ? lines.map(\.mirrored) : lines }

    /// As they lie on a recorded picture, for an archer.
    /// - Parameter orientation: how that picture is looked at.
    public func lines(isLeftHanded: Bool, _ orientation: PictureOrientation) -> [Annotation] {
        handed(isLeftHanded: isLeftHanded).map { $0.standing(on: orientation) }
    }

    /// One more, or one that was changed; what is drawn for a left-handed archer is mirrored back.
    /// - Parameters:
    ///   - annotation: as it lies on a recorded picture.
    ///   - orientation: how that picture is looked at.
    /// - Returns: its id; `nil` if there is no room for it.
    public mutating func keep(_ annotation: Annotation, isLeftHanded: Bool, _ orientation: PictureOrientation) -> Int? {
        var line = annotation.mapped(orientation.upright)
        if isLeftHanded { line = line.mirrored }
        line.span = nil
        if let index = lines.firstIndex(where: { $0.id == annotation.id }) {
            lines[index] = line
            return line.id
        }
        guard lines.count < Self.most else { return nil }
        line.id = max(Self.firstID, lines.nextID)
        lines.append(line)
        return line.id
    }
}

extension Annotation {
    /// Left and right changed over.
    public var mirrored: Annotation { mapped { Point(1 - $0.x, $0.y) } }

    /// One that stays on every picture, as it lies on a recorded one.
    /// - Parameter orientation: how that picture is looked at.
    public func standing(on orientation: PictureOrientation) -> Annotation { mapped(orientation.recorded) }

    /// The same with other points.
    fileprivate func mapped(_ place: (Point) -> Point) -> Annotation {
        var mapped = self
        mapped.points = points.map(place)
        return mapped
    }
}

extension PictureOrientation {
    private var map: PictureMap { PictureMap(within: .unit, crop: .unit, orientation: self, aspect: 1) }

    /// Where a point of the recorded picture lies on the picture that stands upright, before that is mirrored: so that what stays on every
    /// picture stays on the archer when she is seen as in a mirror.
    fileprivate func upright(_ point: Point) -> Point {
        let seen = map.canvas(point)
        return isMirrored ? Point(1 - seen.x, seen.y) : seen
    }

    /// The way back.
    fileprivate func recorded(_ point: Point) -> Point { map.picture(isMirrored ? Point(1 - point.x, point.y) : point) }
}

/// As the card's `lines.json` has them.
extension StandingLines: Codable {
    private enum Key: String, CodingKey { case isOn, lines }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let all = try fields.decodeIfPresent(TolerantAnnotations.self, forKey: .lines)?.all ?? []
        self.init(isOn: try fields.decodeIfPresent(Bool.self, forKey: .isOn) ?? false)
        for line in all.prefix(Self.most) { _ = keep(Annotation(renewing: line), isLeftHanded: false, .upright) }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(isOn, forKey: .isOn)
        try fields.encode(lines, forKey: .lines)
    }
}

extension Annotation {
    /// The same with no id yet: a file may have one twice.
    fileprivate init(renewing line: Annotation) {
        self = line
        id = -1
    }
}
