// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Media

/// Whatever libav or a film says about a refusal, it is one short line.
@Suite struct FilmRefusalTests {
    private static let long = "a\nb" + String(repeating: "very long ", count: 1000)

    @Test(
        "X-17 a refusal is one line of at most 200 characters",
        arguments: [
            FilmRefusal.unreadable(Self.long), .hasBadIndex(Self.long), .hasOtherCoding(Self.long), .notEncoded(Self.long),
            .isForLaptop(Self.long), .isNoFilm, .isTooLarge(bytes: .max),
        ])
    func aRefusalIsShort(refusal: FilmRefusal) {
        #expect(refusal.description.unicodeScalars.count <= FilmVerdict.longestReason && !refusal.description.contains("\n"))
        #expect(refusal.description.count > 10, "and says something")
    }
}
