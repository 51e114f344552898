// SPDX-License-Identifier: GPL-3.0-or-later

/// An estimate of the room that text takes, without a font at hand: Inter's advance widths for bold, with tabular figures.
///
/// Lighter weights are a little narrower, so text that fits by this estimate fits on the TV.
package enum TextMetrics {
    /// The distance from one line to the next, in ems: Inter's ascent and descent.
    package static let lineHeight = 1.2103
    /// The distance from a line's top edge to its baseline, in ems.
    package static let ascent = 0.9688
    /// The height of capitals and figures, in ems.
    package static let capHeight = 0.7273

    /// The advance widths in thousandths of an em, from the space (32) to the tilde (126).
    private static let advances: [Double] = [
        232, 325, 392, 690, 690, 859, 690, 209, 409, 409, 565, 680, 303, 469, 298, 390,
        690, 690, 690, 690, 690, 690, 690, 690, 690, 690, 298, 303, 680, 680, 680, 562,
        1031, 748, 661, 752, 727, 613, 585, 761, 746, 281, 570, 690, 567, 915, 735, 782,
        648, 783, 656, 655, 668, 729, 748, 1036, 714, 724, 667, 409, 390, 409, 488, 477,
        497, 580, 635, 587, 635, 598, 386, 633, 624, 272, 272, 582, 272, 912, 622, 614,
        632, 632, 409, 562, 388, 622, 586, 850, 574, 586, 572, 409, 374, 409, 680,
    ]
    /// The advance width of any other character: that of a capital.
    private static let other = 700.0

    /// Returns the width of one line, in canvas units.
    package static func width(_ text: some StringProtocol, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            // A no-break space is as wide as a space.
            let index = scalar.value == 0xA0 ? 0 : Int(scalar.value) - 32
            return sum + (advances.indices.contains(index) ? advances[index] : other)
        } / 1000 * size
    }

    /// Returns the number of lines that the text takes when it wraps at spaces within `width`.
    package static func lines(_ text: String, size: Double, within width: Double) -> Int {
        var lines = 1
        var used = 0.0
        let space = Self.width(" ", size: size)
        for word in text.split(separator: " ") {
            let wordWidth = Self.width(word, size: size)
            if used > 0, used + space + wordWidth > width {
                lines += 1
                used = wordWidth
            } else {
                used += (used > 0 ? space : 0) + wordWidth
            }
            // A word that is too long for a line is broken.
            while used > width, width > 0 {
                lines += 1
                used -= width
            }
        }
        return lines
    }

    /// Returns the rectangle that a run takes: its lines' boxes.
    package static func bounds(of run: TextRun) -> Rect {
        let natural = width(run.text, size: run.size)
        let width = run.width.map { min($0, natural) } ?? natural
        let lines = run.width.map { min(run.maximumLines, Self.lines(run.text, size: run.size, within: $0)) } ?? 1
        let left =
            switch run.alignment {
            case .leading: run.origin.x
            case .center: run.origin.x - width / 2
            case .trailing: run.origin.x - width
            }
        return Rect(x: left, y: run.origin.y, width: width, height: Double(lines) * run.size * lineHeight)
    }
}
