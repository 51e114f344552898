// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Context {
    /// Opens the carousel with the newest session of this run that has clips on the card, and puts its book on the desk.
    mutating func openCarousel(at now: Timestamp) -> [ScreenOutcome] {
        let newest = ([sessions.session] + sessions.rested.reversed()).first { session in
            CarouselScreen.hasClips(ScoreBook(session, key: sessions.key(of: session.ref)))
        }
        guard let newest, openBook(of: newest.ref), let book = desk.book, let screen = CarouselScreen(book, settings, at: now) else {
            return [.toast(Strings.noClipsYet)]
        }
        return [.show(screen)]
    }
}
