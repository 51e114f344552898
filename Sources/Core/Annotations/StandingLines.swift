// SPDX-License-Identifier: GPL-3.0-or-later

/// Lines that stay on every picture of the camera: live, delayed, in replays.
///
/// The points are in the coordinates of the upright picture, however the camera is turned: 0…1 both ways, x to the right, y down. They are
/// stored for a right-handed archer and mirrored for a left-handed one.
public struct StandingLines: Hashable, Sendable {
    /// True if the lines are shown.
    public var isOn: Bool
    /// The lines; they have no span, so they are always shown.
    public var lines: [Annotation]

    public init(isOn: Bool = false, lines: [Annotation] = []) {
        self.isOn = isOn
        self.lines = lines
    }

    /// The lowest id of a standing line, so that no clip's own drawing has the same id.
    public static let firstID = Annotation.standingID
    /// The most standing lines.
    public static let most = 16

    /// The lines that the box suggests: a plumb line, the line of the shoulders, the arrow with the drawing arm's elbow, and a circle round
    /// the head. They fit an archer in the middle of the picture who faces the camera; a right-handed one shoots to the picture's right.
    public static let templates: [Annotation] = [
        Annotation(id: firstID, kind: .line, points: [Point(0.5, 0.06), Point(0.5, 0.94)], ink: .cyan, width: 4, isDashed: true),
        Annotation(id: firstID + 1, kind: .line, points: [Point(0.42, 0.38), Point(0.58, 0.38)], ink: .yellow, width: 4),
        Annotation(id: firstID + 2, kind: .angle, points: [Point(0.7, 0.33), Point(0.49, 0.33), Point(0.37, 0.31)], ink: .orange, width: 4),
        Annotation(id: firstID + 3, kind: .circle, points: [Point(0.5, 0.22), Point(0.5, 0.3)], ink: .cyan, width: 4),
    ]

    /// Returns the lines for an archer, on the upright picture.
    public func handed(isLeftHanded: Bool) -> [Annotation] { isLeftHanded ? lines.map(\.mirrored) : lines }

    /// Returns the lines for an archer, in the coordinates of a recorded picture.
    /// - Parameter orientation: the orientation in which that picture is displayed.
    public func lines(isLeftHanded: Bool, _ orientation: PictureOrientation) -> [Annotation] {
        handed(isLeftHanded: isLeftHanded).map { $0.standing(on: orientation) }
    }

    /// Adds a line, or replaces the line with the same id. A line that was drawn for a left-handed archer is mirrored back.
    /// - Parameters:
    ///   - annotation: the line in the coordinates of a recorded picture.
    ///   - orientation: the orientation in which that picture is displayed.
    /// - Returns: the line's id; `nil` if there is no room for it.
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
    /// The drawing with left and right exchanged.
    public var mirrored: Annotation { mapped { Point(1 - $0.x, $0.y) } }

    /// Returns a standing line in the coordinates of a recorded picture.
    /// - Parameter orientation: the orientation in which that picture is displayed.
    public func standing(on orientation: PictureOrientation) -> Annotation { mapped(orientation.recorded) }

    /// Returns the drawing with each of its points mapped.
    fileprivate func mapped(_ place: (Point) -> Point) -> Annotation {
        var mapped = self
        mapped.points = points.map(place)
        return mapped
    }
}

extension PictureOrientation {
    private var map: PictureMap { PictureMap(within: .unit, crop: .unit, orientation: self, aspect: 1) }

    /// Converts a point of the recorded picture to the upright picture before mirroring. So a standing line stays on the archer when the
    /// picture is shown mirrored.
    fileprivate func upright(_ point: Point) -> Point {
        let seen = map.canvas(point)
        return isMirrored ? Point(1 - seen.x, seen.y) : seen
    }

    /// Converts a point of the upright picture, before mirroring, to the recorded picture.
    fileprivate func recorded(_ point: Point) -> Point { map.picture(isMirrored ? Point(1 - point.x, point.y) : point) }
}

/// The form in the card's `lines.json`.
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
    /// Creates a copy without a valid id, because a file may contain an id twice.
    fileprivate init(renewing line: Annotation) {
        self = line
        id = -1
    }
}
