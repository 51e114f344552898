// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A number in a ring of dashes: something that the box noticed and nobody has confirmed. The dashes say so without a colour.
struct DashedRing {
    private static let dashes = 10
    /// The share of the ring that is drawn.
    private static let share = 0.62
    private static let width = 5.0

    let rect: Rect
    let text: String
    /// The text's size.
    let size: Double

    func draw(on sketch: inout DrawingBuilder) {
        let (center, radius) = (rect.center, min(rect.width, rect.height) / 2 - Self.width)
        sketch.scrim(rect, radius: min(rect.width, rect.height) / 2)
        for dash in 0..<Self.dashes {
            let from = (Double(dash) / Double(Self.dashes) - 0.25) * 2 * .pi
            sketch.add([
                .arc(
                    center: center, radius: radius, from: from, to: from + 2 * .pi / Double(Self.dashes) * Self.share, width: Self.width,
                    Palette.text)
            ])
        }
        sketch.line(text, x: center.x, middle: center.y, size: size, weight: .bold, alignment: .center)
    }
}
