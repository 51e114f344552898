// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The phases of an end's shots on the summary.
@Suite struct SummaryPhasesTests {
    /// A book of shots with an anchor by hand, a release by ear, and an impact.
    private static func book(ends: Int = 2, arrows: Int = 6) -> ScoreBook {
        var book = SummaryPractice.book(ends: ends, arrows: arrows)
        for index in book.clips.indices {
            (book.clips[index].heardShot, book.clips[index].impact) = (3, 0.4)
            book.clips[index].judgement.phases = [PhaseMark("Anchor", at: 1)]
        }
        for index in book.ends.indices { book.ends[index].distance = "18 m" }
        return book
    }

    @Test("X-07 the page of phases opens by its tool and closes with STOP; without phases there is no tool")
    func opensAndCloses() {
        var box = SummaryPractice(Self.book())
        #expect(box.screen.view(of: box.book) == .arrows)
        box.send(.tool(.phases))
        #expect(box.screen.view(of: box.book) == .phases)
        let texts = box.scene.texts.map(\.run.text)
        #expect(texts.contains(Strings.hold(2)) && texts.contains(Strings.phaseByEar))
        box.send(.tapped(.stop))
        #expect(box.screen.view(of: box.book) == .arrows)
        #expect(SessionPhases(Self.book()) != nil && SessionPhases(SummaryPractice.book()) == nil)
    }

    @Test("X-07 the rows and the sums fit at every text size, and the chosen shot is among them", arguments: [100, 150, 200])
    func fits(scale: Int) throws {
        var settings = Settings()
        settings.textScalePercent = scale
        let look = Theme(settings)
        for (ends, arrows) in [(1, 3), (2, 6), (12, 12)] {
            let book = Self.book(ends: ends, arrows: arrows)
            let end = try #require(book.ends.last)
            let area = SummaryFrame(look).content
            for index in 0..<arrows {
                let page = PhasePage(look, area, .arrow(ArrowPlace(end: end.number, index: index)), end, book)
                #expect(page.rows.count { $0.isChosen } == 1)
                for row in page.rows { #expect(area.inset(by: -0.5).encloses(row.rect)) }
                let foot = try #require(page.sums.map(\.rect.y).min())
                #expect(page.rows.allSatisfy { $0.rect.maxY <= foot } && page.sums.allSatisfy { $0.rect.maxY <= area.maxY + 0.5 })
            }
        }
    }
}
