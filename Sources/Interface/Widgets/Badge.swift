// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A mark's number: an outline until the journal has it, then solid.
enum Badge {
    static func height(_ look: Theme) -> Double { 40 * look.scale }

    static func width(_ number: Int, _ look: Theme) -> Double {
        max(height(look), TextMetrics.width("\(number)", size: look.small) + 20 * look.scale)
    }

    static func draw(_ number: Int, in rect: Rect, on sketch: inout DrawingBuilder, isSolid: Bool, isInverted: Bool = false) {
        let (front, back) = isInverted ? (Palette.ink, Palette.text) : (Palette.text, Palette.ink)
        let radius = rect.height / 2
        if isSolid {
            sketch.add([.fill(rect, cornerRadius: radius, front)])
        } else {
            sketch.add([.stroke(rect.inset(by: 1.5), cornerRadius: radius, width: 3, front)])
        }
        sketch.line(
            "\(number)", x: rect.center.x, middle: rect.center.y, size: sketch.look.small, weight: .semibold,
            alignment: .center, color: isSolid ? back : front)
    }
}
