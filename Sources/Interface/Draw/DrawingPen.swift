// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What is drawn next: the same pen on every picture, until somebody takes another one.
struct DrawingPen: Hashable, Sendable {
    /// In the order of the palette.
    static let kinds: [Annotation.Kind] = [.angle, .line, .arrow, .circle, .freehand, .curve, .text, .fromUpright, .fromLevel]

    var kind = Annotation.Kind.angle
    var ink = Annotation.Ink.yellow
    /// Of `Annotation.widths`.
    var widthIndex = 1
    /// What a text says.
    var words: String?

    var width: Double { Annotation.widths[widthIndex] }

    mutating func changeKind(by steps: Int) { kind = kind.moved(by: steps, in: Self.kinds) }
    mutating func changeInk(by steps: Int) { ink = ink.moved(by: steps, in: Annotation.Ink.allCases) }
    mutating func changeWidth(by steps: Int) {
        widthIndex = (widthIndex + steps.clamped(to: -10...10)).clamped(to: 0...Annotation.widths.count - 1)
    }

    /// - Parameter offered: at least one.
    mutating func changeWords(by steps: Int, offered: [String]) {
        let now = words.flatMap { offered.contains($0) ? $0 : nil } ?? offered.first
        words = now?.moved(by: steps, in: offered)
    }
}
