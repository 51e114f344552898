// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The changes of an end's arrows while its face is up: an arrow was placed, or placed again. They are no part of the session's history,
/// because the next screen shows the end as it was left.
struct ArrowEdits: Hashable, Sendable {
    private struct Edit: Hashable, Sendable {
        /// The arrow's index, from 0.
        var index: Int
        /// The arrow as it was; `nil` if it didn't exist.
        var before: PlacedArrow?
        var after: PlacedArrow
    }

    private var history = EditHistory<Edit>()

    mutating func note(_ index: Int, before: PlacedArrow?, after: PlacedArrow) {
        if before != after { history.note(Edit(index: index, before: before, after: after)) }
    }

    /// Returns the index of the arrow that Undo is about, from 0.
    func undoable(in end: EndRecord) -> Int {
        guard let edit = history.newest, edit.before != nil else { return end.arrows.count - 1 }
        return edit.index
    }

    /// Returns the index of the arrow that Redo is about, or `nil` if nothing can be redone.
    func redoable(in end: EndRecord) -> Int? {
        guard let edit = history.next else { return nil }
        if edit.before != nil { return end.arrows.indices.contains(edit.index) ? edit.index : nil }
        return end.arrows.count < EndRecord.mostArrows ? end.arrows.count : nil
    }

    /// Takes back the last change. Arrows from before the face came up are taken back too, the last one first.
    /// - Returns: the arrow's index, and the arrow as it was until now; `nil` if there is nothing to take back.
    mutating func undo(in end: inout EndRecord) -> (index: Int, arrow: PlacedArrow)? {
        guard let last = end.arrows.indices.last else { return nil }
        // Only the last arrow can go. Other changes of the end meanwhile stay.
        let edit = history.newest
        let index = edit?.before == nil ? last : edit?.index ?? last
        guard end.arrows.indices.contains(index) else {
            _ = history.undo()
            history.dropNext()
            return nil
        }
        let undone = end.arrows[index]
        if history.undo() == nil { history.noteUndone(Edit(index: index, before: nil, after: undone)) }
        history.updateNext { ($0.index, $0.after) = (index, undone) }
        if var before = edit?.before {
            before.clip = undone.clip
            end.arrows[index] = before
        } else {
            end.arrows.removeLast()
        }
        return (index, undone)
    }

    /// Does the change again that was taken back last.
    /// - Returns: the arrow's index; `nil` if there is nothing to redo.
    mutating func redo(in end: inout EndRecord) -> Int? {
        guard let index = redoable(in: end), var arrow = history.redo()?.after else { return nil }
        if end.arrows.indices.contains(index) {
            arrow.clip = end.arrows[index].clip
            end.arrows[index] = arrow
        } else {
            if arrow.clip != nil, end.arrows.contains(where: { $0.clip == arrow.clip }) { arrow.clip = end.nextClip }
            end.arrows.append(arrow)
        }
        return index
    }
}
