// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about films from elsewhere.
extension Strings {
    /// The longest name of a film that is shown whole.
    private static let longestName = 20

    /// "Not taken: IMG_0412.MOV", or "Not taken: IMG_0412.MOV and 2 more".
    package static func notImported(_ films: [RefusedFilm]) -> String {
        let name = films.first?.name.onOneLine ?? ""
        let short = name.count > longestName ? "\(name.prefix(longestName - 1))…" : name
        return films.count > 1 ? Phrases.Film.refusedMore(short, count: films.count - 1) : Phrases.Film.refused(short)
    }

    /// The thing that a person can do about the films: what the first one needs.
    package static func advice(_ films: [RefusedFilm]) -> String? {
        switch films.first?.verdict.advice {
        case .laptop: Phrases.Film.laptop
        case .again: Phrases.Film.again
        case .shorter: Phrases.Film.shorter
        case .recode: Phrases.Film.recode
        case .room: Phrases.Film.room
        case .keep: Phrases.Film.keep
        case .card: Phrases.Film.card
        case nil: nil
        }
    }
}
