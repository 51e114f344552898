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
    ///   - fraction: how much of the delay is still to come, 0…1.
    ///   - area: it lies at the bottom of this, in the middle.
    init(seconds: Int, fraction: Double, in area: Rect, look: Look) {
        self.seconds = seconds
        self.fraction = fraction
        let natural = Self.width(look.body)
        let room = area.width - 2 * Look.margin
        // In one half of a split screen large text has to be a little smaller.
        let size = natural > room ? look.body * room / natural : look.body
        self.size = size
        let height = size * 2.8 + 40
        rect = Rect(x: area.center.x - Self.width(size) / 2, y: area.maxY - height, width: Self.width(size), height: height)
    }

    func draw(on sketch: inout Sketch) {
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

    private static func width(_ size: Double) -> Double {
        64 + TextMetrics.width(Strings.delayedPictureIn, size: size) + 24 + size * 2.8
    }
}

extension Toast {
    /// Draws it in the middle of this area.
    func draw(on sketch: inout Sketch, in area: Rect) {
        switch content {
        case .delay(let seconds): drawDelay(seconds, on: &sketch, in: area)
        case .words(let words): drawWords(words, on: &sketch, in: area)
        }
    }

    private func drawDelay(_ seconds: Double, on sketch: inout Sketch, in area: Rect) {
        let look = sketch.look
        let width = max(400, TextMetrics.width(Strings.seconds(60), size: look.figure) + 96)
        let height = look.lineHeight(look.figure) + 72
        let rect = Rect(x: area.center.x - width / 2, y: area.center.y - height / 2, width: width, height: height)
        sketch.sheet(rect)
        sketch.text(
            Strings.seconds(seconds), at: Point(rect.center.x, rect.y + 16), size: look.figure, weight: .semibold,
            alignment: .center, color: Palette.held)
        let bar = Rect(x: rect.x + 40, y: rect.maxY - 44, width: width - 80, height: 12)
        let range = Settings.delayRange
        let fraction = (seconds - range.lowerBound) / (range.upperBound - range.lowerBound)
        var done = bar
        done.width = 12 + (bar.width - 12) * fraction.clamped(to: 0...1)
        sketch.add([.fill(bar, cornerRadius: 6, Palette.text.opacity(0.25)), .fill(done, cornerRadius: 6, Palette.held)])
    }

    private func drawWords(_ words: String, on sketch: inout Sketch, in area: Rect) {
        let look = sketch.look
        let room = area.width - 80
        let lines = TextMetrics.lines(words, size: look.body, within: room)
        let width = min(room, TextMetrics.width(words, size: look.body))
        let height = Double(lines) * look.lineHeight(look.body) + 40
        let rect = Rect(x: area.center.x - width / 2 - 40, y: area.center.y - height / 2, width: width + 80, height: height)
        sketch.sheet(rect)
        // One line is centred without a width, so that a narrower font never wraps it.
        sketch.text(
            words, at: Point(rect.center.x, rect.y + 20), size: look.body, weight: .semibold, alignment: .center,
            width: lines > 1 ? width : nil, lines: lines)
    }
}

/// The words on the two halves of a split screen.
struct SplitLabels {
    static func draw(on sketch: inout Sketch, left: String, right: String?, y: Double) {
        let look = sketch.look
        let height = look.lineHeight(look.small) + 16
        func label(_ words: String, x: Double) {
            let rect = Rect(x: x, y: y - height, width: TextMetrics.width(words, size: look.small) + 40, height: height)
            sketch.scrim(rect)
            sketch.line(words, x: rect.x + 20, middle: rect.center.y, size: look.small, weight: .semibold)
        }
        label(left, x: Areas.left)
        if let right { label(right, x: Canvas.bounds.center.x + 24) }
    }
}
