// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The controls and the tools of the score screen.
extension ScoreScreen {
    func bindings(in context: Context) -> Bindings<Self> {
        guard let book = context.desk.book, let end = book[end: end] else { return [.press(.stop): .back] }
        if let card, card.isUp { return bindings(on: card) }
        let (isPlacing, active, axis) = (isPlacing(end), active(end), held.axis)
        let canStep = isPlacing && (axis == .fine || end.face.spots.count > 1)
        return [
            .press(.mark): Binding(isPlacing ? .place : .done) { $0.mark(in: &$1, at: $2) }.when(card?.isMarkDeaf != true),
            .press(.stop): completesRound(end, book, context) ? Binding(.done) { $0.finish(book, $1.settings) } : .back,
            .press(.left): Binding(.arrowBefore) { $0.choose(active - 1, of: end, in: book, at: $2) }.repeated.when(active > 0),
            .press(.right): Binding(.arrowAfter) { $0.choose(active + 1, of: end, in: book, at: $2) }.repeated.when(corrected != nil),
            .press(.up): Binding(axis == .fine ? .nudgeUp : .spotBefore) { $0.step(up: 1, end, at: $2) }.repeated.when(canStep),
            .press(.down): Binding(axis == .fine ? .nudgeDown : .spotAfter) { $0.step(up: -1, end, at: $2) }.repeated.when(canStep),
            .turn: Binding.turning(axis.deed) { $0.turn($3, end, at: $2) }.when(isPlacing),
            .press(.knob): isPlacing
                ? Binding(axis.deedOfPush) { $0.push(end, at: $2) } : Binding(.done) { $0.finish(book, $1.settings) },
        ]
    }

    /// Returns true if the round is complete with this end. STOP doesn't pass by what it came to.
    private func completesRound(_ end: EndRecord, _ book: ScoreBook, _ context: Context) -> Bool {
        guard !isPlacing(end), end.isDone, book.roundOver != nil else { return false }
        return context.sessions.state(of: book.ref).map { $0.over == nil } ?? false
    }

    private mutating func turn(_ turn: Binding<Self>.Turn, _ end: EndRecord, at now: Timestamp) {
        change(end, at: now) { $0.turn(by: turn.detents, turn.speed, in: end) }
    }

    private mutating func push(_ end: EndRecord, at now: Timestamp) {
        change(end, at: now) { $0.push(in: end) }
    }

    func tools(in context: Context) -> [ToolOffer] {
        guard let book = context.desk.book, let end = book[end: end], card?.isUp != true else { return [] }
        let isShort = end.arrows.count < wanted
        return [
            ToolOffer(.lookAtClip, isPossible: clip(of: end, context.settings) != nil), ToolOffer(.miss, isPossible: isPlacing(end)),
            ToolOffer(.more, isPossible: wanted < EndRecord.mostArrows), ToolOffer(.fewer, isPossible: isShort && wanted > 1),
            ToolOffer(.done, isPossible: isShort && !end.arrows.isEmpty), ToolOffer(.skip),
            ToolOffer(
                .practice, isPossible: !end.isPractice || end.canCount(in: book), state: end.isPractice ? Strings.onOff(true) : nil),
        ]
    }

    func undo(in context: Context) -> String? {
        guard let end = context.desk.book?[end: end], !end.arrows.isEmpty else { return nil }
        return Strings.arrowPlaced(edits.undoable(in: end) + 1)
    }

    func redo(in context: Context) -> String? {
        context.desk.book?[end: end].flatMap { edits.redoable(in: $0) }.map { Strings.arrowPlaced($0 + 1) }
    }
}
