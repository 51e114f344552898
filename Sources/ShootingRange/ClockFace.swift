// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The running clock of the scene, mm:ss.mmm in seven-segment digits, in its dark panel.
struct ClockFace {
    /// The panel's area, in pixels.
    private let left: Double
    private let top: Double
    private let width: Double
    private let height: Double
    private let painter: PolygonPainter

    static let glow = Paint(0xFFD46B)
    static let ghost = Paint(0x3A3524)
    static let panel = Paint(0x0C0E12)

    init(painter: PolygonPainter, size: VideoSize) {
        self.painter = painter
        left = Double(size.width) * 0.38
        width = Double(size.width) * 0.24
        top = Double(size.height) * 0.12
        height = min(Double(size.height) * 0.08, width * 0.30)
    }

    /// Draws the panel with all segments unlit; it doesn't change, so it belongs to the background.
    func drawPanel() {
        let radius = min(width, height) * 0.18
        var path: [Pixel] = []
        for (corner, center) in [
            Pixel(left + width - radius, top + height - radius), Pixel(left + radius, top + height - radius),
            Pixel(left + radius, top + radius), Pixel(left + width - radius, top + radius),
        ].enumerated() {
            for step in 0...6 {
                let turn = Spot(1, 0).rotated(by: .pi / 2 * (Double(corner) + Double(step) / 6))
                path.append(center + turn * radius)
            }
        }
        painter.fill(path, Self.panel, opacity: 0.88)
        for place in Self.digitPlaces { drawDigit(0b111_1111, at: place, Self.ghost) }
    }

    /// Draws the time since the scene began; it wraps after 100 minutes.
    func draw(_ elapsed: Duration) {
        let milliseconds = Int(max(0, elapsed.nanoseconds) / 1_000_000)
        let minutes = milliseconds / 60_000 % 100
        let seconds = milliseconds / 1000 % 60
        let digits = (
            minutes / 10, minutes % 10, seconds / 10, seconds % 10, milliseconds / 100 % 10, milliseconds / 10 % 10,
            milliseconds % 10
        )
        drawDigit(Self.segments[digits.0], at: Self.digitPlaces[0], Self.glow)
        drawDigit(Self.segments[digits.1], at: Self.digitPlaces[1], Self.glow)
        drawDigit(Self.segments[digits.2], at: Self.digitPlaces[2], Self.glow)
        drawDigit(Self.segments[digits.3], at: Self.digitPlaces[3], Self.glow)
        drawDigit(Self.segments[digits.4], at: Self.digitPlaces[4], Self.glow)
        drawDigit(Self.segments[digits.5], at: Self.digitPlaces[5], Self.glow)
        drawDigit(Self.segments[digits.6], at: Self.digitPlaces[6], Self.glow)
        drawDot(x: 2.25, y: 0.32)
        drawDot(x: 2.25, y: 0.68)
        drawDot(x: 4.75, y: 0.95)
    }

    /// The left edges of the digits, in digit widths; the colon and the point take half a width each.
    private static let digitPlaces = [0.0, 1, 2.5, 3.5, 5, 6, 7]
    private static let widthInDigits = 8.0

    /// The lit segments of 0…9: top, upper right, lower right, bottom, lower left, upper left, middle, from the lowest bit.
    private static let segments: [UInt8] = [
        0b011_1111, 0b000_0110, 0b101_1011, 0b100_1111, 0b110_0110, 0b110_1101, 0b111_1101, 0b000_0111, 0b111_1111, 0b110_1111,
    ]

    /// Returns a point of the digit grid: x in digit widths, y 0…1 from top to bottom. The digits lean a little.
    private func point(_ x: Double, _ y: Double) -> Pixel {
        let digitWidth = width * 0.90 / Self.widthInDigits
        let digitHeight = height * 0.66
        return Pixel(left + width * 0.05 + x * digitWidth + (0.5 - y) * digitHeight * 0.10, top + height * 0.17 + y * digitHeight)
    }

    private func drawDigit(_ lit: UInt8, at place: Double, _ paint: Paint) {
        let (w, e) = (place + 0.14, place + 0.86)
        let bars: [(Double, Double, Double, Double)] = [
            (w, 0, e, 0), (e, 0, e, 0.5), (e, 0.5, e, 1), (w, 1, e, 1), (w, 0.5, w, 1), (w, 0, w, 0.5), (w, 0.5, e, 0.5),
        ]
        for (index, bar) in bars.enumerated() where lit >> UInt8(index) & 1 == 1 {
            drawBar(point(bar.0, bar.1), point(bar.2, bar.3), paint)
        }
    }

    /// Draws a segment: a bar with pointed ends, a hair shorter than the grid.
    private func drawBar(_ a: Pixel, _ b: Pixel, _ paint: Paint) {
        let along = (b - a) / max((b - a).length, 1e-6)
        let thickness = max(height * 0.085, 1.2)
        let across = Pixel(-along.y, along.x) * (thickness / 2)
        let start = a + along * (thickness * 0.15)
        let end = b - along * (thickness * 0.15)
        let shoulder = along * (thickness / 2)
        painter.fill(
            [
                start, start + shoulder + across, end - shoulder + across, end, end - shoulder - across,
                start + shoulder - across,
            ], paint)
    }

    private func drawDot(x: Double, y: Double) {
        let center = point(x, y)
        let radius = max(height * 0.055, 0.9)
        painter.fill(
            [
                center + Pixel(-radius, -radius), center + Pixel(radius, -radius), center + Pixel(radius, radius),
                center + Pixel(-radius, radius),
            ], Self.glow)
    }
}
