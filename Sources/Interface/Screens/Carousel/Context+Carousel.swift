// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Context {
    /// Puts the book of this run's newest session that has clips to play on the desk.
    /// - Returns: false if no session has such clips.
    mutating func openNewestClips() -> Bool {
        let newest = ([sessions.session] + sessions.rested.reversed()).first { session in
            ScoreBook(session, key: sessions.key(of: session.ref)).hasClips
        }
        return newest.map { openBook(of: $0.ref) } ?? false
    }
}
