// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Runtime

struct SnapshotMomentsTests {
    /// The times of the vblanks that are written, on a TV of 50 Hz that runs for `seconds`.
    private func written(_ moments: SnapshotMoments, seconds: Int) -> [Double] {
        var moments = moments
        return (0..<seconds * 50).map { Double($0) / 50 }.filter { moments.isDue(at: .seconds($0)) }
    }

    @Test func withoutTimesThereIsOneEachInterval() {
        #expect(written(SnapshotMoments(every: .seconds(0.5)), seconds: 2) == [0, 0.5, 1, 1.5])
    }

    @Test func atTheRateOfTheTVEachPictureIsWritten() {
        var moments = SnapshotMoments(every: .seconds(1.0 / 60))
        // Vblanks are told in whole nanoseconds.
        let vblanks = (0..<3600).map { Duration.nanoseconds($0 * 1_000_000_000 / 60) }
        #expect(vblanks.allSatisfy { moments.isDue(at: $0) })
    }

    @Test func aSpanHasThoseOfTheWholeRunThatLieInIt() throws {
        let spans = try SnapshotMoments(every: .seconds(0.5), at: "0.7-1.6,3-3")
        #expect(written(spans, seconds: 5) == [1, 1.5, 3])
    }

    @Test func aMomentHasTheFirstPictureAtOrAfterItAndNothingElse() throws {
        #expect(written(try SnapshotMoments(every: .seconds(1), at: "3.01,0.5"), seconds: 5) == [0.5, 3.02])
        #expect(written(try SnapshotMoments(every: .seconds(1), at: "0.5,1-2"), seconds: 5) == [0.5, 1, 2])
    }

    @Test(arguments: ["", "x", "1,", "2-1", "1-2-3", "-1", "nan", "3000000", "1;2"])
    func aWordThatIsNoTimeIsNamed(_ word: String) {
        #expect(throws: SnapshotMoments.Wrong.self) { try SnapshotMoments(every: .seconds(1), at: word) }
    }
}
