// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The chosen language. It can be changed only until it is read for the first time.
///
/// If it could be changed later, words that are on the TV already would stay in the old language, and threads would differ. So the first
/// reading ends the choice.
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
