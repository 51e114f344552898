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

    /// The chip of an import that runs.
    var importChip: Chip? {
        importing.map { progress in
            Chip(
                kind: .working(Strings.filmsRun), icon: .card, title: Strings.filmsRun, line: Strings.percent(progress.whole), weight: .word,
                progress: progress.whole)
        }
    }
}
