// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The words of the list, for the TV and for the voice.
extension HistoryScreen {
    var title: String { isChoosing ? Strings.word(of: Tool.chooseOther) : Strings.sessions }

    /// The words in the place of an empty list.
    var emptyWords: String? {
        switch (window.count, card) {
        case (nil, .absent): Strings.noCardForSessions
        case (nil, _): Strings.reading
        case (0, _): filter.isNarrowed ? Strings.nothingFound : Strings.noSessions
        default: nil
        }
    }

    /// Returns the first line of a session: its archer, and when it was.
    func title(of session: SessionSummary) -> String {
        let title = Strings.session(started: session.started, notBefore: session.notBefore, number: session.number, folder: session.name)
        return [session.archer, title].compactMap { $0 }.joined(separator: "  ·  ")
    }

    /// Returns the second line of a session, which is the list's row with this index.
    /// - Parameter scores: true if arrows are scored on this box.
    func details(of session: SessionSummary, at index: Int, scores: Bool) -> String {
        let round = session.round.flatMap(RoundCatalog.round)?.name
        let details = [
            session.continues.map { Strings.goesOnWith(folder: $0, beside: SessionMoment(session.started)) },
            // The archer is in the line above, and a face is named only if one was shot at.
            round, session.faceName ?? (scores ? Strings.notScored : nil), session.ends > 1 ? Strings.ends(session.ends) : nil,
            session.arrows > 0 ? Strings.arrows(session.arrows) : nil, Strings.clips(session.clips),
            session.likedClips > 0 ? Strings.likedCount(session.likedClips) : nil,
            session.deletedClips > 0 ? Strings.deletedCount(session.deletedClips) : nil,
            session.notes.isEmpty ? nil : session.notes,
        ]
        let protection = session.isProtected ? [Strings.protectedWord] : []
        let shown = days.words(at: session, below: index > 0 ? window[index - 1] : nil)
        return (protection + shown + details.compactMap { $0 }).joined(separator: "  ·  ")
    }

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        if let deletion {
            let answer = deletion.isChosen ? deletion.answer : Strings.keepWord
            return Spoken(deletion.question, intro: [deletion.warning], Spoken.of(answer, deletion.isChosen ? 1 : 0, of: 2))
        }
        if let choice = filter.choice {
            let items = filter.items
            guard items.indices.contains(choice) else { return Spoken(Strings.filterWord, Strings.filterWord) }
            return Spoken(
                Strings.filterWord, Spoken.of(items[choice].words, choice, of: items.count),
                state: [filter.isTaken(items[choice]) ? Strings.isChosen : nil])
        }
        if let emptyWords { return Spoken(title, intro: [filter.words], emptyWords) }
        guard let session = chosen else { return Spoken(title, Spoken.of(Strings.reading, choice, of: window.count ?? 0)) }
        return Spoken(
            title, intro: [filter.words], Spoken.of(title(of: session), choice, of: window.count ?? 1),
            state: [
                session.arrows > 0 ? Strings.Spoken.total(session.total) : nil, details(of: session, at: choice, scores: context.settings.scores),
                selected.isEmpty ? nil : Strings.Spoken.selected(selected.contains(session.key)),
            ])
    }
}
