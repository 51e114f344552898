// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// What somebody wants to keep isn't deleted to make room.
extension HistoryScreen {
    /// The selected sessions, or the one that is on.
    var meant: [SessionKey] { selected.isEmpty ? [chosen?.key].compactMap { $0 } : selected.sorted { $0.folder < $1.folder } }

    /// All that are meant, as far as they are at hand.
    var areProtected: Bool {
        let sessions = window.known(Set(meant))
        return !sessions.isEmpty && sessions.allSatisfy(\.isProtected)
    }

    /// They are protected; if all of them were, they aren't any more.
    func protect() -> [ScreenOutcome] {
        let keys = meant
        guard !keys.isEmpty else { return [] }
        // On a full one there is room for a line yet, and the line is enough: what has a journal isn't deleted.
        guard card.takesLines else { return [.toast(Strings.cardTakesNothing)] }
        let isOn = !areProtected
        let effects = keys.flatMap { [Effect.card(.journal(.stored($0), .protected(isOn))), .card(.file(.stored($0)))] }
        return effects.map(ScreenOutcome.effect) + [.toast(isOn ? Strings.protected(keys.count) : Strings.notProtected(keys.count))]
    }
}

extension CardCondition {
    /// Sessions can be deleted there, and journals go on.
    var takesLines: Bool {
        switch self {
        case .ready, .full: true
        case .absent, .readOnly, .failing: false
        }
    }
}
