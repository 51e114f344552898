// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A few words about what was just done, shown for five seconds. A new toast replaces an old one.
struct Toast: Hashable, Sendable {
    var words: String
    var span: TimeSpan
    /// True if it is about a picture of the footage that is viewed, which is of no interest on another screen.
    var isOfFootage: Bool

    init(_ words: String, isOfFootage: Bool = false, at now: Timestamp) {
        self.words = words
        self.isOfFootage = isOfFootage
        span = TimeSpan(now, for: Motion.toast)
    }

    static func height(_ look: Theme) -> Double { look.lineHeight(look.body) + 28 }

    /// Returns its rectangle at this position, as wide as its words. Words too long for a line take more lines, upwards.
    func rect(_ look: Theme, at place: ToastPlace) -> Rect {
        let width = min(room(look, at: place), TextMetrics.width(words, size: look.body))
        let height = Double(lines(look, at: place)) * look.lineHeight(look.body) + 28
        let x = place.isLeading ? place.span.lowerBound : place.middle - width / 2 - Theme.padding
        return Rect(x: x, y: place.bottom - height, width: width + 2 * Theme.padding, height: height)
    }

    private func room(_ look: Theme, at place: ToastPlace) -> Double { place.span.upperBound - place.span.lowerBound - 2 * Theme.padding }

    private func lines(_ look: Theme, at place: ToastPlace) -> Int { TextMetrics.lines(words, size: look.body, within: room(look, at: place)) }

    func draw(on sketch: inout DrawingBuilder, at place: ToastPlace) {
        let look = sketch.look
        let (rect, lines) = (rect(look, at: place), lines(look, at: place))
        sketch.sheet(rect)
        // One line gets no width, so that a wider font never wraps it.
        sketch.text(
            words, at: Point(rect.center.x, rect.y + 14), size: look.body, weight: .semibold, alignment: .center,
            width: lines > 1 ? rect.width - 2 * Theme.padding : nil, lines: lines)
    }
}

/// The position of a toast on a screen, at which it hides nothing that matters.
struct ToastPlace: Hashable, Sendable {
    /// The horizontal limits.
    var span: ClosedRange<Double>
    var bottom: Double
    /// True if it begins at the left; otherwise it lies in the middle.
    var isLeading = false

    var middle: Double { min(max(Canvas.bounds.center.x, span.lowerBound), span.upperBound) }

    /// Returns the position just above the footer.
    static func foot(_ look: Theme) -> ToastPlace { ToastPlace(right: Areas.right, bottom: FooterLayout(look).rect.y - Theme.margin) }

    /// Returns the position above the strip that a program reads.
    static func aboveStrip(right: Double) -> ToastPlace { ToastPlace(right: right, bottom: Areas.middleBottom) }

    init(right: Double, bottom: Double) {
        span = Areas.left...right
        self.bottom = bottom
    }

    /// Begins at the left edge of a column.
    init(column: ClosedRange<Double>, bottom: Double) {
        span = column
        self.bottom = bottom
        isLeading = true
    }
}
