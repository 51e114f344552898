// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// What is corrected in the session that is looked at, whichever screen does it, and taken back again.
extension Desk {
    /// Something was corrected: it can be undone.
    mutating func note(_ correction: Corrections.Correction) { corrections.note(correction) }

    /// Decides something about a clip that is on the card.
    mutating func judge(_ number: Int, _ judgement: ClipJudgement) -> [ScreenOutcome] {
        guard let clip = book?.clip(number), clip.file != nil, !clip.isRemoved, clip.judgement != judgement else { return [] }
        let words = judgement.isDeleted ? Strings.clipDeleted(clip.title) : Strings.clipRestored(clip.title)
        note(Corrections.Correction(words: words, judged: Corrections.Judged(clip: number, before: clip.judgement)))
        return set(judgement, ofClip: number) + [.toast(words)]
    }

    /// What was corrected last is as it was before.
    mutating func undo() -> [ScreenOutcome] {
        guard let ref = book?.ref, let correction = corrections.takeNewest() else { return [] }
        var outcomes: [ScreenOutcome] = []
        if let judged = correction.judged { outcomes += set(judged.before, ofClip: judged.clip) }
        if let notes = correction.notes {
            book?.notes = notes
            outcomes += .effects([.card(.journal(ref, .notes(notes))), .card(.file(ref))])
        }
        if !correction.ends.isEmpty {
            for end in correction.ends { book?[end: end.number] = end }
            outcomes += correction.ends.map { ScreenOutcome.effect(.card(.journal(ref, .end($0)))) } + [.effect(.card(.file(ref)))]
        }
        return outcomes + [.toast(Strings.undone(correction.words))]
    }

    private mutating func set(_ judgement: ClipJudgement, ofClip number: Int) -> [ScreenOutcome] {
        guard let ref = book?.ref else { return [] }
        book?.judge(number, judgement)
        return .effects([.card(.journal(ref, .judged(clip: number, judgement))), .card(.file(ref))])
    }
}
