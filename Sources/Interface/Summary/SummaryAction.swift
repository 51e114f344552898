// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What can be done on the summary, however it is asked for: by the panel, by a finger, by the mouse.
enum SummaryAction: Hashable, Sendable {
    // Among the arrows.
    case move(Int)
    /// What is chosen already plays.
    case choose(SummaryStop)
    case play
    /// Which clip shows the chosen arrow is about to change, so many clips further on.
    case link(Int)
    case nextEnd
    case score
    case openNotes
    case back

    // While an arrow's clip changes.
    case turn(Int)
    case take
    case takeCandidate(Int)
    case leaveLink

    // In the grid of clips.
    case moveClip(Int)
    case moveRow(Int)
    case chooseClip(Int)
    case playClip

    // On the sheet of notes.
    case moveNote(Int)
    case takeNote
    case takeItem(NotesSheet.Item)
    case closeNotes
}

/// What takes the panel.
enum SummaryView: Hashable, Sendable {
    case arrows, linking, notes
    /// The clips alone: of a session that isn't scored, or where they were asked for.
    case clips(isUnscored: Bool)
}

extension SummaryView {
    /// What a control does; `nil` where it does nothing. STOP held is Live everywhere.
    func action(for input: ScreenInput) -> SummaryAction? {
        switch self {
        case .arrows: arrowsAction(input)
        case .linking: linkingAction(input)
        case .notes: notesAction(input)
        case .clips(let isUnscored): clipsAction(input, isUnscored: isUnscored)
        }
    }

    private func arrowsAction(_ input: ScreenInput) -> SummaryAction? {
        switch input {
        case .turned(let detents, _): .move(detents)
        case .pressed(.knob): .play
        case .tapped(.mark): .link(0)
        case .pressed(.left): .link(-1)
        case .pressed(.right): .link(1)
        case .held(.mark): .nextEnd
        case .pressed(.up): .score
        case .pressed(.down): .openNotes
        case .tapped(.stop): .back
        default: nil
        }
    }

    private func linkingAction(_ input: ScreenInput) -> SummaryAction? {
        switch input {
        case .turned(let detents, _): .turn(detents)
        case .pressed(.left), .repeated(.left): .turn(-1)
        case .pressed(.right), .repeated(.right): .turn(1)
        case .pressed(.knob), .tapped(.mark): .take
        case .tapped(.stop): .leaveLink
        default: nil
        }
    }

    private func notesAction(_ input: ScreenInput) -> SummaryAction? {
        switch input {
        case .turned(let detents, _): .moveNote(detents)
        case .pressed(.up), .repeated(.up): .moveNote(-1)
        case .pressed(.down), .repeated(.down): .moveNote(1)
        case .pressed(.knob), .tapped(.mark): .takeNote
        case .tapped(.stop): .closeNotes
        default: nil
        }
    }

    private func clipsAction(_ input: ScreenInput, isUnscored: Bool) -> SummaryAction? {
        switch input {
        case .turned(let detents, _): .moveClip(detents)
        case .pressed(.left), .repeated(.left): .moveClip(-1)
        case .pressed(.right), .repeated(.right): .moveClip(1)
        case .pressed(.knob): .playClip
        case .pressed(.up): isUnscored ? .score : .moveRow(-1)
        case .pressed(.down): isUnscored ? .openNotes : .moveRow(1)
        case .repeated(.up) where !isUnscored: .moveRow(-1)
        case .repeated(.down) where !isUnscored: .moveRow(1)
        case .held(.mark) where isUnscored: .nextEnd
        case .tapped(.stop): .back
        default: nil
        }
    }
}
