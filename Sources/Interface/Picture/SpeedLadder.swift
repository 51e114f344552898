// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The ladder of speeds, with faster ones higher, shown for a second after the speed was changed. Afterwards only an unusual speed is
/// shown, small.
struct SpeedLadder {
    private let speeds: [Double]
    private let chosen: Double
    private let limit: Double?
    private let look: Theme

    /// Returns the fade-out of a ladder that comes up now.
    static func span(from now: Timestamp) -> TimeSpan { TimeSpan(now + .seconds(1), for: .milliseconds(250)) }

    private static var right: Double { Areas.right }
    private static let width = 256.0
    private static var top: Double { Areas.isUpright ? Areas.belowFilm : 240 }
    private let height: Double

    /// - Parameters:
    ///   - speeds: the slowest first.
    ///   - limit: the fastest speed that can be decoded here; faster ones are crossed out.
    ///   - bottom: its lower limit.
    init(_ speeds: [Double], chosen: Double, limit: Double? = nil, bottom: Double, look: Theme) {
        self.limit = limit
        height = min(600, bottom - Self.top)
        let most = look.scale > 1 ? 5 : speeds.count
        let index = speeds.firstIndex(of: chosen) ?? 0
        let first = (index - most / 2).clamped(to: 0...max(0, speeds.count - most))
        self.speeds = Array(speeds[first..<min(speeds.count, first + most)])
        self.chosen = chosen
        self.look = look
    }

    func draw(on sketch: inout DrawingBuilder) {
        let panel = Rect(x: Self.right - Self.width, y: Self.top, width: Self.width, height: height)
        sketch.sheet(panel)
        let big = min(124.0, (panel.height - 32) / 3)
        let row = (panel.height - 32 - big) / Double(max(1, speeds.count - 1))
        var y = panel.y + 16
        for speed in speeds.reversed() {
            let isChosen = speed == chosen
            let height = isChosen ? big : row
            let rect = Rect(x: panel.x + 12, y: y, width: panel.width - 24, height: height)
            if isChosen {
                sketch.add([
                    .fill(rect, cornerRadius: 14, Palette.text),
                    .fill(Rect(x: rect.x, y: rect.y, width: 14, height: rect.height), cornerRadius: 7, Palette.selected),
                ])
            }
            sketch.line(
                Strings.speed(speed), x: rect.center.x, middle: rect.center.y, size: isChosen ? 84 : min(row - 8, 36 * min(look.scale, 1.5)),
                weight: isChosen ? .bold : .medium, alignment: .center,
                color: isChosen ? Palette.ink : Palette.text.opacity(isHeld(speed) ? 1 : 0.4), width: rect.width - 20)
            if !isHeld(speed) {
                sketch.add([.line([Point(rect.center.x - 64, rect.center.y), Point(rect.center.x + 64, rect.center.y)], width: 4, Palette.text)])
            }
            y += height
        }
    }

    private func isHeld(_ speed: Double) -> Bool { abs(speed) <= limit ?? .infinity }

    /// Returns the whole ladder, which fades out during `span`.
    static func layer(chosen: Double, limit: Double? = nil, until span: TimeSpan, _ context: Context, at now: Timestamp) -> Layer {
        let look = Theme(context.settings)
        var sketch = DrawingBuilder(look)
        let bottom = FootageBar.top(context) - Theme.margin
        SpeedLadder(context.settings.playSpeeds, chosen: chosen, limit: limit, bottom: bottom, look: look).draw(on: &sketch)
        return Layer(.drawing(sketch.drawing), placement: Placement(opacity: 1 - span.progress(at: now)))
    }

    /// Returns the next faster or slower speed. Looking again may run at a speed that isn't among them.
    static func next(to speed: Double, faster: Bool, in speeds: [Double]) -> Double {
        (faster ? speeds.first { $0 > speed } : speeds.last { $0 < speed }) ?? speed
    }

    static let signHeight = 104.0

    /// Draws an unusual speed while the ladder isn't up: small, at the right edge.
    @discardableResult
    static func sign(_ speed: Double, y: Double, on sketch: inout DrawingBuilder) -> Rect {
        let words = Strings.speed(speed)
        let width = TextMetrics.width(words, size: 72) + 2 * Theme.padding
        let rect = Rect(x: Areas.right - width, y: y, width: width, height: signHeight)
        sketch.scrim(rect)
        sketch.line(words, x: rect.center.x, middle: rect.center.y, size: 72, weight: .semibold, alignment: .center)
        return rect
    }
}
