// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// An action on the summary, however somebody asks for it: by the panel, by a finger, by the mouse.
enum SummaryAction: Hashable, Sendable {
    // Among the arrows.
    case move(Int)
    case moveEnd(Int)
    /// Chooses this; if it is chosen already, it plays.
    case choose(SummaryStop)
    case play
    case nextEnd
    case back

    // The tools.
    /// Begins to choose another clip for the chosen arrow.
    case link
    case score
    case openNotes
    case openClips
    case openArrows
    case newSession
    /// Deletes or restores the selected clips; without any, the chosen one.
    case judge(ClipDecision)
    /// Exports the selected clips, the end's, or all.
    case export
    /// Reviews the same clips on each other.
    case review
    /// Shows the session's clips side by side.
    case carousel

    // While an arrow's clip changes.
    case turn(Int)
    case take
    case takeCandidate(Int)
    case leaveLink

    // While the question is up whether an end is scored again.
    case answer(again: Bool)
    /// `nil`: takes the answer that the knob has selected.
    case takeAnswer(again: Bool?)

    // In the grid of clips.
    case moveClip(Int)
    case moveRow(Int)
    case chooseClip(Int)
    case playClip
    /// Selects the chosen clip, or deselects it.
    case select
    case selectAll
    case selectLiked

    // On the sheet of notes.
    case moveNote(Int)
    case takeNote
    case takePhrase(Int)
    case closeNotes

    // While a note is written.
    case letter(ScreenInput)
    case takeLetter(Int)
    case takeWords
    case leaveWords
}

/// The part of the summary that the panel controls.
enum SummaryView: Hashable, Sendable {
    case arrows, linking, notes, writing, question
    /// The clips alone: of a session that isn't scored, or on request.
    case clips(isUnscored: Bool)
}

extension SummaryView {
    /// Returns the action of each control.
    /// - Parameters:
    ///   - goesOn: true if the session may have a next end.
    ///   - scores: true if ends are scored, so that it goes on with an end.
    func grammar(goesOn: Bool, scores: Bool = true) -> Grammar {
        var grammar: Grammar
        switch self {
        case .arrows:
            grammar = [
                .press(.stop): .back, .press(.left): .arrowBefore, .press(.right): .arrowAfter, .press(.up): .endBefore, .press(.down): .endAfter,
                .turn: .arrow, .press(.knob): .play,
            ]
        case .linking:
            return [
                .press(.mark): .link, .press(.stop): .cancel, .press(.left): .clipBefore, .press(.right): .clipAfter, .turn: .clip,
                .press(.knob): .link,
            ]
        case .question:
            return [
                .press(.mark): .keepScore, .press(.stop): .cancel, .press(.left): .answerBefore, .press(.right): .answerAfter, .turn: .answer,
                .press(.knob): .takeAnswer,
            ]
        case .notes:
            return [
                .press(.mark): .takeNote, .press(.stop): .close, .press(.up): .noteBefore, .press(.down): .noteAfter, .turn: .note,
                .press(.knob): .takeNote,
            ]
        case .writing:
            return [
                .press(.mark): .takeWords, .press(.stop): .cancel, .press(.left): .letterBack, .press(.up): .letterUp,
                .press(.down): .letterDown, .turn: .letter, .press(.knob): .takeLetter,
            ]
        case .clips:
            grammar = [
                .press(.mark): .selectClip, .press(.stop): .back, .press(.left): .clipBefore, .press(.right): .clipAfter,
                .press(.up): .rowUp, .press(.down): .rowDown, .turn: .clip, .press(.knob): .play,
            ]
        }
        if goesOn, self == .arrows { grammar[.press(.mark)] = scores ? .nextEnd : .goOnWithSession }
        return grammar
    }

    /// Returns the action that an input asks for, or `nil` if it asks for none.
    func action(for input: ScreenInput) -> SummaryAction? {
        if case .tool(let tool) = input { return action(of: tool) }
        switch self {
        case .arrows: return arrowsAction(input)
        case .linking: return linkingAction(input)
        case .notes: return notesAction(input)
        case .writing: return writingAction(input)
        case .question: return questionAction(input)
        case .clips: return clipsAction(input)
        }
    }

    private func action(of tool: Tool) -> SummaryAction? {
        switch tool {
        case .wrongClip: .link
        case .score: .score
        case .notes: .openNotes
        case .clips: .openClips
        case .arrows: .openArrows
        case .newSession: .newSession
        case .deleteClip: .judge(.deleted(true))
        case .restoreClip: .judge(.deleted(false))
        case .selectAll: .selectAll
        case .selectLiked: .selectLiked
        case .export: .export
        case .review: .review
        case .carousel: .carousel
        case .goOn: .nextEnd
        default: nil
        }
    }

    private func arrowsAction(_ input: ScreenInput) -> SummaryAction? {
        switch input {
        case .turned(let detents, _): .move(detents)
        case .pressed(.left), .repeated(.left): .move(-1)
        case .pressed(.right), .repeated(.right): .move(1)
        case .pressed(.up), .repeated(.up): .moveEnd(-1)
        case .pressed(.down), .repeated(.down): .moveEnd(1)
        case .tapped(.knob): .play
        case .pressed(.mark): .nextEnd
        case .tapped(.stop): .back
        default: nil
        }
    }

    private func linkingAction(_ input: ScreenInput) -> SummaryAction? {
        switch input {
        case .turned(let detents, _): .turn(detents)
        case .pressed(.left), .repeated(.left): .turn(-1)
        case .pressed(.right), .repeated(.right): .turn(1)
        case .tapped(.knob), .pressed(.mark): .take
        case .tapped(.stop): .leaveLink
        default: nil
        }
    }

    private func questionAction(_ input: ScreenInput) -> SummaryAction? {
        switch input {
        case .turned(let detents, _): .answer(again: detents > 0)
        case .pressed(.left): .answer(again: false)
        case .pressed(.right): .answer(again: true)
        case .tapped(.knob): .takeAnswer(again: nil)
        case .pressed(.mark), .tapped(.stop): .takeAnswer(again: false)
        default: nil
        }
    }

    private func notesAction(_ input: ScreenInput) -> SummaryAction? {
        switch input {
        case .turned(let detents, _): .moveNote(detents)
        case .pressed(.up), .repeated(.up): .moveNote(-1)
        case .pressed(.down), .repeated(.down): .moveNote(1)
        case .tapped(.knob), .pressed(.mark): .takeNote
        case .tapped(.stop): .closeNotes
        default: nil
        }
    }

    private func writingAction(_ input: ScreenInput) -> SummaryAction? {
        switch input {
        case .pressed(.mark), .typed(.done): .takeWords
        case .tapped(.stop): .leaveWords
        default: .letter(input)
        }
    }

    private func clipsAction(_ input: ScreenInput) -> SummaryAction? {
        switch input {
        case .turned(let detents, _): .moveClip(detents)
        case .pressed(.left), .repeated(.left): .moveClip(-1)
        case .pressed(.right), .repeated(.right): .moveClip(1)
        case .pressed(.up), .repeated(.up): .moveRow(-1)
        case .pressed(.down), .repeated(.down): .moveRow(1)
        case .tapped(.knob): .playClip
        case .pressed(.mark): .select
        case .tapped(.stop): .back
        default: nil
        }
    }
}
