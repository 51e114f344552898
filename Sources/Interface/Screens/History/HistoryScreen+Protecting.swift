// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Protects sessions that somebody wants to keep: they aren't deleted to make room.
extension HistoryScreen {
    /// The selected sessions, or the chosen one if nothing is selected.
    var meant: [SessionKey] { selected.isEmpty ? [chosen?.key].compactMap { $0 } : selected.sorted { $0.folder < $1.folder } }

    /// True if all of these sessions are protected, as far as they are loaded.
    var areProtected: Bool {
        let sessions = window.known(Set(meant))
        return !sessions.isEmpty && sessions.allSatisfy(\.isProtected)
    }

    /// Protects these sessions. If all of them are protected already, they aren't any more.
    func protect() -> [ScreenOutcome] {
        let keys = meant
        guard !keys.isEmpty else { return [] }
        // A full card still has room for a line, and the line is enough: a session with an open journal isn't deleted.
        guard card.takesLines else { return [.toast(Strings.cardTakesNothing)] }
        let isOn = !areProtected
        let effects = keys.flatMap { [Effect.card(.journal(.stored($0), .protected(isOn))), .card(.file(.stored($0)))] }
        return effects.map(ScreenOutcome.effect) + [.toast(isOn ? Strings.protected(keys.count) : Strings.notProtected(keys.count))]
    }
}

extension CardCondition {
    /// True if sessions can be deleted there, and journals can be continued.
    var takesLines: Bool {
        switch self {
        case .ready, .full: true
        case .absent, .readOnly, .failing: false
        }
    }
}
