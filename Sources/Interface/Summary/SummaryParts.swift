// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What several views of the summary draw alike.
enum SummaryParts {
    /// The ground of something that can be chosen.
    /// - Parameter isHeld: the knob turns it now.
    static func card(_ rect: Rect, isChosen: Bool, isHeld: Bool = false, on sketch: inout Sketch) {
        let color = isHeld ? Palette.held : Palette.selected
        sketch.add([.fill(rect, cornerRadius: 12, isChosen ? color.opacity(0.28) : Palette.text.opacity(0.06))])
        if isChosen {
            sketch.add([.stroke(rect.inset(by: 2), cornerRadius: 12, width: 4, color)])
        } else if sketch.look.hasHighContrast {
            sketch.add([.stroke(rect.inset(by: 1), cornerRadius: 12, width: 2, Palette.text)])
        }
    }

    /// The ground of what is only read.
    static func plate(_ rect: Rect, on sketch: inout Sketch) {
        sketch.add([.fill(rect, cornerRadius: Look.cornerRadius, Color(hex: 0x1C1C20))])
        if sketch.look.hasHighContrast { sketch.edge(rect, width: sketch.look.edgeWidth, sketch.look.edge) }
    }

    /// A clip's still, on a plate that stays where there is none.
    static func still(_ key: ClipKey?, in rect: Rect, isClip: Bool, on sketch: inout Sketch) {
        sketch.add([.fill(rect, cornerRadius: 8, Palette.text.opacity(0.08))])
        if let key, isClip {
            sketch.add([.still(key, rect, cornerRadius: 8)])
        } else if !isClip {
            let arm = min(rect.width, rect.height) * 0.16
            let middle = rect.center
            sketch.add([
                .circle(center: middle, radius: arm, width: 3, Palette.text.opacity(0.5)),
                .line(
                    [Point(middle.x - arm * 0.7, middle.y + arm * 0.7), Point(middle.x + arm * 0.7, middle.y - arm * 0.7)], width: 3,
                    Palette.text.opacity(0.5)),
            ])
        }
    }

    /// As wide as the widest usual label needs.
    static func scoreWidth(_ label: String, size: Double) -> Double {
        max(size * 1.45, TextMetrics.width(label, size: size) + 20)
    }

    /// A box to tick.
    static func box(_ rect: Rect, isOn: Bool, on sketch: inout Sketch) {
        guard isOn else {
            sketch.add([.stroke(rect.inset(by: 2), cornerRadius: 10, width: 3, Palette.text.opacity(0.5))])
            return
        }
        sketch.add([
            .fill(rect, cornerRadius: 10, Palette.selected),
            .line(
                [
                    Point(rect.x + rect.width * 0.24, rect.center.y), Point(rect.x + rect.width * 0.44, rect.maxY - rect.height * 0.28),
                    Point(rect.maxX - rect.width * 0.22, rect.y + rect.height * 0.28),
                ], width: 6, Palette.text),
        ])
    }
}
