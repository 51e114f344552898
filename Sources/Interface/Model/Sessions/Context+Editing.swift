// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Edits of the session on the desk, by whichever screen, and their undoing.
extension Context {
    /// The edit that Undo takes back on every screen of the session on the desk.
    var undoable: SessionEdit? { deskHistory?.done.last(where: \.changesSession) }

    /// The edit that Redo does again there.
    var redoable: SessionEdit? { deskHistory?.undone.last(where: \.changesSession) }

    private var deskHistory: SessionEdits.History? { desk.book.map { edits[subject(of: $0.ref)] } }

    /// Returns the name under which a session's edits are kept: its key on the card as soon as it has one.
    func subject(of session: SessionRef) -> SessionRef {
        if let key = sessions.key(of: session) { return .stored(key) }
        if case .run(let number) = session { return .stored(SessionKey(unfiled: number)) }
        return session
    }

    /// Notes an edit of the session on the desk, so that it can be undone.
    mutating func note(_ edit: SessionEdit) {
        dropOutdatedToast()
        if let ref = desk.book?.ref { edits.note(edit, of: subject(of: ref)) }
    }

    /// Notes an edit of a session whose clips are compared with those on the desk. It can be undone on that session's own screens.
    mutating func note(_ edit: SessionEdit, ofGuest ref: SessionRef) { edits.note(edit, of: subject(of: ref)) }

    /// Notes that a change of the lines that stay belongs to the session's newest edit.
    mutating func joinNewest(_ lines: SessionEdit.Change<[Annotation]>) {
        if let ref = desk.book?.ref { edits.updateNewest(of: subject(of: ref)) { $0.lines = lines } }
    }

    /// Decides something about clips. It is one edit, and is undone as one.
    mutating func judge(_ numbers: [Int], _ decision: ClipDecision) -> [ScreenOutcome] {
        let clips = numbers.compactMap { desk.book?.clip($0) }.filter { clip in
            clip.isThere && !clip.isRemoved && decision.applied(to: clip) != clip.judgement
        }
        guard let first = clips.first else { return [] }
        let words = decision.words(of: clips.count == 1 ? first.title : Strings.clips(clips.count))
        let judged = clips.map { clip in
            SessionEdit.Judged(clip: clip.number, before: decision.undone(clip.judgement), decided: decision.applied(to: clip))
        }
        note(SessionEdit(words: words, judged: judged))
        return desk.judge(judged.map { ($0.clip, $0.decided) }) + [.toast(words, undo: .tools)]
    }

    /// Undoes the newest edit of the session on the desk.
    /// - Parameter isMeant: the edits that may be undone.
    mutating func undoEdit(where isMeant: (SessionEdit) -> Bool = \.changesSession) -> [ScreenOutcome] {
        guard let ref = desk.book?.ref, let edit = edits.undo(in: subject(of: ref), where: isMeant) else { return [] }
        return carryOut(edit, isUndone: true, of: ref) + [.toast(Strings.undone(edit.words))]
    }

    /// Does the edit again that was undone last in the session on the desk.
    mutating func redoEdit(where isMeant: (SessionEdit) -> Bool = \.changesSession) -> [ScreenOutcome] {
        guard let ref = desk.book?.ref, let edit = edits.redo(in: subject(of: ref), where: isMeant) else { return [] }
        return carryOut(edit, isUndone: false, of: ref) + [.toast(Strings.redone(edit.words))]
    }

    /// Handles the tools Undo and Redo on a screen of the session on the desk.
    /// - Returns: `nil` if the input is another one.
    mutating func undoOrRedo(_ input: ScreenInput) -> [ScreenOutcome]? {
        switch input {
        case .tool(.undo): undoEdit()
        case .tool(.redo): redoEdit()
        default: nil
        }
    }

