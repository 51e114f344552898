// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Context {
    /// The clips so far: those of the newest session of this run that has any on the card. Its book comes onto the desk.
    mutating func openCarousel(at now: Timestamp) -> [ScreenOutcome] {
        let newest = ([sessions.session] + sessions.rested.reversed()).first { session in
            CarouselScreen.hasClips(ScoreBook(session, key: sessions.key(of: session.ref)))
        }
        guard let newest, openBook(of: newest.ref), let book = desk.book, let screen = CarouselScreen(book, settings, at: now) else {
            return [.toast(Strings.noClipsYet)]
        }
        return [.show(.carousel(screen))]
    }
}
