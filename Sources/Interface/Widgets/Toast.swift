// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A few words for five seconds: what was just done. A new one takes an old one's place.
struct Toast: Hashable, Sendable {
    var words: String
    var span: Stretch

    init(_ words: String, at now: Timestamp) {
        self.words = words
        span = Stretch(now, for: Motion.toast)
    }

    static func height(_ look: Look) -> Double { look.lineHeight(look.body) + 28 }

    /// At this place, as wide as its words; what is too long for a line takes more, upwards.
    func draw(on sketch: inout Sketch, at place: ToastPlace) {
        let look = sketch.look
        let room = place.span.upperBound - place.span.lowerBound - 2 * Look.padding
        let lines = TextMetrics.lines(words, size: look.body, within: room)
        let width = min(room, TextMetrics.width(words, size: look.body))
        let height = Double(lines) * look.lineHeight(look.body) + 28
        let x = place.isLeading ? place.span.lowerBound : place.middle - width / 2 - Look.padding
        let rect = Rect(x: x, y: place.bottom - height, width: width + 2 * Look.padding, height: height)
        sketch.sheet(rect)
        // One line gets no width, so that a wider font never wraps it.
        sketch.text(
            words, at: Point(rect.center.x, rect.y + 14), size: look.body, weight: .semibold, alignment: .center,
            width: lines > 1 ? width : nil, lines: lines)
    }
}

/// Where a toast lies: on each screen where it hides nothing that matters.
struct ToastPlace: Hashable, Sendable {
    /// Left and right it reaches no further.
    var span: ClosedRange<Double>
    var bottom: Double
    /// It begins at the left; else it lies in the middle.
    var isLeading = false

    var middle: Double { min(max(Canvas.bounds.center.x, span.lowerBound), span.upperBound) }

    /// Just above the footer.
    static func foot(_ look: Look) -> ToastPlace { ToastPlace(right: Areas.right, bottom: FooterLayout(look).rect.y - Look.margin) }

    /// Above the strip that a program reads.
    static func aboveStrip(right: Double) -> ToastPlace { ToastPlace(right: right, bottom: Areas.middleBottom) }

    init(right: Double, bottom: Double) {
        span = Areas.left...right
        self.bottom = bottom
    }

    /// From the left edge of a column on.
    init(column: ClosedRange<Double>, bottom: Double) {
        span = column
        self.bottom = bottom
        isLeading = true
    }
}