    private mutating func carryOut(_ edit: SessionEdit, isUndone: Bool, of ref: SessionRef) -> [ScreenOutcome] {
        var outcomes: [ScreenOutcome] = []
        let judged = edit.judged.compactMap { judged -> (clip: Int, ClipJudgement)? in
            guard let present = desk.book?.clip(judged.clip)?.judgement else { return nil }
            return (judged.clip, isUndone ? judged.undone(present) : judged.redone(present))
        }
        if !judged.isEmpty {
            edits.noteJournalled(Dictionary(judged) { $1 }, isUndone: isUndone, of: subject(of: ref))
            outcomes += desk.judge(judged)
        }
        if let notes = edit.notes { outcomes += desk.set(notes: isUndone ? notes.before : notes.after) }
        outcomes += desk.link(edit.ends.map { isUndone ? $0.before : $0.after })
        if let change = edit.lines {
            lines.lines = lines.lines.applying(isUndone ? change.reversed : change)
            outcomes.append(.effect(keepLines()))
        }
        return outcomes
    }

    /// Gives an effect to the services. A line of a journal counts at once for every value here that follows its session.
    /// - Returns: the effect, after the lines that its journal needs before it.
    mutating func commit(_ effect: Effect) -> [Effect] {
        desk.note(effect)
        if case .card(.journal(let ref, .judged(let clip, let judgement))) = effect, judgement.isConfirmed {
            let entry = sessions.state(of: ref)?.entries.first { $0.plan.number == clip }
            entry?.mark?.shot.map { witness.confirm($0) }
        }
        return sessions.note(effect) + [effect]
    }

    /// Returns the present judgement of a clip of any session that is on the desk, was shot in this run, or was edited in this run.
    func judgement(of clip: ClipKey) -> ClipJudgement? {
        if let judgement = desk.judgement(of: clip) { return judgement }
        let entry = sessions.state(of: .stored(clip.session))?.entries.first { $0.plan.number == clip.number }
        if case .written(let record)? = entry?.state { return record.judgement }
        return edits.judgement(of: clip)
    }
}

extension Desk {
    /// Returns the judgement of a clip of the session on the desk.
    func judgement(of key: ClipKey) -> ClipJudgement? { book?.key(ofClip: key.number) == key ? book?.clip(key.number)?.judgement : nil }

    mutating func judge(_ judgements: [(clip: Int, ClipJudgement)]) -> [ScreenOutcome] {
        guard let ref = book?.ref else { return [] }
        for (number, judgement) in judgements {
            if let clip = book?.clip(number), judgement.looksOther(than: clip.judgement) { noteOutdatedStill(ofClip: number) }
            book?.judge(number, judgement)
        }
        return .effects(judgements.map { .card(.journal(ref, .judged(clip: $0.clip, $0.1))) } + [.card(.file(ref))])
    }

    fileprivate mutating func set(notes: String) -> [ScreenOutcome] {
        guard let ref = book?.ref else { return [] }
        book?.notes = notes
        return .effects([.card(.journal(ref, .notes(notes))), .card(.file(ref))])
    }

    /// Gives ends the links to clips that these have. Their arrows may have been scored again since, and stay.
    fileprivate mutating func link(_ ends: [EndRecord]) -> [ScreenOutcome] {
        guard let ref = book?.ref, !ends.isEmpty else { return [] }
        let ends = ends.compactMap { linked in book?[end: linked.number]?.linked(as: linked) }
        for end in ends { book?[end: end.number] = end }
        return ends.map { ScreenOutcome.effect(.card(.journal(ref, .end($0)))) } + [.effect(.card(.file(ref)))]
    }
}

extension EndRecord {
    /// Returns this end with its own arrows and with the clips and links of another state of it.
    fileprivate func linked(as other: EndRecord) -> EndRecord {
        var end = self
        end.clips = other.clips
        for (index, arrow) in other.arrows.enumerated() where end.arrows.indices.contains(index) { end.arrows[index].clip = arrow.clip }
        return end
    }
}
