// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pictures of the controls and a few signs, as drawing commands in a square.
enum Icon: Hashable, Sendable {
    case left, right, up, down
    case knobTurn, knobPush
    case mark, stop, gear
    case warning, info, noCamera

    func commands(in rect: Rect, _ color: Color) -> [DrawingCommand] {
        let center = rect.center
        let radius = min(rect.width, rect.height) / 2
        let thin = max(2, radius / 7)
        func at(_ x: Double, _ y: Double) -> Point { Point(center.x + x * radius, center.y + y * radius) }
        switch self {
        case .left: return key(rect, color) + [.polygon([at(0.3, -0.45), at(0.3, 0.45), at(-0.45, 0)], color)]
        case .right: return key(rect, color) + [.polygon([at(-0.3, -0.45), at(-0.3, 0.45), at(0.45, 0)], color)]
        case .up: return key(rect, color) + [.polygon([at(-0.45, 0.3), at(0.45, 0.3), at(0, -0.45)], color)]
        case .down: return key(rect, color) + [.polygon([at(-0.45, -0.3), at(0.45, -0.3), at(0, 0.45)], color)]
        case .knobTurn: return knob(at(0, 0.3), radius * 0.5, thin, color) + turn(at(0, 0.3), radius, thin, color)
        case .knobPush:
            return [
                .circle(center: center, radius: radius * 0.86, width: thin, color),
                .disc(center: center, radius: radius * 0.42, color),
            ]
        case .mark:
            return [
                .circle(center: center, radius: radius * 0.86, width: thin * 1.2, color),
                .disc(center: center, radius: radius * 0.5, color),
            ]
        case .stop:
            return [.fill(rect.inset(by: radius * 0.24), cornerRadius: radius * 0.18, color)]
        case .gear: return gear(center, radius, color)
        case .warning:
            return [
                .polygon([at(0, -0.86), at(0.96, 0.8), at(-0.96, 0.8)], color),
                .line([at(0, -0.3), at(0, 0.24)], width: thin * 1.4, Palette.ink),
                .disc(center: at(0, 0.54), radius: thin * 0.8, Palette.ink),
            ]
        case .info:
            return [
                .circle(center: center, radius: radius * 0.86, width: thin, color),
                .line([at(0, -0.06), at(0, 0.46)], width: thin * 1.4, color),
                .disc(center: at(0, -0.4), radius: thin * 0.8, color),
            ]
        case .noCamera:
            return [
                .stroke(
                    Rect(
                        x: center.x - radius * 0.86, y: center.y - radius * 0.5, width: radius * 1.2,
                        height: radius), cornerRadius: radius * 0.2, width: thin * 1.2, color),
                .polygon([at(0.44, 0), at(0.92, -0.44), at(0.92, 0.44)], color),
                .line([at(-0.8, 0.86), at(0.8, -0.86)], width: thin * 1.4, color),
            ]
        }
    }

    /// A key of the panel, around its arrow.
    private func key(_ rect: Rect, _ color: Color) -> [DrawingCommand] {
        let radius = min(rect.width, rect.height) / 2
        let thin = max(2, radius / 8)
        return [.stroke(rect.inset(by: radius * 0.08), cornerRadius: radius * 0.36, width: thin, color)]
    }

    private func knob(_ center: Point, _ radius: Double, _ thin: Double, _ color: Color) -> [DrawingCommand] {
        [
            .circle(center: center, radius: radius, width: thin, color),
            .line([center, Point(center.x, center.y - radius)], width: thin, color),
        ]
    }

    /// An arc over the knob, an arrowhead at either end.
    private func turn(_ center: Point, _ radius: Double, _ thin: Double, _ color: Color) -> [DrawingCommand] {
        let ring = radius * 0.92
        func head(_ side: Double) -> DrawingCommand {
            .polygon(
                [
                    Point(center.x + side * ring * 1.12, center.y - ring * 0.5),
                    Point(center.x + side * ring * 0.62, center.y - ring * 0.42),
                    Point(center.x + side * ring * 1.0, center.y + ring * 0.06),
                ], color)
        }
        return [.arc(center: center, radius: ring, from: -2.5, to: -0.64, width: thin, color), head(-1), head(1)]
    }

    /// Eight teeth: four bars through the middle, and a hub with a hole.
    private func gear(_ center: Point, _ radius: Double, _ color: Color) -> [DrawingCommand] {
        // Cosine and sine of 0°, 45°, 90° and 135°.
        let diagonal = 0.7071
        let directions = [(1.0, 0.0), (diagonal, diagonal), (0.0, 1.0), (-diagonal, diagonal)]
        let teeth = directions.flatMap { x, y in
            [-1.0, 1.0].map { side -> DrawingCommand in
                .line(
                    [
                        Point(center.x + side * x * radius * 0.66, center.y + side * y * radius * 0.66),
                        Point(center.x + side * x * radius * 0.84, center.y + side * y * radius * 0.84),
                    ],
                    width: radius * 0.26, color)
            }
        }
        return teeth + [.circle(center: center, radius: radius * 0.52, width: radius * 0.3, color)]
    }
}
