// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A bar at the foot of a picture that shows all of some footage from left to right. Each screen adds its own content.
struct FootageBar {
    let rect: Rect
    let track: Rect
    /// The footage that the track covers.
    let whole: ClosedRange<Duration>
    private let labels: (from: String, to: String)?

    private static let height = 40.0
    private static let labelSize = 26.0

    /// Returns the bar's upper edge: right above the footer, or above the strip that a program reads.
    static func top(_ context: Context) -> Double {
        let top = FooterLayout(Theme(context.settings)).rect.y - height - 6
        return context.hasFrameStrip && top < Areas.strip.maxY ? min(top, Areas.strip.y - height - 6) : top
    }

    init(of whole: ClosedRange<Duration>, labels: (from: String, to: String), _ context: Context) {
        self.whole = whole
        rect = Rect(x: Areas.left, y: Self.top(context), width: Areas.right - Areas.left, height: Self.height)
        let hasLabels = Theme(context.settings).scale < 2
        self.labels = hasLabels ? labels : nil
        let left = hasLabels ? TextMetrics.width(labels.from, size: Self.labelSize) + 24 : 0
        let right = hasLabels ? TextMetrics.width(labels.to, size: Self.labelSize) + 24 : 0
        track = Rect(x: rect.x + 16 + left, y: rect.y, width: rect.width - 32 - left - right, height: rect.height)
    }

    // MARK: Positions

    /// The area in which a finger takes the bar, a little larger than the bar.
    var reach: Rect { rect.inset(by: -24) }

    /// Returns the position under a finger.
    func position(at x: Double) -> Duration {
        whole.lowerBound + (whole.upperBound - whole.lowerBound) * ((x - track.x) / track.width).clamped(to: 0...1)
    }

    func x(_ place: Duration) -> Double {
        let length = (whole.upperBound - whole.lowerBound).inSeconds
        return track.x + track.width * (length > 0 ? ((place - whole.lowerBound).inSeconds / length).clamped(to: 0...1) : 0)
    }

    // MARK: Drawing

    func drawGround(on sketch: inout DrawingBuilder) {
        sketch.scrim(rect)
        let middle = rect.center.y
        if let labels {
            sketch.line(labels.from, x: rect.x + 16, middle: middle, size: Self.labelSize)
            sketch.line(labels.to, x: rect.maxX - 16, middle: middle, size: Self.labelSize, alignment: .trailing)
        }
        sketch.add([.fill(Rect(x: track.x, y: middle - 3, width: track.width, height: 6), cornerRadius: 3, Palette.text.opacity(0.4))])
    }

    /// Draws a loop, between brackets.
    func draw(round: ClosedRange<Duration>, on sketch: inout DrawingBuilder) {
        let (from, to) = (x(round.lowerBound), max(x(round.lowerBound) + 8, x(round.upperBound)))
        sketch.add([.fill(Rect(x: from, y: rect.y + 3, width: to - from, height: rect.height - 6), cornerRadius: 2, Palette.text.opacity(0.2))])
        for (edge, inwards) in [(from, 8.0), (to, -8.0)] {
            sketch.add([
                .line(
                    [Point(edge + inwards, rect.y + 4), Point(edge, rect.y + 4), Point(edge, rect.maxY - 4), Point(edge + inwards, rect.maxY - 4)],
                    width: 3, Palette.text)
            ])
        }
    }

    /// Draws the moment as a line with a diamond at its foot.
    func draw(moment: Duration, on sketch: inout DrawingBuilder) {
        let (x, foot) = (x(moment), rect.maxY - 8)
        sketch.add([
            .line([Point(x, rect.y + 4), Point(x, rect.maxY - 4)], width: 3, Palette.text),
            .polygon([Point(x - 10, foot), Point(x, foot - 10), Point(x + 10, foot), Point(x, foot + 10)], Palette.text),
        ])
    }

    /// Draws the current position.
    /// - Parameter isOfTheKnob: true if the knob moves it.
    func drawHead(at place: Duration, isOfTheKnob: Bool, on sketch: inout DrawingBuilder) {
        let (x, color) = (x(place), isOfTheKnob ? Palette.held : Palette.text)
        let stem = [Point(x, rect.y + 1), Point(x, rect.y + 43)]
        let top = Point(x, rect.y + 3)
        sketch.add([
            .line(stem, width: 12, Palette.ink), .disc(center: top, radius: 12, Palette.ink), .line(stem, width: 8, color),
            .disc(center: top, radius: 10, color),
        ])
    }
}
