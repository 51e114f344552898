// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite struct JogLawTests {
    /// Returns the number of pictures for each of several single detents at this interval.
    private func pictures(every milliseconds: Int, count: Int) -> [Int] {
        var law = JogRule()
        return (0..<count).map { law.pictures(of: 1, at: .zero + .milliseconds($0 * milliseconds)) }
    }

    @Test("V-17 below ten detents a second a detent is a picture, then three, then eight")
    func theQuickerTheFurther() {
        #expect(pictures(every: 150, count: 8) == Array(repeating: 1, count: 8))
        #expect(pictures(every: 80, count: 6) == [1, 1, 3, 3, 3, 3])
        #expect(pictures(every: 40, count: 6) == [1, 1, 8, 8, 8, 8])
    }

    @Test("V-17 turned back, or after a rest, it is one picture at once")
    func backAndRestAreOneAtOnce() {
        var law = JogRule()
        var now = Timestamp.zero
        func next(_ detents: Int, _ milliseconds: Int) -> Int {
            now = now + .milliseconds(milliseconds)
            return law.pictures(of: detents, at: now)
        }
        for _ in 0..<5 { _ = next(1, 30) }
        #expect(next(1, 30) == 8 && next(-1, 30) == -1 && next(-1, 30) == -1)
        for _ in 0..<5 { _ = next(-1, 30) }
        #expect(next(-1, 200) == -1)
    }

    @Test("never fewer pictures than detents, and the same way", arguments: 1...40 as ClosedRange<UInt64>)
    func neverFewer(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var law = JogRule()
        var now = Timestamp.zero
        for _ in 0..<500 {
            now = now + .milliseconds(Int.random(in: 0...300, using: &random))
            let detents = Int.random(in: 1...3, using: &random) * (random.chance(0.2) ? -1 : 1)
            let pictures = law.pictures(of: detents, at: now)
            #expect(pictures.signum() == detents.signum() && abs(pictures) >= abs(detents) && abs(pictures) <= 8 * abs(detents))
        }
    }
}
