// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Drawings that lists and grids share for what can be chosen.
extension DrawingBuilder {
    /// Draws the ground of something that can be chosen.
    /// - Parameter isHeld: true if the knob turns it now.
    mutating func card(_ rect: Rect, isChosen: Bool, isHeld: Bool = false) {
        let color = isHeld ? Palette.held : Palette.selected
        add([.fill(rect, cornerRadius: 12, isChosen ? color.opacity(0.28) : Palette.text.opacity(0.06))])
        if isChosen {
            add([.stroke(rect.inset(by: 2), cornerRadius: 12, width: 4, color)])
        } else if look.hasHighContrast {
            add([.stroke(rect.inset(by: 1), cornerRadius: 12, width: 2, Palette.text)])
        }
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
