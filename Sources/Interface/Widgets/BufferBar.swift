// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The bar that shows for how many minutes of footage there is room, and how much of that is filled.
struct BufferBar {
    struct Content: Hashable {
        /// The footage that fits, in seconds.
        var seconds: Double
        /// The filled share, 0…1.
        var filled: Double
        /// True if so little fits that the bar is coloured.
        var isShort: Bool
    }

    let rect: Rect
    private let content: Content
    private let look: Theme

    private static let height = 8.0
    private static let inset = 16.0

    /// - Parameters:
    ///   - right: its right edge.
    ///   - top: its upper edge.
    init(_ look: Theme, _ content: Content, right: Double, top: Double) {
        (self.look, self.content) = (look, content)
        let width = max(160, TextMetrics.width(Strings.buffer(content.seconds), size: look.small)) + 2 * Theme.padding
        let height = 8 + look.lineHeight(look.small) + 4 + Self.height + Self.inset
        rect = Rect(x: right - width, y: top, width: width, height: height)
    }

    func draw(on sketch: inout DrawingBuilder) {
        sketch.scrim(rect)
        sketch.line(
            Strings.buffer(content.seconds), x: rect.maxX - Theme.padding, middle: rect.y + 8 + look.lineHeight(look.small) / 2, size: look.small,
            alignment: .trailing)
        var bar = Rect(
            x: rect.x + Theme.padding, y: rect.maxY - Self.inset - Self.height, width: rect.width - 2 * Theme.padding, height: Self.height)
        sketch.add([.fill(bar, cornerRadius: Self.height / 2, Palette.text.opacity(0.32))])
        bar.width = max(Self.height, bar.width * content.filled.clamped(to: 0...1))
        sketch.add([.fill(bar, cornerRadius: Self.height / 2, content.isShort ? look.loss : Palette.text)])
    }
}
