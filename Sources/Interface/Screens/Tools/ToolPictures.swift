// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Tool {
    /// Returns the drawing for the tool's tile, in a square.
    func picture(in rect: Rect, _ color: Color) -> [DrawingCommand] {
        let pen = ToolPen(rect, color)
        switch self {
        case .undo:
            return [pen.arc(0, 4, 12, from: -130, to: 150), pen.line((-14, -14), (-9, -4.5), (1.5, -8))]
        case .redo:
            return [pen.arc(0, 4, 12, from: 30, to: 310), pen.line((14, -14), (9, -4.5), (-1.5, -8))]
        case .moreTools: return [pen.disc(-10, 0, 3.5), pen.disc(0, 0, 3.5), pen.disc(10, 0, 3.5)]
        case .split:
            return [pen.frame(-14, -10, 12.5, 20), pen.frame(1.5, -10, 12.5, 20), pen.fill(3, -8.5, 9.5, 17, 0.5)]
        case .zoom: return [pen.ring(-2, -2, 9.5), pen.line((5, 5), (13, 13)), pen.line((-6.5, -2), (2.5, -2)), pen.line((-2, -6.5), (-2, 2.5))]
        case .mirror:
            return [pen.line((0, -13), (0, 13)), pen.polygon((-3.5, -8), (-3.5, 8), (-14, 8)), pen.outline((3.5, -8), (3.5, 8), (14, 8))]
        case .turn:
            return [pen.frame(-7, -9, 14, 18), pen.arc(0, 0, 15, from: -60, to: 60), pen.line((11.5, 8), (7.5, 13), (3, 9.5))]
        case .lookAtClip: return [pen.frame(-14, -10, 28, 20), pen.polygon((-4, -6), (7, 0), (-4, 6))]
        case .miss: return [pen.ring(0, 0, 11), pen.line((-6, -6), (6, 6)), pen.line((-6, 6), (6, -6))]
        case .more: return [pen.ring(0, 0, 12), pen.line((-6, 0), (6, 0)), pen.line((0, -6), (0, 6))]
        case .fewer: return [pen.ring(0, 0, 12), pen.line((-6, 0), (6, 0))]
        case .done: return [pen.ring(0, 0, 12), pen.line((-6, 0), (-1.5, 5), (6, -5))]
        case .skip: return [pen.polygon((-11, -9), (4, 0), (-11, 9)), pen.line((9, -9), (9, 9))]
        case .practice: return [pen.ring(0, 0, 12), pen.disc(0, 0, 2.5), pen.line((-13, 13), (13, -13))]
        case .wrongClip:
            return [
                pen.line((-13, -5), (12, -5)), pen.line((6, -11), (12.5, -5), (6, 1)), pen.line((13, 7), (-12, 7)),
                pen.line((-6, 1), (-12.5, 7), (-6, 13)),
            ]
        case .score: return [pen.ring(0, 0, 13), pen.ring(0, 0, 7.5), pen.disc(0, 0, 3)]
        case .notes: return [pen.frame(-10, -13, 20, 26), pen.line((-5, -6), (5, -6)), pen.line((-5, 0), (5, 0)), pen.line((-5, 6), (2, 6))]
        case .clips:
            return [(-13.0, -11.0), (1.5, -11), (-13, 1), (1.5, 1)].map { pen.fill($0.0, $0.1, 11.5, 9.5, 1) }
        case .carousel:
            return [pen.frame(-7, -10, 14, 20), pen.line((-14, -6), (-11, -6), (-11, 6), (-14, 6)), pen.line((14, -6), (11, -6), (11, 6), (14, 6))]
        case .moment: return [pen.line((-13, 8), (13, 8)), pen.line((0, -13), (0, 13)), pen.polygon((-6, 8), (0, 2), (6, 8), (0, 14))]
        case .trim:
            return [
                pen.line((-8, -13), (-13, -13), (-13, 13), (-8, 13)), pen.line((8, -13), (13, -13), (13, 13), (8, 13)), pen.fill(-8, -5, 16, 10, 1),
            ]
        case .compare:
            return [pen.frame(-14, -10, 12.5, 20), pen.frame(1.5, -10, 12.5, 20), pen.line((-7.5, -4), (-7.5, 4)), pen.line((7.5, -4), (7.5, 4))]
        case .export:
            return [
                pen.line((-5, -3), (-12, -3), (-12, 13), (12, 13), (12, -3), (5, -3)), pen.line((0, 7), (0, -13)),
                pen.line((-6, -7), (0, -13), (6, -7)),
            ]
        case .zoomApart: return [pen.frame(-14, -12, 15, 15), pen.ring(5, 4, 7.5), pen.line((10.5, 9.5), (14, 13))]
        case .beside: return [pen.frame(-14, -10, 12.5, 20), pen.frame(1.5, -10, 12.5, 20)]
        case .ghost: return [pen.frame(-13, -11, 19, 15), pen.fill(-6, -4, 19, 15, 0.5), pen.frame(-6, -4, 19, 15)]
        case .wipe: return [pen.frame(-14, -10, 28, 20), pen.fill(0, -10, 14, 20, 0.5), pen.line((0, -14), (0, 14))]
        case .shift: return [pen.line((-13, -6), (8, -6)), pen.line((-8, 6), (13, 6)), pen.line((9, 2), (13, 6), (9, 10))]
        case .swap:
            return [
                pen.line((-12, -6), (11, -6)), pen.line((6, -11), (12, -6), (6, -1)), pen.line((12, 6), (-11, 6)),
                pen.line((-6, 1), (-12, 6), (-6, 11)),
            ]
        case .fetchFilms:
            return [
                pen.line((-5, -3), (-12, -3), (-12, 13), (12, 13), (12, -3), (5, -3)), pen.line((0, -13), (0, 7)),
                pen.line((-6, 1), (0, 7), (6, 1)),
            ]
        case .model: return [pen.ring(0, -7, 5.5), pen.arc(0, 13, 11, from: 180, to: 360), pen.line((-11, 13), (11, 13))]
        case .selectLiked: return [pen.frame(-13, -13, 26, 26)] + SummaryParts.heart(at: rect.center, size: rect.width * 0.42, color)
        case .draw: return [pen.line((12, 11), (-12, 11), (8, -12)), pen.arc(-12, 11, 13, from: -50, to: 0)]
        case .drawKind: return [pen.ring(-6, 5, 7), pen.line((-2, -3), (13, -13)), pen.line((6, -13), (13, -13), (13, -6))]
        case .drawInk:
            return [pen.ring(0, 0, 13), pen.disc(-5, -5, 2.5), pen.disc(5, -5, 2.5), pen.disc(-6, 3, 2.5), pen.disc(2, 7, 2.5)]
        case .drawWidth: return [pen.fill(-13, -10, 26, 2.5, 1), pen.fill(-13, -3, 26, 5, 1), pen.fill(-13, 6, 26, 8, 1)]
        case .drawWords: return [pen.line((-9, -7), (-9, -11), (9, -11), (9, -7)), pen.line((0, -11), (0, 11)), pen.line((-5, 11), (5, 11))]
        case .keepForAll:
            return [pen.frame(-13, -12, 18, 14), pen.line((-8, 7), (10, 7), (10, -8)), pen.line((-9, -1), (1, -9))]
        case .erase: return [pen.outline((-4, 11), (-13, 2), (3, -12), (13, -3)), pen.line((-8, -3), (4, 6)), pen.line((-4, 11), (13, 11))]
        case .lines: return [pen.line((0, -14), (0, 14)), pen.line((-13, 4), (13, -4))]
        case .stopwatch: return [pen.ring(0, 3, 11), pen.line((0, 3), (5, -2)), pen.line((-3, -13), (3, -13)), pen.line((0, -13), (0, -9))]
        case .otherClip: return [pen.frame(-14, -10, 12.5, 20), pen.frame(1.5, -10, 12.5, 20), pen.fill(5, -6, 5.5, 12, 1)]
        case .chooseOther:
            return [-7.0, 0, 7].map { pen.line((-14, $0), (-4, $0)) } + [pen.frame(1.5, -10, 12.5, 20), pen.fill(5, -6, 5.5, 12, 1)]
        case .clearPhases: return [pen.ring(0, 3, 11), pen.line((-4, -1), (4, 7)), pen.line((-4, 7), (4, -1)), pen.line((-3, -13), (3, -13))]
        case .movement:
            return [
                pen.frame(-13, -13, 26, 26), pen.line((-13, 0), (13, 0)), pen.line((0, -13), (0, 13)), pen.fill(1.5, -11.5, 10, 10, 1),
                pen.fill(-11.5, 1.5, 10, 10, 0.5),
            ]
        case .trail: return [pen.line((-14, -5), (9, 2)), pen.disc(11, 3, 3.5), pen.disc(-2, 7, 2.5), pen.disc(-11, 4, 1.5)]
        case .strip: return [-14.0, -4.5, 5.0].map { pen.frame($0, -11, 9, 22) }
        case .cropPicture: return [pen.line((-8, -14), (-8, 8), (14, 8)), pen.line((-14, -8), (8, -8), (8, 14))]
        case .review: return [pen.frame(-13, -12, 26, 16), pen.line((-9, 8), (9, 8)), pen.line((-6, 13), (6, 13))]
        case .slow: return [pen.polygon((-9, -10), (8, 0), (-9, 10)), pen.line((12, -12), (12, 12)), pen.line((-13, -12), (-13, 12))]
        case .selectAll: return [pen.frame(-13, -13, 26, 26), pen.line((-7, 0), (-2, 6), (8, -6))]
        case .goOn: return [pen.polygon((-10, -11), (6, 0), (-10, 11)), pen.line((11, -11), (11, 11))]
        case .arrows: return [pen.ring(0, 0, 13), pen.ring(0, 0, 7), pen.disc(-3, -2, 2.5), pen.disc(5, 4, 2.5), pen.disc(2, -8, 2.5)]
        case .phases: return [pen.line((-13, -8), (3, -8)), pen.line((-5, 0), (9, 0)), pen.line((5, 8), (13, 8)), pen.line((-13, -13), (-13, 13))]
        case .splitHere: return [pen.frame(-12, -13, 24, 26), pen.line((-18, 0), (18, 0))]
        case .newSession, .newInstead: return [pen.frame(-12, -13, 24, 26), pen.line((-6, 0), (6, 0)), pen.line((0, -6), (0, 6))]
        case .filter: return [pen.outline((-13, -11), (13, -11), (3, 1), (3, 12), (-3, 8), (-3, 1))]
        case .protect:
            return [pen.frame(-11, -2, 22, 15), pen.arc(0, -2, 7, from: 180, to: 360), pen.disc(0, 5.5, 2.5)]
        case .restoreClip:
            return [
                pen.line((-9, 1), (-7.5, 13), (7.5, 13), (9, 1)), pen.line((-12, -3), (-5, -3)), pen.line((5, -3), (12, -3)),
                pen.line((0, 7), (0, -13)), pen.line((-6, -7), (0, -13), (6, -7)),
            ]
        case .empty:
            return [
                pen.line((-12, -8), (12, -8)), pen.line((-4, -8), (-4, -12), (4, -12), (4, -8)), pen.line((-9, -8), (-7.5, 13), (7.5, 13), (9, -8)),
                pen.line((-4, -1), (4, 7)), pen.line((4, -1), (-4, 7)),
            ]
        case .delete, .deleteClip:
            return [
                pen.line((-12, -8), (12, -8)), pen.line((-4, -8), (-4, -12), (4, -12), (4, -8)), pen.line((-9, -8), (-7.5, 13), (7.5, 13), (9, -8)),
            ]
        }
    }
}

