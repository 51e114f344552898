// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What several views of the summary draw alike.
enum SummaryParts {
    /// The ground of what is only read.
    static func plate(_ rect: Rect, on sketch: inout Sketch) {
        sketch.add([.fill(rect, cornerRadius: Look.cornerRadius, Palette.panel)])
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
}
