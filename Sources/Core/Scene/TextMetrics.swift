// SPDX-License-Identifier: GPL-3.0-or-later

/// An estimate of the room that text takes, without a font at hand: Inter's advance widths, with tabular figures.
///
/// Room is reckoned in bold. Lighter weights are a little narrower, so text that fits by this estimate fits on the TV.
package enum TextMetrics {
    /// The distance from one line to the next, in ems: Inter's ascent and descent.
    package static let lineHeight = 1.2103
    /// The distance from a line's top edge to its baseline, in ems.
    package static let ascent = 0.9688
    /// The height of capitals and figures, in ems.
    package static let capHeight = 0.7273

    /// The advance widths of bold in thousandths of an em, from the space (32) to the tilde (126).
    private static let advances: [Double] = [
        232, 325, 392, 690, 690, 859, 690, 209, 409, 409, 565, 680, 303, 469, 298, 390,
        690, 690, 690, 690, 690, 690, 690, 690, 690, 690, 298, 303, 680, 680, 680, 562,
        1031, 748, 661, 752, 727, 613, 585, 761, 746, 281, 570, 690, 567, 915, 735, 782,
        648, 783, 656, 655, 668, 729, 748, 1036, 714, 724, 667, 409, 390, 409, 488, 477,
        497, 580, 635, 587, 635, 598, 386, 633, 624, 272, 272, 582, 272, 912, 622, 614,
        632, 632, 409, 562, 388, 622, 586, 850, 574, 586, 572, 409, 374, 409, 680,
    ]
    /// The advance widths of the medium weight, in the same order.
    private static let mediumAdvances: [Double] = [
        265, 294, 400, 667, 667, 828, 667, 217, 378, 378, 522, 666, 288, 463, 283, 368,
        667, 667, 667, 667, 667, 667, 667, 667, 667, 667, 283, 288, 666, 666, 666, 526,
        968, 700, 654, 735, 722, 603, 586, 749, 742, 270, 552, 664, 564, 898, 747, 768,
        639, 768, 645, 643, 651, 738, 700, 978, 666, 685, 639, 378, 368, 378, 475, 460,
        497, 569, 626, 568, 626, 587, 369, 617, 602, 249, 249, 556, 249, 884, 597, 602,
        617, 617, 384, 536, 372, 594, 566, 825, 551, 566, 551, 378, 342, 378, 666,
    ]
    /// The advance widths of signs that stand in the box's words, of bold and of medium: they differ much from a capital's.
    private static let signs: [Unicode.Scalar: (bold: Double, medium: Double)] = [
        "·": (298, 283), "’": (228, 199), "“": (422, 394), "”": (421, 394), "…": (799, 814), "–": (500, 500), "−": (680, 666), "×": (680, 666),
        "±": (680, 666), "°": (460, 456), "½": (916, 923), "¼": (879, 882), "¾": (965, 954), "⅛": (933, 932), "▲": (1048, 1022),
        "▼": (1048, 1022), "◀": (956, 928), "▶": (956, 928), "„": (421, 394), "ä": (580, 569), "ö": (614, 602),
        "ü": (622, 594), "Ä": (748, 700), "Ö": (782, 768), "Ü": (729, 738), "ß": (664, 627),
    ]
    /// The advance width of any other character: that of a capital.
    private static let other = 700.0
    /// The advance width of the characters of East Asia and of pictures, which fill their square.
    private static let square = 1000.0
    private static let firstSquare: UInt32 = 0x2E80

    /// Returns the width of one line, in canvas units.
    /// - Parameter weight: bold, unless the text has to be centred just as it is drawn.
    package static func width(_ text: some StringProtocol, size: Double, weight: TextRun.Weight = .bold) -> Double {
        text.unicodeScalars.reduce(0) { $0 + advance(of: $1, weight) } / 1000 * size
    }

    private static func advance(of scalar: Unicode.Scalar, _ weight: TextRun.Weight) -> Double {
        // A no-break space is as wide as a space.
        let index = scalar.value == 0xA0 ? 0 : Int(scalar.value) - 32
        let known = advances.indices.contains(index) ? (advances[index], mediumAdvances[index]) : signs[scalar]
        guard let (bold, medium) = known else { return scalar.value < firstSquare ? other : square }
        return bold + (medium - bold) * weight.lightness
    }

    /// The difference between two sums of the same widths that means nothing: whoever adds a margin to a width and takes it away again
    /// doesn't get the same number back.
    private static let tolerance = 1.0

    /// Returns true if one line of text fits.
    package static func fits(_ text: some StringProtocol, size: Double, within width: Double) -> Bool {
        self.width(text, size: size) <= width + tolerance
    }

    /// Returns the number of lines that the text takes when it wraps at spaces within `width`.
    package static func lines(_ text: String, size: Double, within width: Double) -> Int {
        var lines = 1
        var used = 0.0
        let space = Self.width(" ", size: size)
        for word in text.split(separator: " ") {
            let wordWidth = Self.width(word, size: size)
            if used > 0, used + space + wordWidth > width + tolerance {
                lines += 1
                used = wordWidth
            } else {
                used += (used > 0 ? space : 0) + wordWidth
            }
            // A word that is too long for a line is broken.
            while used > width + tolerance, width > 0 {
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

extension TextRun.Weight {
    /// The weight as a share of the way from bold (0) to medium (1).
    fileprivate var lightness: Double {
        switch self {
        case .regular: 1.5
        case .medium: 1
        case .semibold: 0.5
        case .bold: 0
        case .extraBold: -0.5
        }
    }
}
