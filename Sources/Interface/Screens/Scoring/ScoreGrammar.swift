// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The controls and the tools of the score screen.
extension ScoreScreen {
    func grammar(in context: Context) -> Grammar {
        guard let end = context.desk.book?[end: end] else { return [.press(.stop): .back] }
        var grammar: Grammar = [.press(.mark): isPlacing(end) ? .place : .done, .press(.stop): .back]
        if active(end) > 0 { grammar[.press(.left)] = .arrowBefore }
        if corrected != nil { grammar[.press(.right)] = .arrowAfter }
        guard isPlacing(end) else {
            grammar[.press(.knob)] = .done
            return grammar
        }
        grammar[.turn] = held.axis.deed
        grammar[.press(.knob)] = held.axis.deedOfPush
        if held.axis == .fine {
            grammar[.press(.up)] = .nudgeUp
            grammar[.press(.down)] = .nudgeDown
        } else if end.face.spots.count > 1 {
            grammar[.press(.up)] = .spotBefore
            grammar[.press(.down)] = .spotAfter
        }
        return grammar
    }

    func tools(in context: Context) -> [ToolOffer] {
        guard let book = context.desk.book, let end = book[end: end] else { return [] }
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
