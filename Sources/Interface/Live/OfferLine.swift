// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The line at the foot of Live that asks something, above the footer, which says the same.
struct OfferLine {
    let rect: Rect
    /// What a finger takes for the answers.
    let take: Rect
    let leave: Rect
    private let look: Look
    private let asked: LiveQuestion
    private let question: String
    private let size: Double

    private static let padding = 32.0
    private static let answerGap = 40.0

    init(_ asked: LiveQuestion, look: Look) {
        self.asked = asked
        self.look = look
        let height = max(72, look.lineHeight(look.small) + 36)
        let rect = Rect(x: Areas.left, y: Areas.middleBottom - height, width: Areas.right - Areas.left, height: height)
        func answer(_ words: String, endingAt right: Double) -> Rect {
            let width = Self.icon(look) + look.gap + TextMetrics.width(words, size: look.small)
            return Rect(x: right - width, y: rect.y, width: width, height: height)
        }
        let leave = answer(asked.leave, endingAt: rect.maxX - Self.padding)
        let take = answer(asked.take, endingAt: leave.x - Self.answerGap)
        (self.rect, self.take, self.leave) = (rect, take, leave)
        let room = take.x - Self.answerGap - rect.x - Self.padding
        let questions = asked.wordings
        // Large first, in full first; what fits nowhere is the shortest, cut.
        let choices = questions.map { ($0, look.body) } + questions.map { ($0, look.small) }
        let order = look.scale > 1 ? Array(choices.dropFirst(questions.count)) : choices
        (question, size) = order.first { TextMetrics.width($0.0, size: $0.1) <= room } ?? (questions[questions.count - 1], look.small)
    }

    private static func icon(_ look: Look) -> Double { 40 * look.scale }

    func draw(on sketch: inout Sketch) {
        sketch.sheet(rect)
        sketch.add([.stroke(rect.inset(by: 1), cornerRadius: Look.cornerRadius, width: 2, Palette.held)])
        sketch.line(
            question, x: rect.x + Self.padding, middle: rect.center.y, size: size, weight: .semibold,
            width: take.x - Self.answerGap - rect.x - Self.padding)
        draw(asked.take, .knobPush, Palette.held, in: take, on: &sketch)
        draw(asked.leave, .stop, Palette.text, in: leave, on: &sketch)
    }

    private func draw(_ words: String, _ icon: Icon, _ color: Color, in place: Rect, on sketch: inout Sketch) {
        let side = Self.icon(look)
        sketch.icon(icon, in: Rect(x: place.x, y: place.center.y - side / 2, width: side, height: side), color)
        sketch.line(words, x: place.x + side + look.gap, middle: place.center.y, size: look.small, weight: .semibold, color: color)
    }
}
