// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of notices about a card that refuses something; the reason comes from the file system.
extension Strings {
    package static var notSaved: String { text("notices.not-saved") }
    package static var otherCard: String { text("conditions.other-card") }
    package static func changesWait(_ count: Int) -> String { text("conditions.changes-wait", count: count) }
    package static var changesWaitAdvice: String { text("conditions.changes-wait-advice") }
    package static var cardNotRead: String { text("notices.card-not-read") }
    package static var settingsNotSaved: String { text("notices.settings-not-saved") }
    package static var recordNotWritten: String { text("notices.record-not-written") }
}

/// The card in figures, for the diagnostics. An unknown figure is left out; a line without any is a dash.
extension Strings {
    package static var cardRoom: String { text("figures.card-room") }
    package static var cardSpeed: String { text("figures.card-speed") }

    /// `mmcblk0p2, exfat, 31.9 GB`, or the reason why the card takes nothing.
    package static func card(_ condition: CardCondition, _ facts: CardFacts?) -> String {
        switch condition {
        case .absent: return noCard
        case .failing(let reason): return text("figures.card-fails", ["reason": reason.text])
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
        return list([text("figures.card-free", ["free": bytes(facts.freeBytes)]), film.map { text("figures.card-film", ["span": $0]) }])
    }

    /// `8.3 MB a second, a line in 12.0 ms`.
    package static func speed(_ facts: CardFacts?) -> String {
        list([
            facts?.bytesPerSecond.map { text("figures.card-written", ["number": tenths($0 / 1e6)]) },
            facts?.lastSync.map { text("figures.card-synced", ["milliseconds": tenths($0.inMilliseconds)]) },
        ])
    }

    /// `42, card mended, 3 repaired`.
    package static func sessions(_ facts: CardFacts?) -> String {
        let check: String? =
            switch facts?.check {
            case .clean: text("figures.card-clean")
            case .mended: text("figures.card-mended")
            case .damaged: text("figures.card-damaged")
            case nil: nil
            }
        let repairs = facts?.repairs.map { $0 > 0 ? text("figures.card-repairs", ["count": $0]) : text("figures.card-no-repairs") }
        return list([facts?.sessions.map(String.init), check, repairs])
    }

    private static let unknown = "–"

    private static func list(_ parts: [String?]) -> String {
        let known = parts.compactMap { $0 }
        return known.isEmpty ? unknown : known.joined(separator: ", ")
    }
}
