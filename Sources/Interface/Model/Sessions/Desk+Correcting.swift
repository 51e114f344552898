// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A decision about a clip.
enum ClipDecision: Hashable, Sendable {
    case deleted(Bool)
    case liked(Bool)
    /// The clip's moment, in seconds after its first picture.
    case moment(Double)
    /// The clip's new orientation, and the orientation until now.
    case turned(PictureOrientation, before: PictureOrientation)
    case mirrored(PictureOrientation, before: PictureOrientation)
    /// All drawings on the clip, and the words for what was done to them.
    case drawn([Annotation], String)
    /// All phases of the clip, and the words for what was done to them.
    case timed([PhaseMark], String)

    func applied(to judgement: ClipJudgement) -> ClipJudgement {
        var judgement = judgement
        switch self {
        case .deleted(let isDeleted): judgement.isDeleted = isDeleted
        case .liked(let isLiked): judgement.isLiked = isLiked
        case .moment(let seconds): judgement.moment = seconds
        case .turned(let orientation, _), .mirrored(let orientation, _): judgement.orientation = orientation
        case .drawn(let annotations, _): judgement.annotations = annotations
        case .timed(let phases, _): judgement.phases = phases
        }
        return judgement
    }

    /// Returns the judgement that undoing brings back.
    func undone(_ judgement: ClipJudgement) -> ClipJudgement {
        guard judgement.orientation == nil else { return judgement }
        var judgement = judgement
        // The file won't tell any more how it was recorded, so the judgement has to.
        if case .turned(_, let before) = self { judgement.orientation = before }
        if case .mirrored(_, let before) = self { judgement.orientation = before }
        return judgement
    }

    /// Returns the words for what was done.
    /// - Parameter title: the clip's name, or the number of clips it was done to.
    fileprivate func words(of title: String) -> String {
        switch self {
        case .deleted(true): Strings.clipDeleted(title)
        case .deleted(false): Strings.clipRestored(title)
        case .liked(true): Strings.clipLiked(title)
        case .liked(false): Strings.clipNotLiked(title)
        case .moment: Strings.momentSet(title)
        case .turned: Strings.clipTurned(title)
        case .mirrored: Strings.clipMirrored(title)
        case .drawn(_, let deed), .timed(_, let deed): deed
        }
    }
}

// Corrections of the session on the desk, by whichever screen, and their undoing.
extension Desk {
    /// Notes a correction, so that it can be undone.
    mutating func note(_ correction: Corrections.Correction) { corrections.note(correction) }

    /// Decides something about clips that are on the card. It is one correction, and is undone as one.
    mutating func judge(_ numbers: [Int], _ decision: ClipDecision) -> [ScreenOutcome] {
        let clips = numbers.compactMap { book?.clip($0) }.filter { clip in
            clip.file != nil && !clip.isRemoved && decision.applied(to: clip.judgement) != clip.judgement
        }
        guard let first = clips.first else { return [] }
        let words = decision.words(of: clips.count == 1 ? first.title : Strings.clips(clips.count))
        let judged = clips.map { clip in
            Corrections.Judged(clip: clip.number, before: decision.undone(clip.judgement), decided: decision.applied(to: clip.judgement))
        }
        note(Corrections.Correction(words: words, judged: judged))
        return judge(clips.map { ($0.number, decision.applied(to: $0.judgement)) }) + [.toast(words)]
    }

    /// Undoes the newest correction.
    mutating func undo() -> [ScreenOutcome] {
        guard let ref = book?.ref, let correction = corrections.takeNewest() else { return [] }
        var outcomes: [ScreenOutcome] = []
        if !correction.judged.isEmpty {
            let present = book
            outcomes += judge(
                correction.judged.map { judged in
                    (judged.clip, (present?.clip(judged.clip)?.judgement ?? judged.decided).takingBack(judged.decided, to: judged.before))
                })
        }
        if let notes = correction.notes {
            book?.notes = notes
            outcomes += .effects([.card(.journal(ref, .notes(notes))), .card(.file(ref))])
        }
        if !correction.ends.isEmpty {
            // The end may have been scored again since, so only the links between clips and arrows are restored.
            let ends = correction.ends.map { before in book?[end: before.number]?.linked(as: before) ?? before }
            for end in ends { book?[end: end.number] = end }
            outcomes += ends.map { ScreenOutcome.effect(.card(.journal(ref, .end($0)))) } + [.effect(.card(.file(ref)))]
        }
        return outcomes + [.toast(Strings.undone(correction.words))]
    }

    /// Returns the judgement of a clip of the session on the desk.
    func judgement(of key: ClipKey) -> ClipJudgement? { book?.key(ofClip: key.number) == key ? book?.clip(key.number)?.judgement : nil }

    private mutating func judge(_ judgements: [(clip: Int, ClipJudgement)]) -> [ScreenOutcome] {
        guard let ref = book?.ref else { return [] }
        for (number, judgement) in judgements {
            if let clip = book?.clip(number), judgement.looksOther(than: clip.judgement) { noteOutdatedStill(ofClip: number) }
            book?.judge(number, judgement)
        }
        return .effects(judgements.map { .card(.journal(ref, .judged(clip: $0.clip, $0.1))) } + [.card(.file(ref))])
    }
}

extension EndRecord {
    /// Returns this end with its own arrows and with the clips and links of the end before.
    fileprivate func linked(as before: EndRecord) -> EndRecord {
        var end = self
        end.clips = before.clips
        for (index, arrow) in before.arrows.enumerated() where end.arrows.indices.contains(index) { end.arrows[index].clip = arrow.clip }
        return end
    }
}
