// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Searches the sessions of imported films, the newest first, for the model of the archer whose clips are compared.
///
/// Each session is read once. The archer's own model ends the search; a model that is everybody's counts if no session has the archer's own.
struct ModelSearch: Hashable, Sendable {
    enum Answer: Hashable, Sendable {
        /// This session has to be read next.
        case read(SessionKey)
        /// The search is over: this session has the model, or with `nil` none has.
        case found(ScoreBook?)
    }

    /// The sessions that are still to be read, in order. The first one is being read.
    private var waiting: [SessionKey] = []
    /// The newest session with a model that is everybody's.
    private var fallback: ScoreBook?

    mutating func begin(_ films: [SessionKey]) -> Answer {
        (waiting, fallback) = (films, nil)
        return waiting.first.map { .read($0) } ?? .found(nil)
    }

    /// Takes in a session that was read; `nil` if it couldn't be read.
    /// - Parameter names: the archer's names; one empty name if the archer has none.
    /// - Returns: `nil` if the search isn't about this session.
    mutating func take(_ book: ScoreBook?, read session: SessionKey, for names: [String]) -> Answer? {
        guard waiting.first == session else { return nil }
        waiting.removeFirst()
        if let book, book.model(of: names) != nil {
            if book.hasOwnModel(of: names) {
                waiting = []
                fallback = book
            } else {
                fallback = fallback ?? book
            }
        }
        if let next = waiting.first { return .read(next) }
        defer { fallback = nil }
        return .found(fallback)
    }
}
