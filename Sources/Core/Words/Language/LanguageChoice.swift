// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// A language that is chosen at most until it is read for the first time.
///
/// A word that was said before a later choice would stay in the other language for as long as it is shown, and threads would differ. So the
/// first reading closes the choice.
final class LanguageChoice: Sendable {
    private struct State {
        var language: Language
        var isRead = false
    }

    private let state: Mutex<State>

    /// - Parameter language: the language if none is chosen.
    init(_ language: Language) {
        state = Mutex(State(language: language))
    }

    /// - Returns: false if the language has been read already.
    func choose(_ language: Language) -> Bool {
        state.withLock { state in
            guard !state.isRead else { return false }
            state.language = language
            return true
        }
    }

    func read() -> Language {
        state.withLock { state in
            state.isRead = true
            return state.language
        }
    }
}
