// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The card in the corner while STOP is held: the hold goes to Live first, and then switches off, as one ring in two parts.
struct HoldCard {
    private let look: Theme
    private let progress: Double
    /// True once the first part is over: letting go stays in Live.
    private let isLive: Bool
    private let seconds: Int
    private let loss: String?
    let rect: Rect

    /// The end of the ring's first part.
    private static let firstPart = 0.2

    /// - Parameters:
    ///   - hold: the time from the press until the box goes off.
    ///   - loss: the words for what isn't on a card and would be lost.
    ///   - bottom: the lower limit, above which the card lies.
    init(_ hold: TimeSpan, loss: String?, above bottom: Double, look: Theme, at now: Timestamp) {
        self.look = look
        progress = hold.progress(at: now)
        isLive = hold.start + PressRecognizer.holdTime <= now
        seconds = wholeSecondsLeft(from: now, to: hold.end)
        self.loss = isLive ? loss : nil
        let scale = look.scale
        let words = self.loss.map { TextMetrics.width($0, size: 28 * scale) } ?? 0
        let off = TextMetrics.width(Strings.offIn(5), size: 36 * scale)
        let width = min(Areas.right - Areas.left, max(520 * scale, 192 * scale + max(words, off) + 32))
        rect = Rect(x: Areas.right - width, y: bottom - 16 - 184 * scale, width: width, height: 184 * scale)
    }

    func draw(on sketch: inout DrawingBuilder) {
        let scale = look.scale
        Sheet.ground(rect, on: &sketch)
        drawRing(on: &sketch)
        let x = rect.x + 192 * scale
        var left = x
        if isLive {
            let tick = [(2.0, -12.0), (12, -2), (32, -24)].map { Point(x + $0.0 * scale, rect.y + (64 + $0.1) * scale) }
            sketch.add([.line(tick, width: 5 * scale, Palette.done)])
            left += 46 * scale
        }
        sketch.line(Strings.word(of: .live), x: left, middle: rect.y + 51 * scale, size: 36 * scale, weight: .semibold)
        guard isLive else { return }
        sketch.line(
            Strings.offIn(seconds), x: x, middle: rect.y + 103 * scale, size: 36 * scale, weight: .bold, color: look.loss,
            width: rect.maxX - x - 16)
        sketch.line(loss ?? Strings.letGo, x: x, middle: rect.y + 150 * scale, size: 28 * scale, width: rect.maxX - x - 16)
    }

    private func drawRing(on sketch: inout DrawingBuilder) {
        let side = 136 * look.scale
        let center = Point(rect.x + 92 * look.scale, rect.center.y)
        let box = Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
        sketch.add(Icon.stop.held(in: box, progress: progress, Palette.text, filled: isLive ? Palette.loss : Palette.text))
        if isLive {
            // The first part stays white.
            let start = -Double.pi / 2
            sketch.add([
                .arc(
                    center: center, radius: side * 14.25 / 32, from: start, to: start + 2 * .pi * Self.firstPart, width: side * 3 / 32, Palette.text)
            ])
        }
    }
}
