// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The line at the foot of Live that asks something. The footer below it says the same. On an upright canvas the answers stand below the
/// question.
struct OfferLine {
    let rect: Rect
    /// The areas in which a finger gives the answers.
    let take: Rect
    let leave: Rect
    private let look: Theme
    private let asked: LiveQuestion
    private let question: String
    /// The room for the question.
    private let line: Rect
    private let size: Double

    private static let padding = 32.0
    private static let answerGap = 40.0

    /// Returns the place of the line, between the footer and the picture, which steps back from it.
    static func place(_ look: Theme) -> Rect {
        let height = look.lineHeight(look.small) + 30 + (Areas.isUpright ? questionHeight(look) : 0)
        return Rect(x: Areas.left, y: FooterLayout(look).rect.y - 12 - height, width: Areas.right - Areas.left, height: height)
    }

    /// Returns the height of the question's own line on an upright canvas.
    private static func questionHeight(_ look: Theme) -> Double { look.lineHeight(look.body) + 14 }

    init(_ asked: LiveQuestion, look: Theme) {
        self.asked = asked
        self.look = look
        let rect = Self.place(look)
        func answer(_ words: String, _ icons: Int, endingAt right: Double) -> Rect {
            let width = Double(icons) * (Self.icon(look) + look.gap) + TextMetrics.width(words, size: look.small)
            let height = look.lineHeight(look.small) + 30
            return Rect(x: right - width, y: rect.maxY - height, width: width, height: height)
        }
        let leave = answer(asked.leave, asked.leaving.count, endingAt: rect.maxX - Self.padding)
        let take = answer(asked.take, 1, endingAt: leave.x - Self.answerGap)
        (self.rect, self.take, self.leave) = (rect, take, leave)
        line = Rect(
            x: rect.x + Self.padding, y: rect.y + (Areas.isUpright ? 8 : 0),
            width: (Areas.isUpright ? rect.maxX - Self.padding : take.x - Self.answerGap) - rect.x - Self.padding,
            height: Areas.isUpright ? Self.questionHeight(look) : rect.height)
        let room = line.width
        let questions = asked.wordings
        // Large text comes first, and the full wording first. If nothing fits, the shortest wording is cut.
        let choices = questions.map { ($0, look.body) } + questions.map { ($0, look.small) }
        let order = look.scale > 1 ? Array(choices.dropFirst(questions.count)) : choices
        (question, size) = order.first { TextMetrics.width($0.0, size: $0.1) <= room } ?? (questions[questions.count - 1], look.small)
    }

    private static func icon(_ look: Theme) -> Double { 40 * look.scale }

    func draw(on sketch: inout DrawingBuilder) {
        sketch.sheet(rect)
        sketch.add([.stroke(rect.inset(by: 1), cornerRadius: Theme.cornerRadius, width: 2, Palette.held)])
        sketch.line(
            question, x: line.x, middle: line.center.y, size: size, weight: .semibold, width: line.width)
        draw(asked.take, [.knobPush], Palette.held, in: take, on: &sketch)
        draw(asked.leave, asked.leaving, Palette.text, in: leave, on: &sketch)
    }

    private func draw(_ words: String, _ icons: [Icon], _ color: Color, in place: Rect, on sketch: inout DrawingBuilder) {
        let side = Self.icon(look)
        var x = place.x
        for icon in icons {
            sketch.icon(icon, in: Rect(x: x, y: place.center.y - side / 2, width: side, height: side), color)
            x += side + look.gap
        }
        sketch.line(words, x: x, middle: place.center.y, size: look.small, weight: .semibold, color: color)
    }
}
