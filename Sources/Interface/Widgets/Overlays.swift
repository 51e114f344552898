// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The countdown to the first delayed picture, while the live one is up for aiming.
struct Countdown {
    let rect: Rect
    private let seconds: Int
    private let fraction: Double
    private let size: Double
    private var radius: Double { size * 1.4 }

    /// - Parameters:
    ///   - fraction: the share of the delay that is still to come, 0…1.
    ///   - area: the area at whose lower edge it lies, in the middle.
    init(seconds: Int, fraction: Double, in area: Rect, look: Theme) {
        self.seconds = seconds
        self.fraction = fraction
        let natural = Self.width(look.body)
        let room = area.width - 2 * Theme.margin
        // In one half of a split screen, large text has to be a little smaller.
        let size = natural > room ? look.body * room / natural : look.body
        self.size = size
        let height = Self.height(size)
        rect = Rect(x: area.center.x - Self.width(size) / 2, y: area.maxY - height, width: Self.width(size), height: height)
    }

    func draw(on sketch: inout DrawingBuilder) {
        sketch.scrim(rect)
        let center = Point(rect.maxX - 32 - radius, rect.center.y)
        sketch.line(Strings.delayedPictureIn, x: rect.x + 32, middle: center.y, size: size)
        let start = -Double.pi / 2
        sketch.add([
            .circle(center: center, radius: radius - 4, width: 6, Palette.text.opacity(0.25)),
            .arc(
                center: center, radius: radius - 4, from: start,
                to: start + 2 * .pi * fraction.clamped(to: 0...1), width: 6, Palette.text),
        ])
        sketch.line("\(seconds)", x: center.x, middle: center.y, size: size * 4 / 3, weight: .semibold, alignment: .center)
    }

    static func height(_ size: Double) -> Double { size * 2.8 + 40 }

    private static func width(_ size: Double) -> Double {
        64 + TextMetrics.width(Strings.delayedPictureIn, size: size) + 24 + size * 2.8
    }
}
