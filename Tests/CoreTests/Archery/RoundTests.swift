// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@Suite struct RoundTests {
    /// The number of arrows and the best possible score, as scorecards print them.
    @Test(
        arguments: [
            ("wa_70", 72, 720), ("wa_18", 60, 600), ("wa_18_triple", 60, 600), ("wa_50_compound", 72, 720), ("wa_1440_90", 144, 1440),
            ("wa_1440_70", 144, 1440), ("vegas_300", 30, 300), ("nfaa_300", 60, 300), ("lancaster", 60, 660), ("portsmouth", 60, 600),
            ("bray_1", 30, 300), ("worcester", 60, 300), ("york", 144, 1296), ("hereford", 144, 1296), ("national", 72, 648),
            ("western", 96, 864), ("warwick", 48, 432), ("windsor", 108, 972),
        ] as [(String, Int, Int)])
    func aRoundHasItsArrowsAndItsMaximum(id: String, arrows: Int, maximum: Int) throws {
        let round = try #require(RoundCatalog.round(id))
        #expect(round.arrows == arrows && round.maximum == maximum)
    }

    @Test func everyFaceOfEveryRoundIsThereAndNoTwoRoundsHaveOneName() {
        for stage in RoundCatalog.all.flatMap(\.stages) { #expect(FaceCatalog.face(stage.face) != nil, "\(stage.face)") }
        #expect(Set(RoundCatalog.all.map(\.id)).count == RoundCatalog.all.count)
    }

    /// A round that is shot end by end comes to every distance in order, and then to its end.
    @Test(arguments: RoundCatalog.all.map(\.id))
    func endAfterEndARoundIsShot(id: String) throws {
        let round = try #require(RoundCatalog.round(id))
        var shot: [Round.Stage] = []
        for ends in 0..<round.ends {
            let (stage, end) = try #require(round.stage(afterEnds: ends))
            if end == 1 { shot.append(stage) }
            #expect(stage == shot.last && end <= stage.ends)
        }
        #expect(shot == round.stages)
        #expect(round.stage(afterEnds: round.ends) == nil)
    }
}
