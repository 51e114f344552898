// SPDX-License-Identifier: GPL-3.0-or-later

/// Shows in a picture's top right corner the phase of the shot and the time since it began. Its sizes are for a picture 1080 lines high and
/// scale with the picture.
public struct PhasePainting: Sendable {
    private let place: Rect
    private let unit: Double

    private static let (size, margin, padding) = (48.0, 32.0, 20.0)

    public init(_ map: PictureMap) {
        place = map.place
        unit = map.thickness(1)
    }

    /// Returns the label between the first mark and the last. From the last mark on, for a second, it shows the total time.
    /// - Parameter seconds: the time after the clip's first picture.
    public func commands(_ marks: [PhaseMark], at seconds: Double) -> [DrawingCommand] {
        guard marks.count > 1, let last = marks.last else { return [] }
        if seconds >= last.seconds, seconds <= last.seconds + 1, let total = marks.total {
            return label("\(last.name) \(Strings.phaseSeconds(total))")
        }
        guard let index = marks.lastIndex(where: { $0.seconds <= seconds }), index + 1 < marks.count else { return [] }
        return label("\(marks[index].name) \(Strings.phaseSeconds(seconds - marks[index].seconds))")
    }

    private func label(_ words: String) -> [DrawingCommand] {
        let size = Self.size * unit
        let width = TextMetrics.width(words, size: size) + 2 * Self.padding * unit
        let height = size * 1.4
        let ground = Rect(
            x: place.maxX - Self.margin * unit - width, y: place.y + Self.margin * unit, width: width, height: height)
        return [
            .fill(ground, cornerRadius: 12 * unit, Color(hex: 0x000000).opacity(0.7)),
            .text(
                TextRun(
                    words, at: Point(ground.x + Self.padding * unit, ground.center.y - size * TextMetrics.lineHeight / 2), size: size,
                    weight: .semibold, color: Color(hex: 0xFFFFFF))),
        ]
    }
}
