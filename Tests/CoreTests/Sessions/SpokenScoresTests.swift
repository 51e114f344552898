// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// The words about the arrows of an end.
@Suite struct SpokenScoresTests {
    private func end(_ labels: String?..., on face: String = "wa_40", spot: (Int) -> Int = { _ in 0 }) throws -> EndRecord {
        let face = try #require(FaceCatalog.face(face))
        let arrows = try labels.enumerated().map { index, label in
            guard let label else { return PlacedArrow(number: index + 1, spot: spot(index), place: nil) }
            return PlacedArrow(number: index + 1, spot: spot(index), ring: try #require(face.rings.firstIndex { $0.label == label }))
        }
        return EndRecord(number: 1, face: face, shaft: Length(millimetres: 5.5), clips: [1, 2, 3], arrows: arrows)
    }

    private func totals(_ points: Int, round: Int? = nil) -> SpokenScores.Totals {
        SpokenScores.Totals(session: .run(1), end: 1, points: points, round: round)
    }

    private func said(_ before: EndRecord, _ after: EndRecord, totals: SpokenScores.Totals? = nil) -> String? {
        var scores = SpokenScores()
        return scores.change(from: before, to: after, totals: totals)
    }

    @Test func eachArrowIsSaidAsItIsWritten() throws {
        let none = try end()
        for label in ["X", "10", "9", "1"] { #expect(try said(none, end(label)) == label) }
        let miss = try end(nil)
        #expect(said(none, miss) == "miss")
        let (two, three, one) = (try end("9", "9"), try end("9", "9", "8"), try end("9"))
        #expect(said(two, three, totals: totals(26)) == "8, total 26")
        #expect(said(none, one, totals: totals(9, round: 276)) == "9, total 9, round 276")
    }

    @Test func onlyTheArrowThatChangedIsSaid() throws {
        let before = try end("9", "9", "8")
        let (corrected, shorter) = (try end("9", "7", "8"), try end("9", "9"))
        #expect(said(before, corrected) == "7" && said(before, shorter) == nil && said(before, before) == nil)
        var linked = before
        linked.arrows[1].clip = 3
        linked.isDone = true
        #expect(said(before, linked) == nil)
        var moved = before
        moved.arrows[2] = PlacedArrow(number: 3, place: FacePoint(0, 0))
        var nudged = moved
        nudged.arrows[2].place = FacePoint(1, 0)
        #expect(said(before, moved) == "X" && said(moved, nudged) == "X")
    }

    /// The face's rule makes a miss of the higher arrow in a spot, which is what the TV shows.
    @Test func theSecondArrowInASpotIsSaidAsItCounts() throws {
        let face = "wa_40_triple_vert"
        let (one, two, apart) = (try end("8", on: face), try end("8", "9", on: face), try end("8", "9", on: face, spot: { $0 }))
        #expect(said(one, two) == "miss" && said(one, apart) == "9")
    }

    @Test func aTotalIsSaidOnce() throws {
        var scores = SpokenScores()
        let saved = [totals(26), totals(26), totals(26, round: 276), totals(27, round: 277)].map { scores.save($0) }
        #expect(saved == ["total 26", nil, "round 276", "total 27, round 277"])
        let placed = scores.change(from: try end(), to: try end("9"), totals: totals(9, round: 285))
        var other = totals(9, round: 285)
        other.end = 2
        let after = [totals(9, round: 285), other].map { scores.save($0) }
        #expect(placed == "9, total 9, round 285" && after == [nil, "total 9, round 285"])
    }

    @Test func germanIsSaidInGerman() throws {
        let (none, one) = (try end(), try end(nil))
        let words = Language.speaking("german") { said(none, one, totals: totals(0, round: 540)) }
        #expect(words == "daneben, gesamt 0, Runde 540")
    }
}
