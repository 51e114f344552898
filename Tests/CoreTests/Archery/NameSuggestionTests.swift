// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// A wrongly written face id is answered with the ids that were probably meant.
@Suite struct NameSuggestionTests {
    private let ids = FaceCatalog.all.map(\.id)

    @Test(arguments: [("wa_41", "wa_40"), ("WA_122", "wa_122"), ("vegas", "vegas_3spot"), ("nfaa-indoor-40", "nfaa_indoor_40"), ("wa122", "wa_122")])
    func theOneThatWasMeantIsNamed(word: String, meant: String) {
        #expect(NameSuggestion.nearest(to: word, of: ids).contains { $0.hasPrefix(meant) }, "\(NameSuggestion.nearest(to: word, of: ids))")
    }

    @Test func aFaceThatIsThereIsLikestItself() {
        for id in ids { #expect(NameSuggestion.nearest(to: id, of: ids).first == id) }
    }

    @Test(arguments: ["", "🏹🏹🏹", "something else entirely", String(repeating: "wa_40", count: 2000)])
    func whatIsLikeNothingGetsNoHint(word: String) {
        #expect(NameSuggestion.nearest(to: word, of: ids) == [])
    }
}
