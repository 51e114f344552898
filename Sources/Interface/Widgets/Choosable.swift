// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Drawings that lists and grids share for what can be chosen.
extension DrawingBuilder {
    /// Draws the ground of something that the knob can hold: amber while the knob holds it.
    mutating func card(_ rect: Rect, isHeld: Bool) {
        if isHeld { return cursor(rect) }
        add([.fill(rect, cornerRadius: 12, Palette.text.opacity(0.06))])
        if look.hasHighContrast { add([.stroke(rect.inset(by: 1), cornerRadius: 12, width: 2, Palette.text)]) }
    }

    /// Draws the cursor: a lighter ground, and an amber edge of 6 inside of the rectangle.
    mutating func cursor(_ rect: Rect, radius: Double = 12, isFilled: Bool = true) {
        if isFilled, !look.hasHighContrast { add([.fill(rect, cornerRadius: radius, Palette.held.opacity(0.16))]) }
        edge(rect, radius: radius, width: 6, Palette.held)
    }

    /// Draws a box to tick.
    mutating func tickBox(_ rect: Rect, isOn: Bool) {
        guard isOn else {
            add([.stroke(rect.inset(by: 2), cornerRadius: 10, width: 3, Palette.text.opacity(0.5))])
            return
        }
        add([
            .fill(rect, cornerRadius: 10, Palette.selected),
            .line(
                [
                    Point(rect.x + rect.width * 0.24, rect.center.y), Point(rect.x + rect.width * 0.44, rect.maxY - rect.height * 0.28),
                    Point(rect.maxX - rect.width * 0.22, rect.y + rect.height * 0.28),
                ], width: 6, Palette.text),
        ])
    }
}
