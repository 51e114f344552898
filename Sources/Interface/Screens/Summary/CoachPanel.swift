// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The advice about the sight that the end's group gives, in a coach's words and with an arrow that says the same. An end without a group
/// has a remark instead.
struct CoachPanel {
    let look: Theme
    let advice: SightAdvice
    private let remark: EndRemark?
    private let end: EndRecord
    private let sentence: String
    /// The end's figures or its lowest arrow, under the sentence.
    let line: String

    /// - Parameter chosen: the index of the arrow that the knob holds.
    init(_ end: EndRecord, _ figures: SummaryFigures, chosen: Int?, in book: ScoreBook, _ look: Theme) {
        self.look = look
        self.end = end
        advice = SightAdvice(end.arrows, on: end.face)
        remark = end.arrows.isEmpty || advice != .tooFew ? nil : EndRemark(end, in: book)
        sentence = remark?.words(of: end) ?? advice.words ?? Strings.Summary.notScoredYet
        line = Self.line(end, figures, remark, chosen: chosen, in: book)
    }

    private static func line(_ end: EndRecord, _ figures: SummaryFigures, _ remark: EndRemark?, chosen: Int?, in book: ScoreBook) -> String {
        let (placed, all) = (figures.end.placed.count, end.arrows.count)
        if let group = figures.end.group { return Strings.Summary.thisEnd(group, placed: placed, of: all) }
        if placed > 0 { return Strings.Summary.fewPlaced(placed, of: all) }
        guard let lowest = end.score.lowest, let remark else { return "" }
        let isHeld = lowest == chosen && end.arrows[lowest].clip.flatMap(book.clip)?.isPlayable == true
        return switch remark {
        case .alike: ""
        // The sentence names the arrow already.
        case .lowest: isHeld ? Strings.Summary.pushItsClip : ""
        default: EndRemark.words(ofLowest: lowest, of: end, isHeld: isHeld)
        }
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
        let room = rect.maxX - 24 - x
        sketch.line(sentence, x: x, middle: top + look.lineHeight(size) / 2, size: size, weight: .bold, width: room)
        guard !line.isEmpty else { return }
        sketch.line(line, x: x, middle: top + height - look.lineHeight(look.small) / 2, size: look.small, width: room)
    }

    /// Draws an arrow in the direction in which the sight goes, a cross for a centred group, or the sign of the remark.
    private func drawSign(at middle: Point, arm: Double, on sketch: inout DrawingBuilder) {
        let width = arm * 0.28
        switch advice {
        case .tooFew: drawRemark(at: middle, arm: arm, width: width, on: &sketch)
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

    /// Draws a rising or a falling line for an end that is compared with others, the number of a single arrow, or a dash.
    private func drawRemark(at middle: Point, arm: Double, width: Double, on sketch: inout DrawingBuilder) {
        if case .lowest(let index)? = remark {
            return sketch.line(
                "\(end.arrows[index].number)", x: middle.x, middle: middle.y, size: arm * 1.7, weight: .bold, alignment: .center,
                figures: .proportional)
        }
        let rise = remark?.isBetter.map { $0 ? 1.0 : -1 } ?? 0
        let steps = [(-1.1, -0.65), (-0.3, 0.1), (0.25, -0.15), (1.1, 0.7)]
        let points = steps.map { Point(middle.x + $0.0 * arm, middle.y - $0.1 * rise * arm) }
        sketch.add([.line(points, width: width * 0.8, Palette.text)])
    }
}
