// SPDX-License-Identifier: GPL-3.0-or-later

/// Lines that stay on every picture of the camera: live, delayed, in replays. They are as a right-handed archer needs them; for a left-handed
/// one they are mirrored.
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
    public static let firstID = 900_000
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

    /// As they are seen for an archer.
    public func lines(isLeftHanded: Bool) -> [Annotation] { isLeftHanded ? lines.map(\.mirrored) : lines }

    /// One more, or one that was changed; what is drawn for a left-handed archer is mirrored back.
    /// - Returns: its id; `nil` if there is no room for it.
    public mutating func keep(_ annotation: Annotation, isLeftHanded: Bool) -> Int? {
        var line = isLeftHanded ? annotation.mirrored : annotation
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
    public var mirrored: Annotation {
        var mirrored = self
        mirrored.points = points.map { Point(1 - $0.x, $0.y) }
        return mirrored
    }
}

/// As the card's `lines.json` has them.
extension StandingLines: Codable {
    private enum Key: String, CodingKey { case isOn, lines }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let all = try fields.decodeIfPresent(TolerantAnnotations.self, forKey: .lines)?.all ?? []
        self.init(isOn: try fields.decodeIfPresent(Bool.self, forKey: .isOn) ?? false)
        for line in all.prefix(Self.most) { _ = keep(Annotation(renewing: line), isLeftHanded: false) }
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
