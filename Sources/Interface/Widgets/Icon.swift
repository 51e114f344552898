// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The icons of the controls, as drawing commands in a square.
enum Icon: Hashable, Sendable {
    case mark, stop, left, right, up, down
    case knobTurn, knobPush, knobHold

    /// - Parameter ground: the colour under the icon, for MARK's letter and the knob's notch, which are cut out.
    func commands(in rect: Rect, _ color: Color, on ground: Color = Palette.ink) -> [DrawingCommand] {
        let box = IconBox(rect)
        switch self {
        case .mark: return Self.markCap(box, color, ground)
        case .stop: return Self.cap(box, color) + [box.fill(side: 11, radius: 1.5, color)]
        case .left: return Self.cap(box, color) + [box.triangle(quarterTurns: 2, color)]
        case .right: return Self.cap(box, color) + [box.triangle(quarterTurns: 0, color)]
        case .up: return Self.cap(box, color) + [box.triangle(quarterTurns: 3, color)]
        case .down: return Self.cap(box, color) + [box.triangle(quarterTurns: 1, color)]
        case .knobTurn: return Self.turning(box, color, ground)
        case .knobPush:
            return [
                .circle(center: box.center, radius: box.length(12.5), width: box.length(2.5), color),
                .line([box.at(0, -7), box.at(0, 4)], width: box.length(3), color),
                .polygon([box.at(-5.6, 1.6), box.at(5.6, 1.6), box.at(0, 8)], color),
            ]
        case .knobHold: return Icon.knobPush.held(in: rect, progress: 0.125, color, on: ground)
        }
    }

    /// Returns the icon of a held control: smaller, in a ring that fills clockwise from the top. A turn has none.
    /// - Parameters:
    ///   - progress: the share of the hold that is over, 0…1.
    ///   - filled: the colour of the filled part; red if the hold loses something.
    func held(in rect: Rect, progress: Double, _ color: Color, filled: Color? = nil, on ground: Color = Palette.ink) -> [DrawingCommand] {
        let box = IconBox(rect)
        let side = rect.width * 0.66
        let inner = Rect(x: box.center.x - side / 2, y: box.center.y - side / 2, width: side, height: side)
        let width = box.length(3)
        let radius = box.length(14.25)
        var ring = [DrawingCommand.circle(center: box.center, radius: radius, width: width, color.opacity(0.32))]
        if progress > 0 {
            let start = -Double.pi / 2
            let end = start + 2 * .pi * progress.clamped(to: 0...1)
            ring.append(.arc(center: box.center, radius: radius, from: start, to: end, width: width, filled ?? color))
        }
        return commands(in: inner, color, on: ground) + ring
    }

    /// Returns the only filled cap, with the letter cut out. Its mass distinguishes it from the push at three metres.
    private static func markCap(_ box: IconBox, _ color: Color, _ ground: Color) -> [DrawingCommand] {
        let letter = [
            (-8.0, 7.5), (-8, -7.5), (-4.2, -7.5), (0, 1.2), (4.2, -7.5), (8, -7.5), (8, 7.5), (4.6, 7.5), (4.6, -1.2), (1.3, 5.4), (-1.3, 5.4),
            (-4.6, -1.2), (-4.6, 7.5),
        ]
        return [box.fill(side: 26, radius: 6, color), .polygon(letter.map { box.at($0.0, $0.1) }, ground)]
    }

    /// Returns a key of the panel, for a sign inside it.
    private static func cap(_ box: IconBox, _ color: Color) -> [DrawingCommand] {
        let side = box.length(23.5)
        let rect = Rect(x: box.center.x - side / 2, y: box.center.y - side / 2, width: side, height: side)
        return [.stroke(rect, cornerRadius: box.length(5), width: box.length(2.5), color)]
    }

    /// Returns the knob under an arc with a head at either end.
    private static func turning(_ box: IconBox, _ color: Color, _ ground: Color) -> [DrawingCommand] {
        let heads = [-1.0, 1].map { side -> DrawingCommand in
            .polygon([box.at(side * 14.01, 2.16), box.at(side * 14.55, -4.92), box.at(side * 7.84, -1.35)], color)
        }
        let (from, to) = (-152 * Double.pi / 180, -28 * Double.pi / 180)
        return [
            .disc(center: box.at(0, 3.5), radius: box.length(7.5), color),
            .line([box.at(0, 3), box.at(0, -1.5)], width: box.length(2.6), ground),
            .arc(center: box.at(0, 3.5), radius: box.length(13), from: from, to: to, width: box.length(2.5), color),
        ] + heads
    }
}

/// The square of an icon, 32 units wide, with the origin in the middle.
struct IconBox {
    let center: Point
    private let scale: Double

    init(_ rect: Rect) {
        center = rect.center
        scale = min(rect.width, rect.height) / 32
    }

    func length(_ length: Double) -> Double { length * scale }
    func at(_ x: Double, _ y: Double) -> Point { Point(center.x + x * scale, center.y + y * scale) }

    func fill(side: Double, radius: Double, _ color: Color) -> DrawingCommand {
        let (corner, side) = (at(-side / 2, -side / 2), length(side))
        return .fill(Rect(x: corner.x, y: corner.y, width: side, height: side), cornerRadius: length(radius), color)
    }

    /// Returns the arrow on a cap: to the right, or turned clockwise by this number of quarters.
    fileprivate func triangle(quarterTurns: Int, _ color: Color) -> DrawingCommand {
        let points = [(-4.0, -7.0), (6.6, 0), (-4, 7)]
        return .polygon(
            points.map { x, y in
                switch quarterTurns {
                case 1: at(-y, x)
                case 2: at(-x, -y)
                case 3: at(y, -x)
                default: at(x, y)
                }
            }, color)
    }
}