/// A pen for a square 36 units wide, with the origin in the middle.
struct ToolPen {
    private let center: Point
    private let scale: Double
    private let color: Color
    private static let width = 2.6

    init(_ rect: Rect, _ color: Color) {
        center = rect.center
        scale = rect.width / 36
        self.color = color
    }

    private func at(_ x: Double, _ y: Double) -> Point { Point(center.x + x * scale, center.y + y * scale) }

    func line(_ points: (Double, Double)...) -> DrawingCommand { .line(points.map { at($0.0, $0.1) }, width: Self.width * scale, color) }

    func outline(_ points: (Double, Double)...) -> DrawingCommand {
        .line((points + points.prefix(1)).map { at($0.0, $0.1) }, width: Self.width * scale, color)
    }

    func polygon(_ points: (Double, Double)...) -> DrawingCommand { .polygon(points.map { at($0.0, $0.1) }, color) }

    func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> DrawingCommand {
        let corner = at(x, y)
        return .stroke(
            Rect(x: corner.x, y: corner.y, width: width * scale, height: height * scale), cornerRadius: 2.5 * scale, width: Self.width * scale, color)
    }

    func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ opacity: Double) -> DrawingCommand {
        let corner = at(x, y)
        return .fill(
            Rect(x: corner.x, y: corner.y, width: width * scale, height: height * scale), cornerRadius: 1.5 * scale,
            color.opacity(opacity * color.alpha))
    }

    func ring(_ x: Double, _ y: Double, _ radius: Double) -> DrawingCommand {
        .circle(center: at(x, y), radius: radius * scale, width: Self.width * scale, color)
    }

    func disc(_ x: Double, _ y: Double, _ radius: Double) -> DrawingCommand { .disc(center: at(x, y), radius: radius * scale, color) }

    /// Returns an arc; the angles are in degrees clockwise from 3 o'clock.
    func arc(_ x: Double, _ y: Double, _ radius: Double, from: Double, to: Double) -> DrawingCommand {
        .arc(
            center: at(x, y), radius: radius * scale, from: from * .pi / 180, to: to * .pi / 180, width: Self.width * scale, color)
    }
}
