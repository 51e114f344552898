// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A score on its ring's colour.
package struct ScoreChip: Hashable, Sendable {
    package let label: String
    private let color: Color
    /// True if the arrow doesn't count.
    private var isStruck = false

    private init(label: String, color: Color) {
        self.label = label
        self.color = color
    }

    /// Shows an arrow of an end, struck out if it is one too many.
    init(_ entry: EndScore.Entry, on face: Face) {
        self.init(entry.score, on: face)
        isStruck = !entry.counts
    }

    package init(_ score: ArrowScore, on face: Face) {
        let ring = face.rings.first { $0.label == score.label }
        self.init(label: score.label, color: ring.map { Color(hex: $0.color.hex) } ?? Self.neutralColor)
    }

    /// Returns a chip for words that aren't the score of one ring.
    package static func neutral(_ label: String) -> ScoreChip { ScoreChip(label: label, color: neutralColor) }

    private static let neutralColor = Color(hex: 0x2E2E34)

    /// True if dark words stand out on it better than light ones.
    private var isLight: Bool { 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue > 0.3 }

    /// - Parameter radius: of the corners; `nil`: chosen by the height.
    func draw(in rect: Rect, size: Double, weight: TextRun.Weight = .bold, radius: Double? = nil, on sketch: inout DrawingBuilder) {
        let radius = radius ?? min(Theme.cornerRadius, rect.height / 4)
        let words: Color
        if sketch.look.hasHighContrast {
            sketch.add([
                .fill(rect, cornerRadius: radius, Palette.ink), .stroke(rect.inset(by: 4), cornerRadius: radius, width: 8, color),
                .stroke(rect.inset(by: 1), cornerRadius: radius, width: 2, Palette.text),
            ])
            words = Palette.text
        } else {
            sketch.add([.fill(rect, cornerRadius: radius, color)])
            // The black rings would be lost on the dark ground.
            if !isLight { sketch.add([.stroke(rect.inset(by: 1), cornerRadius: radius, width: 2, Palette.text.opacity(0.6))]) }
            words = isLight ? Palette.ink : Palette.text
        }
        sketch.line(
            label, x: rect.center.x, middle: rect.center.y, size: size, weight: weight, alignment: .center, color: words,
            width: rect.width - 16, figures: .proportional)
        guard isStruck else { return }
        let inset = rect.inset(by: rect.height / 8)
        let line = [Point(inset.x, inset.maxY), Point(inset.maxX, inset.y)]
        sketch.add([.line(line, width: rect.height / 8, Palette.ink), .line(line, width: rect.height / 16, Palette.text)])
    }
}
