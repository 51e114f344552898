// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A mark that was just set: a white frame round the picture and the mark's number, large, which then goes into the status.
struct MarkSign: Hashable, Sendable {
    /// The frame stands this long and then takes `frameFade` to go. It doesn't fade in: a press is seen at the next vblank.
    static let frameTime: Duration = .milliseconds(150)
    static let frameFade: Duration = .milliseconds(100)
    /// The number stands this long and then takes `shrinkTime` to become the status.
    static let numberTime: Duration = .milliseconds(600)
    static let shrinkTime: Duration = .milliseconds(250)

    var number: Int
    var instant: Timestamp

    private var fade: Stretch { Stretch(instant + Self.frameTime, for: Self.frameFade) }
    private var shrink: Stretch { Stretch(instant + Self.numberTime, for: Self.shrinkTime) }

    /// It is over: the status stands in the number's place.
    var end: Timestamp { shrink.end }

    func frameOpacity(at now: Timestamp) -> Double { now < instant ? 0 : 1 - fade.progress(at: now) }

    func isNumberUp(at now: Timestamp) -> Bool { instant <= now && now < end }

    /// How far the number has become the status, 0…1, eased out.
    func shrinkage(at now: Timestamp) -> Double {
        let rest = 1 - shrink.progress(at: now)
        return 1 - rest * rest * rest
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [fade.nextChange(after: seen), shrink.nextChange(after: seen)].compactMap { $0 }.min()
    }

    /// 24 inside the pictures' part of the canvas: at the picture's edge nothing of the athlete is covered.
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

/// Where the number lies, from its first place to the status'.
struct MarkNumber {
    let rect: Rect
    private let number: String
    private let size: Double
    private let shrinkage: Double

    /// The figures are 144 high.
    static let size = 198.0
    static let height = 176.0
    static let cornerRadius = 24.0
    private static let lineWidth = 4.0

    /// - Parameters:
    ///   - shrinkage: 0…1, as `MarkSign` says; with reduced motion the number stays where it is.
    ///   - status: where it goes to; `nil`: nowhere, it only fades.
    init(_ number: Int, shrinkage: Double, into status: Rect?, top: Double) {
        self.number = "\(number)"
        // A 1 takes half the room of another figure.
        let figures = self.number.reduce(0) { $0 + ($1 == "1" ? 64 : 128) }
        let width = Double(max(128, figures) + 64)
        let full = Rect(x: Canvas.bounds.center.x - width / 2, y: top, width: width, height: Self.height)
        let goal = status ?? full
        rect = full.moved(shrinkage, to: goal)
        size = Self.size * rect.height / Self.height
        self.shrinkage = status == nil ? 0 : shrinkage
    }

    /// - Parameter isSolid: the journal has the mark.
    func draw(on sketch: inout Sketch, isSolid: Bool) {
        sketch.scrim(rect, radius: Self.cornerRadius + (Look.cornerRadius - Self.cornerRadius) * shrinkage)
        let top = rect.center.y + size * TextMetrics.capHeight / 2 - size * TextMetrics.ascent
        var run = TextRun(
            number, at: Point(rect.center.x, top), size: size, weight: .bold, alignment: .center,
            color: Palette.text.opacity(1 - shrinkage * shrinkage))
        run.figures = .proportional
        run.outline = isSolid ? nil : Self.lineWidth
        sketch.add([.text(run)])
    }
}
