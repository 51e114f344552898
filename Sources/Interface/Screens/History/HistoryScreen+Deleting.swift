// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension HistoryScreen {
    /// A question whether to delete for good: sessions, or the clips that were deleted one by one.
    struct Deletion: Hashable, Sendable {
        /// The sessions to delete; empty if the question is about deleted clips.
        var sessions: [SessionKey]
        var clips: Int
        /// True if the knob holds the answer "delete".
        var isChosen = false
        /// The time since which a finger holds the answer "delete".
        var touchedSince: Timestamp?

        var isEmptying: Bool { sessions.isEmpty }
        var question: String { isEmptying ? Strings.emptyQuestion(clips) : Strings.deleteQuestion(sessions.count) }
        var warning: String { isEmptying ? Strings.noUndo : Strings.deleteWarning(clips: clips) }
        var answer: String { isEmptying ? Strings.holdToEmpty : Strings.holdToDelete }
    }

    func answers(to question: Deletion) -> Bindings<Self> {
        let keep = Binding<Self>(question.isEmptying ? .keepClips : .keepSessions) { $0.deletion = nil }
        return [
            .press(.mark): keep,
            .press(.stop): keep,
            .press(.left): Binding(.answerBefore) { $0.deletion?.isChosen = false },
            .press(.right): Binding(.answerAfter) { $0.deletion?.isChosen = true },
            .turn: .turning(.answer) { $0.deletion?.isChosen = $1 > 0 },
            .press(.knob): keep.when(!question.isChosen),
            .hold(.knob): Binding(question.isEmptying ? .empty : .delete) { $0.delete(on: $1.card) }.when(question.isChosen),
        ]
    }

    mutating func noteDeleted(_ gone: [SessionKey], problem: Message?) -> [ScreenOutcome] {
        [.toast(problem.map(Strings.notDeleted) ?? Strings.deleted(gone.count))] + lookAgain(without: gone)
    }

    mutating func noteEmptied(_ count: Int, problem: Message?) -> [ScreenOutcome] {
        [.toast(problem.map(Strings.notDeleted) ?? Strings.emptied(count))] + lookAgain(without: [])
    }

    /// Asks for the list again, because the card has other sessions now, or other facts about them.
    mutating func lookAgain(without gone: [SessionKey]) -> [ScreenOutcome] {
        selected.subtract(gone)
        window = SessionWindow()
        return [.effect(.card(.find(query(page: choice / SessionWindow.page))))]
    }

    mutating func askToDelete() -> [ScreenOutcome] {
        let sessions = meant
        guard !sessions.isEmpty else { return [] }
        // Deleting is possible on a full card too: that is how somebody makes room.
        guard card.takesLines else { return [.toast(Strings.cardTakesNothing)] }
        deletion = Deletion(sessions: sessions, clips: window.known(Set(sessions)).reduce(0) { $0 + $1.clips })
        return []
    }

    mutating func askToEmpty() -> [ScreenOutcome] {
        guard deletedClips > 0 else { return [] }
        guard card.takesLines else { return [.toast(Strings.cardTakesNothing)] }
        deletion = Deletion(sessions: [], clips: deletedClips)
        return []
    }

    /// Handles a finger on the question. The answer "delete" has to be held.
    /// - Parameter card: the id of the card that is in.
    mutating func followOnQuestion(_ input: ScreenInput, _ layout: HistoryLayout, on card: String?, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point):
            touch = Touch(.sheet, at: point, at: now)
            if layout.target(at: point) == .answer(.delete) {
                deletion?.isChosen = true
                deletion?.touchedSince = now
            }
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            // A finger that strays gives up the hold.
            if touch?.drag.hasStrayed == true { deletion?.touchedSince = nil }
        case .touchUp:
            let point = tapOnSheet()
            guard let since = deletion?.touchedSince else {
                if let point, layout.target(at: point) == .answer(.keep) { deletion = nil }
                break
            }
            if since + PressRecognizer.holdTime <= now { return delete(on: card) }
            deletion?.touchedSince = nil
        default: break
        }
        return []
    }

    private mutating func delete(on card: String?) -> [ScreenOutcome] {
        guard let deletion else { return [] }
        self.deletion = nil
        return [.effect(.card(deletion.isEmptying ? .empty(card: card) : .delete(deletion.sessions)))]
    }
}
