// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pen of the next drawing. It stays the same on every picture until somebody changes it.
struct DrawingPen: Hashable, Sendable {
    /// The kinds, in the order of the palette.
    static let kinds: [Annotation.Kind] = [.angle, .line, .arrow, .circle, .freehand, .curve, .text, .fromUpright, .fromLevel]

    var kind = Annotation.Kind.angle
    var ink = Annotation.Ink.yellow
    /// An index of `Annotation.widths`.
    var widthIndex = 1
    /// The words of a text.
    var words: String?

    var width: Double { Annotation.widths[widthIndex] }

    mutating func changeKind(by steps: Int) { kind = kind.moved(by: steps, in: Self.kinds) }
    mutating func changeInk(by steps: Int) { ink = ink.moved(by: steps, in: Annotation.Ink.allCases) }
    mutating func changeWidth(by steps: Int) {
        widthIndex = (widthIndex + steps.clamped(to: -10...10)).clamped(to: 0...Annotation.widths.count - 1)
    }

    /// - Parameter offered: the words to choose from, at least one.
    mutating func changeWords(by steps: Int, offered: [String]) {
        let now = words.flatMap { offered.contains($0) ? $0 : nil } ?? offered.first
        words = now?.moved(by: steps, in: offered)
    }
}
