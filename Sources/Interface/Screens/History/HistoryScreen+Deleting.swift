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

        var grammar: Grammar {
            let keep: Deed = isEmptying ? .keepClips : .keepSessions
            var grammar: Grammar = [
                .press(.mark): keep, .press(.stop): keep, .press(.left): .answerBefore, .press(.right): .answerAfter, .turn: .answer,
            ]
            if isChosen { grammar[.hold(.knob)] = isEmptying ? .empty : .delete } else { grammar[.press(.knob)] = keep }
            return grammar
        }
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

    /// - Parameter card: the id of the card that is in.
    mutating func answer(_ input: ScreenInput, _ layout: HistoryLayout, on card: String?, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .turned(let detents, _): deletion?.isChosen = detents > 0
        case .pressed(.left): deletion?.isChosen = false
        case .pressed(.right): deletion?.isChosen = true
        case .tapped(.stop), .pressed(.mark), .tapped(.knob): deletion = nil
        case .held(.knob): return delete(on: card)
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
