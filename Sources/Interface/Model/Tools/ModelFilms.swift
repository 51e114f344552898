// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Pins an imported film as an archer's model, which comes first as the clip beside the archer's own.
extension Context {
    /// The archer whose model is pinned here, by all names that a pin may have, the present one first: the archer of the session on the desk,
    /// but if that holds films itself, whoever shoots now. One empty name if no archers are named: the model is everybody's then.
    var modelNames: [String] {
        settings.names(ofArcher: desk.book.flatMap { $0.isOfFilms ? settings.shooter?.name : $0.archer } ?? "")
    }

    /// Returns the tool that pins a clip, with its state. Only a film that can be played can be pinned.
    func modelOffer(_ clip: ScoreBook.Clip?, of book: ScoreBook?) -> ToolOffer {
        let isOn = clip.map { $0.judgement.isModel(of: modelNames) } ?? false
        return ToolOffer(
            .model, isPossible: book?.isOfFilms == true && clip?.isPlayable == true, state: isOn ? Strings.onOff(true) : nil)
    }

    /// Pins a film as the model of the archer here, or takes it off if it is that already. Another film of its session that was the archer's
    /// model until now isn't any more.
    ///
    /// It is one edit of the film's session, journalled like any other.
    mutating func toggleModel(_ key: ClipKey) -> [ScreenOutcome] {
        guard let book = desk.book(of: key), book.isOfFilms, let film = book.clip(key.number), film.isPlayable else { return [] }
        let names = modelNames
        let archer = names.first ?? ""
        let isOff = film.judgement.isModel(of: names)
        let judged = book.clips.filter { !$0.isRemoved }.compactMap { clip -> SessionEdit.Judged? in
            var decided = clip.judgement
            // A model of everybody is this archer's too, so taking it off takes off both.
            decided.modelOf.removeAll { names.contains($0) || isOff && clip.number == film.number && $0.isEmpty }
            if !isOff, clip.number == film.number { decided.modelOf.append(archer) }
            return decided == clip.judgement ? nil : SessionEdit.Judged(clip: clip.number, before: clip.judgement, decided: decided)
        }
        let words =
            isOff ? Strings.modelEnded(film.title) : archer.isEmpty ? Strings.modelOfEverybody(film.title) : Strings.modelOf(film.title, name: archer)
        let edit = SessionEdit(words: words, judged: judged)
        let outcomes: [ScreenOutcome]
        if desk.owns(key) {
            note(edit)
            outcomes = desk.judge(judged.map { ($0.clip, $0.decided) }) + [.toast(words, undo: .tools)]
        } else {
            note(edit, ofGuest: book.ref)
            outcomes = desk.judge(judged.map { ($0.clip, $0.decided) }, ofGuest: book.ref) + [.toast(words)]
            desk.model = desk.book(of: key)?.model(of: names)
        }
        return outcomes
    }
}

extension Desk {
    /// Returns the model of the book's archer if it can be shown beside this clip.
    func model(besides side: ClipKey) -> ClipKey? { model.flatMap { $0 != side && clip($0)?.isPlayable == true ? $0 : nil } }

    /// Decides something about clips of a session that is compared with the book.
    fileprivate mutating func judge(_ judgements: [(clip: Int, ClipJudgement)], ofGuest ref: SessionRef) -> [ScreenOutcome] {
        guard let index = guests.firstIndex(where: { $0.ref == ref }), !judgements.isEmpty else { return [] }
        for (number, judgement) in judgements { guests[index].judge(number, judgement) }
        return .effects(judgements.map { .card(.journal(ref, .judged(clip: $0.clip, $0.1))) } + [.card(.file(ref))])
    }
}

extension ScoreBook {
    /// Returns the film of this session that is the model of an archer; `nil` if it has no model that can be played.
    /// - Parameter names: the archer's names; one empty name for the model that is everybody's, which comes after the archer's own.
    func model(of names: [String]) -> ClipKey? {
        guard isOfFilms else { return nil }
        let films = clips.filter(\.isPlayable)
        let film = films.last { $0.judgement.isOwnModel(of: names) } ?? films.last { $0.judgement.modelOf.contains("") }
        return film.flatMap { key(ofClip: $0.number) }
    }

    /// Returns true if a film of this session that can be played is the archer's own model.
    func hasOwnModel(of names: [String]) -> Bool { clips.contains { $0.isPlayable && $0.judgement.isOwnModel(of: names) } }
}

extension ClipJudgement {
    /// Returns true if the clip is the model of the archer with these names, be it as everybody's.
    func isModel(of names: [String]) -> Bool { isOwnModel(of: names) || modelOf.contains("") }

    /// Returns true if the clip was pinned for the archer with these names. A pin keeps the name that the archer had then.
    fileprivate func isOwnModel(of names: [String]) -> Bool { modelOf.contains(where: names.contains) }
}
