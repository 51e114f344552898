// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Undo and Redo while the delay line is shown: marks, drawings, lines that stay, and the phases of shots.
extension Context {
    /// The words for the edit that Undo takes back while the line is shown, the newest first. A mark is passed over if it can't be taken
    /// back any more.
    var lineUndo: String? { (newestLineEdit?.deed) ?? sessions.undoableMark.map(Strings.markSet) }

    /// The words for the edit that Redo does again while the line is shown.
    var lineRedo: String? { nextLineEdit?.deed }

    /// The mark that Redo sets again in Live.
    var redoableMark: Mark? { lineEdits.history.next.flatMap { isRedoable($0) ? $0.mark?.mark : nil } }

    /// Takes back the newest mark, with its clip.
    mutating func undoMark(at now: Timestamp) -> [Effect] {
        guard let number = sessions.undoableMark else { return [] }
        let ref = sessions.session.ref
        _ = lineEdits.undo { $0.mark?.mark.number == number && $0.mark?.session == ref }
        say(Strings.undone(Strings.markSet(number)), at: now)
        return sessions.withdrawNewestMark()
    }

    /// Sets the mark again that was undone last. It gets the same picture and a new number.
    mutating func redoMark(at now: Timestamp) -> [Effect] {
        guard redoableMark != nil, let mark = lineEdits.redo()?.mark?.mark else { return [] }
        say(Strings.redone(Strings.markSet(mark.number)), at: now)
        let set = setMark(
            mark.stamp, pressed: mark.pressed, source: mark.source, shot: mark.shot, at: now, isRedone: true)
        return set.effects
    }

    /// Undoes the newest edit that was made while the line was shown.
    mutating func undoInLine(at now: Timestamp) -> [Effect] {
        guard let newest = newestLineEdit, newest.mark == nil else { return undoMark(at: now) }
        let mark = sessions.undoableMark
        let ref = sessions.session.ref
        guard let undone = lineEdits.undo(where: { Self.isUndoable($0, mark: mark, of: ref) }) else { return [] }
        say(Strings.undone(undone.deed), at: now)
        return carryOut(undone, isUndone: true)
    }

    /// Does the edit again that was undone last while the line was shown.
    mutating func redoInLine(at now: Timestamp) -> [Effect] {
        guard let next = nextLineEdit else { return [] }
        guard next.mark == nil else { return redoMark(at: now) }
        guard let redone = lineEdits.redo() else { return [] }
        say(Strings.redone(redone.deed), at: now)
        return carryOut(redone, isUndone: false)
    }

    private mutating func carryOut(_ edit: LineEdits.Edit, isUndone: Bool) -> [Effect] {
        var effects = edit.annotation.map { filed(spread($0.id)) } ?? []
        if let phases = edit.phases { effects += setLineTimes(isUndone ? phases.marks.before : phases.marks.after, of: phases.shot) }
        if let change = edit.lines {
            lines.lines = lines.lines.applying(isUndone ? change.reversed : change)
            effects.append(keepLines())
        }
        return effects
    }

    private var newestLineEdit: LineEdits.Edit? {
        let (mark, ref) = (sessions.undoableMark, sessions.session.ref)
        return lineEdits.history.done.last { Self.isUndoable($0, mark: mark, of: ref) }
    }

    private var nextLineEdit: LineEdits.Edit? { lineEdits.history.next.flatMap { isRedoable($0) ? $0 : nil } }

    private static func isUndoable(_ edit: LineEdits.Edit, mark: Int?, of session: SessionRef) -> Bool {
        edit.mark.map { $0.mark.number == mark && $0.session == session } ?? true
    }

    /// Returns false for a mark of an end that is over, and for one whose footage isn't in the line any more.
    private func isRedoable(_ edit: LineEdits.Edit) -> Bool {
        guard let set = edit.mark else { return true }
        guard let oldest = line?.oldest?.timestamp, set.session == sessions.session.ref else { return false }
        return set.restedEntries == sessions.session.restedEntries && oldest <= set.clipStart
    }
}
