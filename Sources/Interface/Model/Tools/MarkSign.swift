// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The sign of a mark that was just set: a white frame round the picture, and the mark's large number, which then moves into the status.
struct MarkSign: Hashable, Sendable {
    /// The frame stays for this long and then takes `frameFade` to go. It doesn't fade in: a press shows at the next vblank.
    static let frameTime: Duration = .milliseconds(150)
    static let frameFade: Duration = .milliseconds(100)
    /// The number stays for this long and then takes `shrinkTime` to become the status.
    static let numberTime: Duration = .milliseconds(600)
    static let shrinkTime: Duration = .milliseconds(250)

    var number: Int
    var instant: Timestamp

    private var fade: TimeSpan { TimeSpan(instant + Self.frameTime, for: Self.frameFade) }
    private var shrink: TimeSpan { TimeSpan(instant + Self.numberTime, for: Self.shrinkTime) }

    /// The time at which the sign is over, and the status replaces the number.
    var end: Timestamp { shrink.end }

    func frameOpacity(at now: Timestamp) -> Double { now < instant ? 0 : 1 - fade.progress(at: now) }

    func isNumberUp(at now: Timestamp) -> Bool { instant <= now && now < end }

    /// Returns how far the number has become the status, 0…1, eased out.
    func shrinkage(at now: Timestamp) -> Double {
        let rest = 1 - shrink.progress(at: now)
        return 1 - rest * rest * rest
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [fade.nextChange(after: seen), shrink.nextChange(after: seen)].compactMap { $0 }.min()
    }

    /// Returns a frame 24 units wide, inside the pictures' part of the canvas: at the picture's edge it covers nothing of the athlete.
    static func frame(in area: Rect) -> Drawing {
        let width = 24.0
        let sides = [
            Rect(x: area.x, y: area.y, width: area.width, height: width),
            Rect(x: area.x, y: area.maxY - width, width: area.width, height: width),
            Rect(x: area.x, y: area.y + width, width: width, height: area.height - 2 * width),
            Rect(x: area.maxX - width, y: area.y + width, width: width, height: area.height - 2 * width),
        ]
        return Drawing(sides.map { .fill($0, cornerRadius: 0, Palette.text) })
    }
}

/// The layout of the number, on its way from its first position to the status.
struct MarkNumber {
    let rect: Rect
    private let number: String
    private let isDashed: Bool
    private let size: Double
    private let shrinkage: Double

    /// The text size at which the figures are 144 high.
    static let size = 198.0
    static let height = 176.0
    static let cornerRadius = 24.0
    private static let lineWidth = 4.0
    /// A dashed edge is so wide that it can be told from a whole one from three metres away.
    private static let dashWidth = 8.0

    /// - Parameters:
    ///   - number: of the mark, within its session.
    ///   - isConfirmed: false for an automatic mark that counts only once it is confirmed. It has a dashed edge.
    ///   - shrinkage: 0…1, from `MarkSign`.
    ///   - status: the rectangle into which the number moves; `nil` if the number stays and only fades, as with reduced motion.
    init(_ number: Int, isConfirmed: Bool, shrinkage: Double, into status: Rect?, top: Double) {
        self.number = "\(ClipPlan.Kind(ofNumber: number).shown(number))"
        isDashed = !isConfirmed
        // A 1 takes half the room of another figure.
        let figures = self.number.reduce(0) { $0 + ($1 == "1" ? 64 : 128) }
        let width = Double(max(128, figures) + 64)
        let full = Rect(x: Canvas.bounds.center.x - width / 2, y: top, width: width, height: Self.height)
        let goal = status ?? full
        rect = full.moved(shrinkage, to: goal)
        size = Self.size * rect.height / Self.height
        self.shrinkage = status == nil ? 0 : shrinkage
    }

    /// - Parameter isSolid: true if the journal has the mark.
    func draw(on sketch: inout DrawingBuilder, isSolid: Bool) {
        sketch.scrim(rect, radius: Self.cornerRadius + (Theme.cornerRadius - Self.cornerRadius) * shrinkage)
        if isDashed { sketch.dashedEdge(rect, dash: 24, width: Self.dashWidth, Palette.text.opacity(1 - shrinkage)) }
        let top = rect.center.y + size * TextMetrics.capHeight / 2 - size * TextMetrics.ascent
        var run = TextRun(
            number, at: Point(rect.center.x, top), size: size, weight: .bold, alignment: .center,
            color: Palette.text.opacity(1 - shrinkage * shrinkage))
        run.figures = .proportional
        run.outline = isSolid ? nil : Self.lineWidth
        sketch.add([.text(run)])
    }
}
