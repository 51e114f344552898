// SPDX-License-Identifier: GPL-3.0-or-later

/// The card in figures, for the diagnostics. An unknown figure is left out; a line without any is a dash.
extension Strings {
    /// `mmcblk0p2, exfat, 31.9 GB`, or the reason why the card takes nothing.
    package static func card(_ condition: CardCondition, _ facts: CardFacts?) -> String {
        switch condition {
        case .absent: return noCard
        case .failing(let reason): return Phrases.Figures.cardFails(reason)
        case .ready, .readOnly, .full: break
        }
        let parts = [
            condition == .readOnly ? lockedCard : nil, facts?.device.map { String($0.split(separator: "/").last ?? "") }, facts?.format,
            facts.flatMap { $0.totalBytes > 0 ? bytes($0.totalBytes) : nil },
        ]
        return list(parts)
    }

    /// `12.4 GB free, 165 min of film`.
    package static func room(_ facts: CardFacts?, bytesPerSecond: Double?) -> String {
        guard let facts else { return unknown }
        let film = bytesPerSecond.flatMap { $0 > 0 ? minutes((Double(facts.freeBytes) / $0 / 60).rounded(.down)) : nil }
        return list([Phrases.Figures.cardFree(bytes(facts.freeBytes)), film.map { Phrases.Figures.cardFilm($0) }])
    }

    /// `8.3 MB a second, a line in 12.0 ms`.
    package static func speed(_ facts: CardFacts?) -> String {
        list([
            facts?.bytesPerSecond.map { Phrases.Figures.cardWritten(tenths($0 / 1e6)) },
            facts?.lastSync.map { Phrases.Figures.cardSynced(tenths($0.inMilliseconds)) },
        ])
    }

    /// `42, card mended, 3 repaired`.
    package static func sessions(_ facts: CardFacts?) -> String {
        let check: String? =
            switch facts?.check {
            case .clean: Phrases.Figures.cardClean
            case .mended: Phrases.Figures.cardMended
            case .damaged: Phrases.Figures.cardDamaged
            case nil: nil
            }
        let repairs = facts?.repairs.map { $0 > 0 ? Phrases.Figures.cardRepairs($0) : Phrases.Figures.cardNoRepairs }
        return list([facts?.sessions.map(String.init), check, repairs])
    }

    private static let unknown = "–"

    private static func list(_ parts: [String?]) -> String {
        let known = parts.compactMap { $0 }
        return known.isEmpty ? unknown : known.joined(separator: ", ")
    }
}
