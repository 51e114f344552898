// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Films from elsewhere that are imported while the box goes on.
extension Context {
    /// Takes in news of the import. Refused films are told in one line, with what to do about the first one.
    mutating func hear(_ news: FilmNews) {
        switch news {
        case .progress(let progress): importing = progress
        case .ended(let imported, let refused):
            importing = nil
            if !refused.isEmpty {
                conditions.note(Notice(kind: .trouble, title: Strings.notImported(refused), detail: Strings.advice(refused)))
            }
            if imported > 0 { conditions.note(Notice(kind: .saved, title: Strings.filmsImported(imported), detail: Strings.filmsAdvice)) }
        case .imported, .refused: break
        }
    }

    /// The tool that copies the films of a stick to the card.
    var fetchOffer: ToolOffer { ToolOffer(.fetchFilms, state: exporting.isFetching ? Strings.onOff(true) : nil) }

    /// Has the films of a stick copied to the card, or stops that.
    mutating func fetchFilms(at now: Timestamp) -> [ScreenOutcome] {
        if exporting.isFetching { return [.effect(.export(.stopFetching))] }
        if sessions.keepsNothing { return .effects(refuseToKeep(at: now)) }
        guard conditions.card.isWritable else { return [.toast(Strings.cardTakesNothing), .effect(.panel(.signal(.refused)))] }
        exporting.beginFetching()
        return [.effect(.export(.fetchFilms)), .toast(Strings.fetchBegins)]
    }

    /// Takes in news of the films that are copied from a stick. The importer looks at once for those that are new.
    mutating func hear(_ news: FetchNews) -> [Effect] {
        exporting.hear(.fetch(news))
        let isAnyNew: Bool
        switch news {
        case .progress: return []
        case .ended(let copied, _, let refused):
            isAnyNew = copied > 0
            if !refused.isEmpty {
                conditions.note(Notice(kind: .trouble, title: Strings.notImported(refused), detail: Strings.advice(refused)))
            }
            if isAnyNew {
                conditions.note(Notice(kind: .saved, title: Strings.filmsFetched(copied), detail: Strings.filmsFetchedFrom))
            } else if refused.isEmpty {
                conditions.note(Notice(kind: .saved, title: Strings.filmsAreThere, detail: Strings.filmsAreThereAll))
            }
        case .stopped(let reason, let copied):
            isAnyNew = copied > 0
            conditions.note(Notice(kind: .trouble, title: Strings.filmsNotFetched, detail: reason.text))
        }
        return isAnyNew ? [.films(.look(keepsNothing: sessions.keepsNothing))] : []
    }

    /// The chip of an import that runs, or of the copying of films before it.
    var importChip: Chip? {
        (exporting.fetching ?? importing).map { progress in
            Chip(
                kind: .working(Strings.filmsRun), icon: .card, title: Strings.filmsRun, line: Strings.percent(progress.whole), weight: .word,
                progress: progress.whole)
        }
    }
}
