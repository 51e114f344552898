// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A placeholder for a clip without a picture, now or for good: its number on grey.
struct ReviewBlank {
    let drawing: Drawing

    /// - Parameter reason: why it can't be played, if it can't.
    init(_ clip: ReviewClip, reason: String?, aspect: Double, _ look: Theme) {
        let rect = ReviewLayout.place(aspect: aspect)
        var sketch = DrawingBuilder(look)
        sketch.add([.fill(rect, cornerRadius: ReviewLayout.cornerRadius, Palette.plate)])
        sketch.edge(rect, radius: ReviewLayout.cornerRadius, width: 2, Palette.text.opacity(look.hasHighContrast ? 1 : 0.3))
        let words = reason ?? (!clip.clip.isThere ? Strings.clipNotWritten : nil)
        let middle = rect.center.y - (words == nil ? 0 : look.body)
        sketch.line(
            clip.clip.title, x: rect.center.x, middle: middle, size: look.figure, weight: .semibold, alignment: .center, width: rect.width - 96)
        if let words {
            let width = rect.width - 192
            let lines = min(3, TextMetrics.lines(words, size: look.small, within: width))
            sketch.text(
                words, at: Point(rect.center.x, middle + look.figure * 0.7), size: look.small, alignment: .center, color: look.caption, width: width,
                lines: lines)
        }
        drawing = sketch.drawing
    }
}

/// The shadow under a clip, darker towards it. It is painted once, and moves with its clip.
enum ReviewShadow {
    /// The distance to which the shadow reaches, and the distance by which it lies lower than its clip.
    private static let reach = 28.0, fall = 10.0
    private static let steps = 7

    static func drawing(of clip: Rect) -> Drawing {
        Drawing(
            (0..<steps).map { step in
                let width = reach * (1 - Double(step) / Double(steps))
                let rect = Rect(x: clip.x - width, y: clip.y - width + fall, width: clip.width + 2 * width, height: clip.height + 2 * width)
                return .fill(rect, cornerRadius: ReviewLayout.cornerRadius + width, Palette.ink.opacity(0.11))
            })
    }
}

/// The sign of a swipe's action: a heart to the right, a bin to the left, an arrow upwards and an arrow that turns back. Shape, side and
/// word tell them apart, and colour too.
struct ReviewSign {
    private let center: Point
    private let sign: Drawing
    private let ring: Drawing

    init(_ direction: SwipeDirection, _ look: Theme) {
        let isLeft = direction == .left || direction == .down
        // The footer is higher with larger text.
        let lowest = FooterLayout(look).rect.y - ReviewLayout.signRadius - 16
        let place = isLeft ? ReviewLayout.leftSign : ReviewLayout.rightSign
        center = Point(place.x, look.scale > 1 || Areas.isUpright ? min(place.y, lowest) : place.y)
        let (color, word): (Color, String) =
            switch direction {
            case .right: (Palette.done, Strings.word(of: .like))
            case .left: (Palette.loss, Strings.word(of: .dropClip))
            case .up: (Palette.text, Strings.word(of: .skipClip))
            case .down: (Palette.text, Strings.word(of: .takeBack))
            }
        var sketch = DrawingBuilder(look)
        let radius = ReviewLayout.signRadius
        sketch.add([
            .disc(center: center, radius: radius, Palette.ink.opacity(look.hasHighContrast ? 1 : 0.8)),
            .circle(center: center, radius: radius - 1, width: look.hasHighContrast ? 3 : 2, Palette.text.opacity(look.hasHighContrast ? 1 : 0.3)),
            .circle(center: center, radius: ReviewLayout.ringRadius, width: ReviewLayout.ringWidth, Palette.text.opacity(0.25)),
        ])
        sketch.add(Self.picture(direction, at: center, color))
        let size = look.small
        let width = TextMetrics.width(word, size: size) + 40
        let x = min(max(center.x - width / 2, Areas.left), Areas.right - width)
        let below = Rect(x: x, y: center.y + radius + 12, width: width, height: look.lineHeight(size) + 12)
        // With larger text the word lies above the disc, because the footer is below it.
        let plate =
            look.scale > 1 || Areas.isUpright ? Rect(x: x, y: center.y - radius - 12 - below.height, width: width, height: below.height) : below
        sketch.sheet(plate)
        sketch.line(word, x: plate.center.x, middle: plate.center.y, size: size, weight: .semibold, alignment: .center)
        sign = sketch.drawing
        ring = Drawing([.circle(center: center, radius: ReviewLayout.ringRadius, width: ReviewLayout.ringWidth, color)])
    }

    /// - Parameters:
    ///   - opacity: 0…1.
    ///   - filling: how far a button that is held has filled the ring, 0…1.
    func layers(opacity: Double, filling: Double?) -> [Layer] {
        let layer = Layer(.drawing(sign), placement: Placement(opacity: opacity))
        guard let filling, filling > 0 else { return [layer] }
        return [layer, Layer(.drawing(ring), sweep: min(1, filling))]
    }

    private static func picture(_ direction: SwipeDirection, at center: Point, _ color: Color) -> [DrawingCommand] {
        let box = Rect(x: center.x - 34, y: center.y - 34, width: 68, height: 68)
        switch direction {
        case .right:
            return SummaryParts.heart(at: Point(center.x, center.y + 2), size: 66, Palette.text)
                + SummaryParts.heart(at: Point(center.x, center.y + 2), size: 58, color)
        case .left: return Tool.delete.picture(in: box, color)
        case .up:
            return [
                .line([Point(center.x, center.y + 26), Point(center.x, center.y - 22)], width: 8, color),
                .line([Point(center.x - 20, center.y - 4), Point(center.x, center.y - 25), Point(center.x + 20, center.y - 4)], width: 8, color),
            ]
        case .down: return Tool.undo.picture(in: box, color)
        }
    }
}
