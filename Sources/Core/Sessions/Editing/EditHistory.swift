// SPDX-License-Identifier: GPL-3.0-or-later

/// The edits of one subject, such as a session, with those that were undone.
///
/// An edit is a value that its owner can carry out forwards and backwards. The history only says which one is next. An undone edit can be
/// redone until another edit is noted.
package struct EditHistory<Edit: Hashable & Sendable>: Hashable, Sendable {
    /// The edits that stand, the newest last.
    package private(set) var done: [Edit] = []
    /// The edits that were undone, the one to redo first last.
    package private(set) var undone: [Edit] = []
    /// The number of edits that are kept. Older ones can't be undone any more.
    private let limit: Int

    package init(limit: Int = 1000) { self.limit = limit }

    /// The edit that Undo takes back.
    package var newest: Edit? { done.last }
    /// The edit that Redo does again.
    package var next: Edit? { undone.last }
    package var isEmpty: Bool { done.isEmpty && undone.isEmpty }

    /// Adds an edit that was just carried out. Edits that were undone before can't be redone any more.
    package mutating func note(_ edit: Edit) {
        undone = []
        add(edit)
    }

    /// Adds an edit that was just undone, although the history didn't have it.
    package mutating func noteUndone(_ edit: Edit) { undone.append(edit) }

    /// Notes that the newest of these edits is undone. Newer edits that aren't among them stay as they are.
    /// - Returns: the edit, which the caller carries out backwards; `nil` if nothing can be undone.
    package mutating func undo(where isMeant: (Edit) -> Bool = { _ in true }) -> Edit? {
        guard let index = done.lastIndex(where: isMeant) else { return nil }
        undone.append(done.remove(at: index))
        return undone.last
    }

    /// Notes that the last undone one of these edits is redone.
    /// - Returns: the edit, which the caller carries out again; `nil` if nothing can be redone.
    package mutating func redo(where isMeant: (Edit) -> Bool = { _ in true }) -> Edit? {
        guard let index = undone.lastIndex(where: isMeant) else { return nil }
        add(undone.remove(at: index))
        return done.last
    }

    package mutating func updateNewest(_ body: (inout Edit) -> Void) {
        if !done.isEmpty { body(&done[done.count - 1]) }
    }

    package mutating func updateNext(_ body: (inout Edit) -> Void) {
        if !undone.isEmpty { body(&undone[undone.count - 1]) }
    }

    /// Forgets the edit that would be redone first.
    package mutating func dropNext() { _ = undone.popLast() }

    /// Changes each edit, and forgets those for which `body` returns false, because they can't be undone any more.
    package mutating func keep(_ body: (inout Edit) -> Bool) {
        func kept(_ edits: [Edit]) -> [Edit] {
            edits.compactMap { edit in
                var edit = edit
                return body(&edit) ? edit : nil
            }
        }
        (done, undone) = (kept(done), kept(undone))
    }

    /// Adds the edits of another history of the same subject.
    package mutating func merge(_ other: EditHistory, by isBefore: (Edit, Edit) -> Bool) {
        (done, undone) = ((other.done + done).sorted(by: isBefore), (other.undone + undone).sorted(by: isBefore))
    }

    private mutating func add(_ edit: Edit) {
        done.append(edit)
        if done.count > limit { done.removeFirst() }
    }
}
