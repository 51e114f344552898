// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The advice about the sight that the end's group gives, in a coach's words and with an arrow that says the same.
struct CoachPanel {
    let look: Theme
    let advice: SightAdvice
    private let sentence: String
    /// The end's figures, under the sentence.
    let line: String

    init(_ end: EndRecord, _ figures: SummaryFigures, _ look: Theme) {
        self.look = look
        advice = SightAdvice(end.arrows, on: end.face)
        sentence = end.arrows.isEmpty ? Strings.Summary.notScoredYet : advice.words
        line =
            end.arrows.isEmpty
            ? "" : Strings.Summary.thisEnd(figures.end.group?.extremeSpread, placed: figures.end.placed.count, of: end.arrows.count)
    }

    private static func sentenceSize(_ look: Theme) -> Double { look.scale > 1 ? look.body : look.title }

    static func height(_ look: Theme) -> Double { look.lineHeight(sentenceSize(look)) + look.lineHeight(look.small) + (look.scale > 1 ? 20 : 50) }

    func draw(in rect: Rect, on sketch: inout DrawingBuilder) {
        SummaryParts.plate(rect, on: &sketch)
        let side = min(88 * look.scale, rect.height - 32)
        let disc = Point(rect.x + 28 + side / 2, rect.center.y)
        sketch.add([.disc(center: disc, radius: side / 2, Palette.plate)])
        drawSign(at: disc, arm: side * 0.27, on: &sketch)
        let x = rect.x + 28 + side + 24
        let size = Self.sentenceSize(look)
        let height = look.lineHeight(size) + (line.isEmpty ? 0 : look.lineHeight(look.small))
        let top = rect.center.y - height / 2
        sketch.line(sentence, x: x, middle: top + look.lineHeight(size) / 2, size: size, weight: .bold, width: rect.maxX - 24 - x)
        guard !line.isEmpty else { return }
        sketch.line(line, x: x, middle: top + height - look.lineHeight(look.small) / 2, size: look.small, width: rect.maxX - 24 - x)
    }

    /// Draws an arrow in the direction in which the sight goes, a cross for a centred group, or a dash if nothing can be said.
    private func drawSign(at middle: Point, arm: Double, on sketch: inout DrawingBuilder) {
        let width = arm * 0.28
        switch advice {
        case .tooFew: sketch.add([.line([Point(middle.x - arm * 0.6, middle.y), Point(middle.x + arm * 0.6, middle.y)], width: width, Palette.text)])
        case .centred:
            sketch.add([
                .line([Point(middle.x - arm, middle.y), Point(middle.x + arm, middle.y)], width: width, Palette.text),
                .line([Point(middle.x, middle.y - arm), Point(middle.x, middle.y + arm)], width: width, Palette.text),
            ])
        case .off(let right, let up):
            let (x, y) = (right == 0 ? 0.0 : right > 0 ? 1 : -1, up == 0 ? 0.0 : up > 0 ? -1 : 1)
            let length = (x * x + y * y).squareRoot()
            let (dx, dy) = (x / length * arm, y / length * arm)
            let tip = Point(middle.x + dx, middle.y + dy)
            // The two strokes of the head, half a right angle to either side.
            let wings = [1.0, -1].map { Point(tip.x - (dx + $0 * dy) * 0.72, tip.y - (dy - $0 * dx) * 0.72) }
            sketch.add([
                .line([Point(middle.x - dx, middle.y - dy), tip], width: width, Palette.text),
                .line([wings[0], tip, wings[1]], width: width, Palette.text),
            ])
        }
    }
}
