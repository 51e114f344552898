// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A few words for five seconds: what was just done. A new one takes an old one's place.
struct Toast: Hashable, Sendable {
    var words: String
    var span: Stretch
    /// It tells of a picture of the footage that is looked at: nobody wants to hear of that on another screen.
    var isOfFootage: Bool

    init(_ words: String, isOfFootage: Bool = false, at now: Timestamp) {
        self.words = words
        self.isOfFootage = isOfFootage
        span = Stretch(now, for: Motion.toast)
    }

    static func height(_ look: Look) -> Double { look.lineHeight(look.body) + 28 }

    /// At this place, as wide as its words; what is too long for a line takes more, upwards.
    func rect(_ look: Look, at place: ToastPlace) -> Rect {
        let width = min(room(look, at: place), TextMetrics.width(words, size: look.body))
        let height = Double(lines(look, at: place)) * look.lineHeight(look.body) + 28
        let x = place.isLeading ? place.span.lowerBound : place.middle - width / 2 - Look.padding
        return Rect(x: x, y: place.bottom - height, width: width + 2 * Look.padding, height: height)
    }

    private func room(_ look: Look, at place: ToastPlace) -> Double { place.span.upperBound - place.span.lowerBound - 2 * Look.padding }

    private func lines(_ look: Look, at place: ToastPlace) -> Int { TextMetrics.lines(words, size: look.body, within: room(look, at: place)) }

    func draw(on sketch: inout Sketch, at place: ToastPlace) {
        let look = sketch.look
        let (rect, lines) = (rect(look, at: place), lines(look, at: place))
        sketch.sheet(rect)
        // One line gets no width, so that a wider font never wraps it.
        sketch.text(
            words, at: Point(rect.center.x, rect.y + 14), size: look.body, weight: .semibold, alignment: .center,
            width: lines > 1 ? rect.width - 2 * Look.padding : nil, lines: lines)
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
