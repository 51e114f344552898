// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Drawings that several views of the summary share.
enum SummaryParts {
    /// Draws the ground of content that is only read.
    static func plate(_ rect: Rect, on sketch: inout DrawingBuilder) {
        sketch.add([.fill(rect, cornerRadius: Theme.cornerRadius, Palette.panel)])
        if sketch.look.hasHighContrast { sketch.edge(rect, width: sketch.look.edgeWidth, sketch.look.edge) }
    }

    /// Returns a heart: two discs over a point.
    /// - Parameter size: its width.
    static func heart(at center: Point, size: Double, _ color: Color) -> [DrawingCommand] {
        let radius = size * 0.28
        let (left, right) = (Point(center.x - size * 0.22, center.y - size * 0.12), Point(center.x + size * 0.22, center.y - size * 0.12))
        return [
            .disc(center: left, radius: radius, color), .disc(center: right, radius: radius, color),
            .polygon(
                [
                    Point(center.x - size * 0.455, center.y + size * 0.03), Point(center.x, center.y - size * 0.14),
                    Point(center.x + size * 0.455, center.y + size * 0.03), Point(center.x, center.y + size * 0.5),
                ], color),
        ]
    }

    /// Draws a clip's still on a plate, which stays if there is no still. A deleted clip's still is dim, under the bin.
    /// - Parameter number: the clip's number; `nil` draws that there is no clip.
    static func still(ofClip number: Int?, in book: ScoreBook, _ rect: Rect, radius: Double = 8, on sketch: inout DrawingBuilder) {
        sketch.add([.fill(rect, cornerRadius: radius, Palette.panel)])
        let side = min(rect.width, rect.height)
        guard let number else {
            let arm = side * 0.16
            let middle = rect.center
            return sketch.add([
                .circle(center: middle, radius: arm, width: 3, Palette.text.opacity(0.5)),
                .line(
                    [Point(middle.x - arm * 0.7, middle.y + arm * 0.7), Point(middle.x + arm * 0.7, middle.y - arm * 0.7)], width: 3,
                    Palette.text.opacity(0.5)),
            ])
        }
        let clip = book.clip(number)
        if clip?.isRemoved != true, let key = book.key(ofClip: number) { sketch.add([.still(key, rect, cornerRadius: radius)]) }
        guard let clip, clip.isDeleted else { return }
        let bin = min(side * 0.5, 120)
        let box = Rect(x: rect.center.x - bin / 2, y: rect.center.y - bin / 2, width: bin, height: bin)
        sketch.add([.fill(rect, cornerRadius: radius, Palette.ink.opacity(0.72))])
        // The bin is solid once the journal has the deletion, as a mark's number is.
        sketch.add(Tool.delete.picture(in: box, Palette.text.opacity(clip.isAcknowledged ? 1 : 0.5)))
    }

    /// Returns the width of a score: that of the widest usual label, or more if the label needs it.
    static func scoreWidth(_ label: String, size: Double) -> Double {
        max(size * 1.45, TextMetrics.width(label, size: size) + 20)
    }
}
