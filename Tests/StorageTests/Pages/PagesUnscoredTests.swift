// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

/// V-03: the page of a session without scoring, and of a card that has no other, mention no sport.
@Suite struct PagesUnscoredTests {
    private static let archery: Set = [
        "arrow", "arrows", "archer", "archers", "archery", "end", "ends", "face", "target", "ring", "round", "score", "scores", "scored", "scorer",
        "scorebook", "scorecard", "shaft", "shot", "shots",
    ]

    /// Returns the visible words of a page: without its style, its tags and their attributes.
    private func words(_ page: String) -> [String] {
        page.replacing(#/<style>(?s:.*?)<\/style>|<[^>]*>/#, with: " ").lowercased().split { !$0.isLetter }.map(String.init)
    }

    @Test func theySpeakOfNoSport() throws {
        var record = SamplePages.clipsOnly
        record.target = SessionTarget(archer: "Ana", face: "wa_122")
        let page = try PagesTests.text(record, "index.html")
        #expect(page.contains("Ana") && words(page).filter(Self.archery.contains) == [])
        let index = String(decoding: try Scorebook.index(of: [SamplePages.summary(of: record, named: "a")]), as: UTF8.self)
        #expect(words(index).filter(Self.archery.contains) == [])
    }

    @Test func aScoredOneStillDoes() throws {
        let page = try PagesTests.text(SamplePages.single, "index.html")
        #expect(page.contains("<p>Archer</p><p>Scorer</p>"))
        let sessions = [SamplePages.single, SamplePages.clipsOnly].map { SamplePages.summary(of: $0, named: "a") }
        #expect(String(decoding: try Scorebook.index(of: sessions), as: UTF8.self).contains("<h1>Scorebook</h1>"))
    }
}
