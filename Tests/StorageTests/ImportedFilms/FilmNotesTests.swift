// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// The notes on the films in a card's folder `IMPORT`.
@Suite struct FilmNotesTests {
    private static func film(_ name: String, bytes: Int64 = 1000) -> ImportedFilm {
        ImportedFilm(name: name, bytes: bytes, sha256: String(repeating: "a", count: 64))
    }

    @Test("X-17 a refused film stays refused under another time and another name, until its bytes change")
    func aRefusedFilmStaysRefused() {
        let verdict = FilmVerdict(.recode, reason: "a reason")
        var notes = FilmNotes()
        notes.note(Self.film("a.mov"), modified: 10)
        notes.refuse(Self.film("a.mov"), verdict)
        #expect(notes.verdict(on: Self.film("a.mov")) == verdict)
        // Copied again, or a clock that goes otherwise.
        notes.note(Self.film("a.mov"), modified: 3610)
        #expect(notes.verdict(on: Self.film("a.mov")) == verdict)
        notes.note(Self.film("b.mov"), modified: 10)
        notes.keepOnly(["b.mov"])
        #expect(notes.verdict(on: Self.film("b.mov")) == verdict)
        notes.note(Self.film("b.mov", bytes: 1001), modified: 10)
        #expect(notes.verdict(on: Self.film("b.mov", bytes: 1001)) == nil)
    }
}
