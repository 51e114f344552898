// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The subject of a chip, as a white sign on its plate.
enum ChipIcon: Hashable, CaseIterable, Sendable {
    case camera, card, cardLocked, cardFull, encoder, pictures, power, heat, tv, memory, settings, warning, info, saved

    /// Returns the sign, drawn in a box of 48 units round its middle.
    /// - Parameter ground: the plate's colour, for the parts that are cut out of a sign.
    func commands(in plate: Rect, ground: Color) -> [DrawingCommand] {
        let share = plate.width / 48
        let pen = Pen(middle: plate.center, share: share * 0.88, ground: ground)
        switch self {
        case .camera: return pen.camera + [pen.strike]
        case .card: return pen.card + [pen.strike]
        case .cardLocked: return pen.card + pen.lock
        case .cardFull: return pen.card + [pen.fill(-10, 0, 20, 12)]
        case .encoder: return [pen.circle(0, 0, 14), pen.disc(0, 0, 6), pen.strike]
        case .pictures:
            return [pen.frame(-16, -12, 24, 18), pen.line([(14, -6), (14, 12), (-10, 12)]), pen.line([(-9, -3), (1, -3)])]
        case .power: return [pen.polygon([(3, -18), (-11, 3), (-1, 3), (-4, 18), (11, -4), (1, -4)])]
        case .heat:
            return [
                pen.line([(0, -15), (0, 6)], width: 9), pen.disc(0, 10, 8), pen.line([(0, -13), (0, 8)], width: 4, pen.ground),
                pen.disc(0, 10, 4, pen.ground), pen.line([(10, -12), (15, -12)]), pen.line([(10, -4), (15, -4)]),
            ]
        case .tv: return [pen.frame(-16, -13, 32, 21), pen.line([(-8, 14), (8, 14)]), pen.strike]
        case .memory: return [pen.frame(-10, -13, 20, 26)] + pen.pins
        case .settings:
            return [
                pen.line([(-15, -8), (15, -8)]), pen.line([(-15, 8), (15, 8)]), pen.disc(-5, -8, 5.5), pen.disc(6, 8, 5.5),
            ]
        case .warning:
            return [
                pen.polygon([(0, -16), (18, 15), (-18, 15)]), pen.line([(0, -6), (0, 4)], width: 3.5, pen.ground), pen.disc(0, 10, 2.4, pen.ground),
            ]
        case .info: return [pen.line([(0, -2), (0, 14)], width: 5), pen.disc(0, -11, 3.6)]
        case .saved: return [pen.line([(-13, 1), (-4, 10), (14, -10)], width: 5)]
        }
    }
}

/// A pen for units round a middle.
private struct Pen {
    var middle: Point
    var share: Double
    var ground: Color

    private static let width = 3.0

    func at(_ x: Double, _ y: Double) -> Point { Point(middle.x + x * share, middle.y + y * share) }

    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
        Rect(x: middle.x + x * share, y: middle.y + y * share, width: width * share, height: height * share)
    }

    func line(_ points: [(Double, Double)], width: Double = Self.width, _ color: Color = Palette.text) -> DrawingCommand {
        .line(points.map { at($0.0, $0.1) }, width: width * share, color)
    }

    func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> DrawingCommand {
        .stroke(box(x, y, width, height), cornerRadius: 3 * share, width: Self.width * share, Palette.text)
    }

    func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> DrawingCommand {
        .fill(box(x, y, width, height), cornerRadius: 1.5 * share, Palette.text)
    }

    func polygon(_ points: [(Double, Double)]) -> DrawingCommand { .polygon(points.map { at($0.0, $0.1) }, Palette.text) }

    func disc(_ x: Double, _ y: Double, _ radius: Double, _ color: Color = Palette.text) -> DrawingCommand {
        .disc(center: at(x, y), radius: radius * share, color)
    }

    func circle(_ x: Double, _ y: Double, _ radius: Double) -> DrawingCommand {
        .circle(center: at(x, y), radius: radius * share, width: Self.width * share, Palette.text)
    }

    /// A line across a sign: the thing isn't there.
    var strike: DrawingCommand { line([(-18, 18), (18, -18)], width: 3.5) }

    /// An SD card with its corner cut.
    var card: [DrawingCommand] {
        [line([(-13, -15), (6, -15), (14, -7), (14, 15), (-13, 15), (-13, -15)]), line([(-6, -10), (-6, -4)]), line([(0, -10), (0, -4)])]
    }

    var lock: [DrawingCommand] {
        [.arc(center: at(0, 3), radius: 4.5 * share, from: .pi, to: 2 * .pi, width: 2.6 * share, Palette.text), fill(-7, 3, 14, 9)]
    }

    var camera: [DrawingCommand] { [frame(-17, -10, 23, 20), polygon([(8, 0), (17, -9), (17, 9)])] }

    var pins: [DrawingCommand] {
        [-8.0, 0, 8].flatMap { [line([(-16, $0), (-11, $0)]), line([(11, $0), (16, $0)])] }
    }
}
