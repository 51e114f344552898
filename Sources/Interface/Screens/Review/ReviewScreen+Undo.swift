// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The review's share in the history of its session. ▼ takes back the last swipe, whose clip comes back. The tools undo and redo the
// newest edit, which may also have been made on another screen.
extension ReviewScreen {
    /// Returns the last swipe, which ▼ takes back.
    func lastStep(in context: Context) -> ReviewStep? { context.edits.newestStep(of: scope.session)?.step }

    /// Returns the edit that Undo takes back: the newest of the session, or the last swipe if clips of all sessions are reviewed.
    func lastEdit(in context: Context) -> SessionEdit? {
        if let session = scope.session { return context.edits[.stored(session)].newest }
        guard let session = context.edits.newestStep(of: nil)?.session else { return nil }
        return context.edits[session].done.last { $0.step != nil }
    }

    /// Returns the edit that Redo does again. A swipe can be redone while its clip is on top.
    func nextEdit(in context: Context) -> (edit: SessionEdit, session: SessionRef)? {
        guard let next = context.edits.next(of: scope.session), next.edit.step == nil || next.edit.step?.clip.key == stack.top?.key else {
            return nil
        }
        return next
    }

    mutating func undo(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let edit = lastEdit(in: context) else { return [] }
        if edit.step != nil { return takeBack(in: &context, at: now) }
        let outcomes = context.undoEdit { _ in true }
        followEdits(in: context, at: now)
        return outcomes
    }

    mutating func redo(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let next = nextEdit(in: context)?.edit else { return [] }
        if let step = next.step { return act(step.deed, isRedone: true, in: &context, at: now) + [.toast(Strings.redone(next.words))] }
        let outcomes = context.redoEdit { _ in true }
        followEdits(in: context, at: now)
        return outcomes
    }

    func note(_ step: ReviewStep, isRedone: Bool, in context: inout Context) {
        let before = step.clip.clip.judgement
        let judged = SessionEdit.Judged(clip: step.clip.key.number, before: before, decided: step.deed.applied(to: step.clip.clip))
        let edit = SessionEdit(words: step.deed.words(of: step.clip.clip.title), judged: [judged], step: step)
        let session = SessionRef.stored(scope.session ?? step.clip.key.session)
        guard isRedone, context.edits.redo(in: session, where: { $0.step?.clip.key == step.clip.key }) != nil else {
            return context.edits.note(edit, of: session)
        }
        context.edits.updateNewest(of: session) { ($0.judged, $0.step) = (edit.judged, edit.step) }
    }

    /// Follows what was decided on another screen. A clip that was deleted there needn't be judged any more. A clip whose deletion or whose
    /// swipe was undone there lies on top again.
    mutating func followEdits(in context: Context, at now: Timestamp) {
        update(from: context)
        let before = stack.clips.map(\.key)
        stack.dropDeleted()
        if let session = scope.session, context.desk.book?.key == session {
            let stepped = Set(context.edits[.stored(session)].done.compactMap { $0.step?.clip.key })
            stack.bringBack { !stepped.contains($0.key) }
        }
        if stack.clips.map(\.key) != before { showTop(at: now) }
    }
}
