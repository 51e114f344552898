// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The edits of every session since the box started: one history for each session, whichever screen edited it.
struct SessionEdits: Hashable, Sendable {
    typealias History = EditHistory<SessionEdit>

    private struct Entry: Hashable, Sendable {
        /// The session's key on the card, or its number in this run as long as it has none.
        var session: SessionRef
        var history = History(limit: SessionEdits.most)
    }

    /// The number of edits that are kept of a session, which is more than anybody makes in an evening.
    private static let most = 10_000

    private var all: [Entry] = []
    /// The rank of the newest edit.
    private var count = 0
    /// The rank of the edit that was noted last, not counting those that were undone or redone since.
    private var newestNoted = 0

    /// Returns the history of a session; it is empty if nobody edited the session.
    subscript(session: SessionRef) -> History { index(of: session).map { all[$0].history } ?? History() }

    mutating func note(_ edit: SessionEdit, of session: SessionRef) {
        let edit = ranked(edit)
        newestNoted = edit.rank
        change(session) { $0.note(edit) }
    }

    /// Changes the newest edit of a session, because something belongs to it.
    mutating func updateNewest(of session: SessionRef, _ body: (inout SessionEdit) -> Void) {
        change(session) { $0.updateNewest(body) }
    }

    /// Notes that an edit is undone, with the judgements that the journal gets by that.
    mutating func undo(in session: SessionRef, where isMeant: (SessionEdit) -> Bool) -> SessionEdit? {
        count += 1
        let rank = count
        return change(session) { history in
            guard history.undo(where: isMeant) != nil else { return nil }
            history.updateNext { $0.rank = rank }
            return history.next
        }
    }

    mutating func redo(in session: SessionRef, where isMeant: (SessionEdit) -> Bool) -> SessionEdit? {
        count += 1
        let rank = count
        return change(session) { history in
            guard history.redo(where: isMeant) != nil else { return nil }
            history.updateNewest { $0.rank = rank }
            return history.newest
        }
    }

    /// Stores the judgements that the journal got when the newest or the next edit was undone or redone.
    mutating func noteJournalled(_ judgements: [Int: ClipJudgement], isUndone: Bool, of session: SessionRef) {
        func take(_ edit: inout SessionEdit) {
            for index in edit.judged.indices { judgements[edit.judged[index].clip].map { edit.judged[index].journalled = $0 } }
        }
        change(session) { history in
            if isUndone { history.updateNext(take) } else { history.updateNewest(take) }
        }
    }

    // MARK: Reviews

    /// Returns the last swipe of a review in this session; `nil`: in any session.
    func newestStep(of session: SessionKey?) -> (step: ReviewStep, session: SessionRef)? {
        let edits = entries(of: session).compactMap { entry in
            entry.history.done.last { $0.step != nil }.flatMap { edit in edit.step.map { (edit.rank, $0, entry.session) } }
        }
        return edits.max { $0.0 < $1.0 }.map { ($0.1, $0.2) }
    }

    /// Returns the last edit that was undone in this session. With `nil`, it is the last one of any session, if nothing was edited since.
    func next(of session: SessionKey?) -> (edit: SessionEdit, session: SessionRef)? {
        let edits = entries(of: session).compactMap { entry in entry.history.next.map { ($0, entry.session) } }
        let last = edits.max { $0.0.rank < $1.0.rank }
        return session == nil && last?.0.rank ?? 0 < newestNoted ? nil : last.map { ($0.0, $0.1) }
    }

    /// Returns a clip's judgement as the newest edit left it; `nil` if nobody edited the clip.
    func judgement(of key: ClipKey) -> ClipJudgement? {
        let history = self[.stored(key.session)]
        let edits = (history.done + history.undone).compactMap { edit in
            edit.judged.last { $0.clip == key.number }.map { (edit.rank, $0.journalled) }
        }
        return edits.max { $0.0 < $1.0 }?.1
    }

    // MARK: Sessions

    /// Notes that a session has this key now. If the key's session was edited before, its history goes on.
    mutating func move(_ session: SessionRef, to key: SessionKey) {
        guard session != .stored(key), let index = index(of: session) else { return }
        let moved = all.remove(at: index)
        change(.stored(key)) { $0.merge(moved.history) { $0.rank < $1.rank } }
    }

    /// Forgets the edits of sessions that the card doesn't have any more.
    mutating func forget(_ sessions: [SessionKey]) {
        all.removeAll { entry in if case .stored(let key) = entry.session { sessions.contains { $0.isSame(as: key) } } else { false } }
    }

    /// Forgets the decisions about clips whose deletion is final.
    mutating func forget(_ clips: [ClipKey]) {
        for index in all.indices {
            guard case .stored(let key) = all[index].session else { continue }
            let gone = Set(clips.lazy.filter { $0.session.isSame(as: key) }.map(\.number))
            guard !gone.isEmpty else { continue }
            all[index].history.keep { edit in
                let count = edit.judged.count
                edit.judged.removeAll { gone.contains($0.clip) }
                return edit.judged.count == count || !edit.judged.isEmpty || !edit.ends.isEmpty || edit.notes != nil || edit.lines != nil
            }
        }
    }

    private mutating func ranked(_ edit: SessionEdit) -> SessionEdit {
        count += 1
        var edit = edit
        edit.rank = count
        return edit
    }

    private func entries(of session: SessionKey?) -> [Entry] {
        guard let session else { return all }
        return index(of: .stored(session)).map { [all[$0]] } ?? []
    }

    private func index(of session: SessionRef) -> Int? {
        all.firstIndex { entry in
            if case .stored(let key) = session, case .stored(let known) = entry.session { known.isSame(as: key) } else { entry.session == session }
        }
    }

    @discardableResult
    private mutating func change<Result>(_ session: SessionRef, _ body: (inout History) -> Result) -> Result {
        if let index = index(of: session) { return body(&all[index].history) }
        var entry = Entry(session: session)
        defer { if !entry.history.isEmpty { all.append(entry) } }
        return body(&entry.history)
    }
}
