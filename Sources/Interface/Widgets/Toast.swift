// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A few words about what was just done, shown for five seconds on one screen. A new toast replaces an old one.
struct Toast: Hashable, Sendable {
    /// The control that takes back what the toast tells.
    enum Undo: Hashable, Sendable {
        /// The knob, held: the first of the tools.
        case tools
        /// ▼.
        case down
        /// The knob, held: the tool that begins a new session instead of going on.
        case newInstead

        fileprivate var icon: Icon {
            switch self {
            case .tools, .newInstead: .knobHold
            case .down: .down
            }
        }

        /// The word before the control's picture, which says how to use the control; `nil` for a press.
        fileprivate var use: String? { self == .down ? nil : Strings.holdWord }
        fileprivate var word: String { Strings.word(of: tool) }
        /// The tool that does it.
        var tool: Tool { self == .newInstead ? .newInstead : .undo }
    }

    var words: String
    var span: TimeSpan
    /// The way to take it back; `nil` for a toast that only tells something.
    var undo: Undo?

    init(_ words: String, undo: Undo? = nil, at now: Timestamp) {
        self.words = words
        self.undo = undo
        span = TimeSpan(now, for: Motion.toast)
    }

    static func height(_ look: Theme) -> Double { look.lineHeight(look.body) + 28 }

    /// Returns its rectangle at this position, as wide as its words. Words too long for a line take more lines, upwards.
    func rect(_ look: Theme, at place: ToastPlace) -> Rect {
        let width = min(room(look, at: place), TextMetrics.width(words, size: look.body)) + undoWidth(look) + 2 * Theme.padding
        let height = Double(lines(look, at: place)) * look.lineHeight(look.body) + 28
        let x = place.isLeading ? place.span.lowerBound : max(place.span.lowerBound, min(place.middle - width / 2, place.span.upperBound - width))
        return Rect(x: x, y: place.bottom - height, width: width, height: height)
    }

    private func room(_ look: Theme, at place: ToastPlace) -> Double {
        place.span.upperBound - place.span.lowerBound - 2 * Theme.padding - undoWidth(look)
    }

    private static func iconSide(_ look: Theme) -> Double { 40 * look.scale }

    /// Returns the width of the way to take it back, with the gap before it; 0 without such a way.
    private func undoWidth(_ look: Theme) -> Double {
        undo.map { 2 * Theme.padding + Self.useWidth($0, look) + Self.iconSide(look) + look.gap + TextMetrics.width($0.word, size: look.body) }
            ?? 0
    }

    private static func useWidth(_ undo: Undo, _ look: Theme) -> Double {
        undo.use.map { TextMetrics.width($0, size: look.body) + look.gap } ?? 0
    }

    private func lines(_ look: Theme, at place: ToastPlace) -> Int { TextMetrics.lines(words, size: look.body, within: room(look, at: place)) }

    func draw(on sketch: inout DrawingBuilder, at place: ToastPlace) {
        let look = sketch.look
        let (rect, lines) = (rect(look, at: place), lines(look, at: place))
        sketch.sheet(rect)
        let undoWidth = undoWidth(look)
        let middle = rect.center.x - undoWidth / 2
        // One line gets no width, so that a wider font never wraps it.
        sketch.text(
            words, at: Point(middle, rect.y + 14), size: look.body, weight: .semibold, alignment: .center,
            width: lines > 1 ? rect.width - 2 * Theme.padding - undoWidth : nil, lines: lines)
        guard let undo else { return }
        draw(undo, from: rect.maxX - Theme.padding - undoWidth, middle: rect.center.y, on: &sketch)
    }
}

extension Toast {
    /// Draws the way to take it back, behind a fine line.
    private func draw(_ undo: Undo, from left: Double, middle: Double, on sketch: inout DrawingBuilder) {
        let look = sketch.look
        var x = left + Theme.padding
        let half = look.lineHeight(look.body) / 2
        sketch.add([.line([Point(x, middle - half), Point(x, middle + half)], width: 2, Palette.text.opacity(0.3))])
        x += Theme.padding
        if let use = undo.use {
            sketch.line(use, x: x, middle: middle, size: look.body)
            x += Self.useWidth(undo, look)
        }
        let side = Self.iconSide(look)
        sketch.icon(undo.icon, in: Rect(x: x, y: middle - side / 2, width: side, height: side))
        sketch.line(undo.word, x: x + side + look.gap, middle: middle, size: look.body, weight: .bold)
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

    /// Returns the position that all screens share: in the middle, above the footer. At the usual size its upper edge lies at 850.
    /// - Parameter span: the horizontal limits. The toast keeps to the middle of the canvas as far as they let it.
    static func foot(_ look: Theme, within span: ClosedRange<Double> = Areas.left...Areas.right) -> ToastPlace {
        ToastPlace(span: span, bottom: FooterLayout(look).rect.y - 2 * Theme.margin)
    }

    /// Returns the upper edge of a toast of one line there. Pages with stills or figures leave the space below it free.
    static func top(_ look: Theme) -> Double { foot(look).bottom - Toast.height(look) }

    /// Returns the position above the strip that a program reads.
    static func aboveStrip(right: Double) -> ToastPlace { ToastPlace(span: Areas.left...right, bottom: Areas.middleBottom) }

    /// Returns the position raised to this lower edge, if it lies lower.
    func raised(to bottom: Double) -> ToastPlace {
        var place = self
        place.bottom = min(place.bottom, bottom)
        return place
    }

    init(span: ClosedRange<Double>, bottom: Double) {
        self.span = span
        self.bottom = bottom
    }

    /// Begins at the left edge of a column.
    init(column: ClosedRange<Double>, bottom: Double) {
        span = column
        self.bottom = bottom
        isLeading = true
    }
}
