// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The part of the summary that the panel controls.
enum SummaryView: Hashable, Sendable {
    case arrows, phases, linking, notes, writing, question
    /// The clips alone: of a session that isn't scored, or on request.
    case clips(isUnscored: Bool)
}

// The controls on each view of the summary.
extension SummaryScreen {
    func bindings(in context: Context) -> Bindings<Self> {
        guard let book = context.desk.book else { return [.press(.stop): .back] }
        switch view(of: book) {
        case .arrows:
            var rows = onArrows(book)
            // Without scoring it is the session that goes on.
            let label: ActionLabel = context.settings.scores ? .nextEnd : .goOnWithSession
            // A round that is complete has no next end.
            let next = book.roundOver == nil ? Binding<Self>(label, .nextEnd) : Binding(.toLive, .live)
            rows[.press(.mark)] = next.when(context.goesOn(with: book))
            return rows
        case .phases:
            var rows = onArrows(book)
            rows[.press(.stop)] = Binding(.back) { $0.goBack(book) }
            return rows
        case .linking: return onLink
        case .question: return onQuestion(book)
        case .notes: return onNotes
        case .writing: return onWords
        case .clips: return onClips(book)
        }
    }

    private func onArrows(_ book: ScoreBook) -> Bindings<Self> {
        [
            .press(.stop): Binding(isOverLive && !beginsWithGrid ? .toLive : .back) { $0.goBack(book) },
            .press(.left): Binding(.arrowBefore) { $0.move(-1, book) }.repeated,
            .press(.right): Binding(.arrowAfter) { $0.move(1, book) }.repeated,
            .press(.up): Binding(.endBefore) { $0.moveEnd(-1, book) }.repeated,
            .press(.down): Binding(.endAfter) { $0.moveEnd(1, book) }.repeated,
            .turn: .turning(.arrow) { $0.move($1, book) },
            .press(.knob): Binding(.play) { $0.play(book) },
        ]
    }

    private func onClips(_ book: ScoreBook) -> Bindings<Self> {
        // Without clips there is nothing to do here, and nowhere to go with one.
        let (isAny, areSeveral) = (!book.present.isEmpty, book.present.count > 1)
        let hasRows = book.present.count > ClipGridLayout(look, grid, book).columns
        return [
            .press(.mark): Binding(.selectClip) { $0.select(book) }.when(isAny),
            .press(.stop): Binding(.back) { $0.goBack(book) },
            .press(.left): Binding(.clipBefore) { $0.moveClip(-1, book) }.repeated.when(areSeveral),
            .press(.right): Binding(.clipAfter) { $0.moveClip(1, book) }.repeated.when(areSeveral),
            .press(.up): Binding(.rowUp) { $0.moveRow(-1, book) }.repeated.when(hasRows),
            .press(.down): Binding(.rowDown) { $0.moveRow(1, book) }.repeated.when(hasRows),
            .turn: .turning(.clip) { $0.moveClip($1, book) }.when(areSeveral),
            .press(.knob): Binding(.play) { $0.playClip(book) }.when(isAny),
        ]
    }

    private var onLink: Bindings<Self> {
        [
            .press(.mark): Binding(.link) { $0.takeLink(in: &$1) },
            .press(.stop): Binding(.cancel) { $0.linking = nil },
            .press(.left): Binding(.clipBefore) { $0.linking?.turn(-1) }.repeated,
            .press(.right): Binding(.clipAfter) { $0.linking?.turn(1) }.repeated,
            .turn: .turning(.clip) { $0.linking?.turn($1) },
            .press(.knob): Binding(.link) { $0.takeLink(in: &$1) },
        ]
    }

    private func onQuestion(_ book: ScoreBook) -> Bindings<Self> {
        [
            .press(.mark): Binding(.keepScore) { $0.takeAnswer(again: false, book) },
            .press(.stop): Binding(.cancel) { $0.takeAnswer(again: false, book) },
            .press(.left): Binding(.answerBefore) { $0.question?.isAgain = false },
            .press(.right): Binding(.answerAfter) { $0.question?.isAgain = true },
            .turn: .turning(.answer) { $0.question?.isAgain = $1 > 0 },
            .press(.knob): Binding(.takeAnswer) { $0.takeAnswer(again: $0.question?.isAgain ?? false, book) },
        ]
    }

    private var onNotes: Bindings<Self> {
        [
            .press(.mark): Binding(.takeNote) { $0.takeNote(in: &$1) },
            .press(.stop): Binding(.close) { $0.closeNotes(in: $1, at: $2) },
            .press(.up): Binding(.noteBefore) { $0.notes.move(-1) }.repeated,
            .press(.down): Binding(.noteAfter) { $0.notes.move(1) }.repeated,
            .turn: .turning(.note) { $0.notes.move($1) },
            .press(.knob): Binding(.takeNote) { $0.takeNote(in: &$1) },
        ]
    }

    private var onWords: Bindings<Self> {
        .letters(
            { $0.notes.write($1) },
            and: [
                .press(.mark): Binding(.takeWords) { $0.takeWords(in: &$1) },
                .press(.stop): Binding(.cancel) { $0.notes.leaveWords() },
            ])
    }
}
