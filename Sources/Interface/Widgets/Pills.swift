// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A button on the screen that says which control does the same: for a finger and as a legend at once.
enum Pills {
    private static func icon(_ look: Look) -> Double { 36 * look.scale }
    private static let padding = 28.0

    static func width(_ icon: Icon, _ words: String, _ look: Look) -> Double {
        self.icon(look) + look.gap + TextMetrics.width(words, size: look.small) + 2 * padding
    }

    /// Fits its words into the rectangle: if it is narrower than it wants to be, they get smaller, and end in an ellipsis when that is not enough.
    static func draw(_ icon: Icon, _ words: String, in rect: Rect, on sketch: inout Sketch, color: Color = Palette.text) {
        let look = sketch.look
        sketch.add([.fill(rect, cornerRadius: Look.cornerRadius, Palette.text.opacity(look.hasHighContrast ? 0 : 0.12))])
        if look.hasHighContrast { sketch.add([.stroke(rect.inset(by: 1), cornerRadius: Look.cornerRadius, width: 2, Palette.text)]) }
        let side = self.icon(look)
        let room = rect.width - side - look.gap - 2 * 12
        let size = Look.size(look.small, for: words, within: room)
        let natural = TextMetrics.width(words, size: size)
        let width = min(natural, room)
        let left = rect.center.x - (side + look.gap + width) / 2
        sketch.icon(icon, in: Rect(x: left, y: rect.center.y - side / 2, width: side, height: side), color)
        sketch.line(
            words, x: left + side + look.gap, middle: rect.center.y, size: size, weight: .semibold, color: color,
            width: width < natural ? width : nil)
    }
}
