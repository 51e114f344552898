// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Interface

@Suite struct DragTests {
    /// The moves of a finger, and the expected result.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var moves: [(milliseconds: Int, x: Double)]
        var releasedAfter: Int
        var isDrag: Bool
        var isFlick: Bool
        /// In canvas units a second.
        var velocity: Double
    }

    static let cases = [
        Case(testDescription: "a tap", moves: [(10, 500)], releasedAfter: 60, isDrag: false, isFlick: false, velocity: 0),
        Case(
            testDescription: "a tap that trembles", moves: [(10, 510), (20, 480), (30, 520)], releasedAfter: 40, isDrag: false, isFlick: false,
            velocity: 0),
        Case(
            testDescription: "a drag that comes back", moves: [(50, 700), (400, 500)], releasedAfter: 900, isDrag: true, isFlick: false, velocity: 0),
        Case(
            testDescription: "a slow drag", moves: (1...20).map { ($0 * 20, 500 + Double($0) * 10) }, releasedAfter: 400, isDrag: true,
            isFlick: false,
            velocity: 500),
        Case(
            testDescription: "a flick", moves: (1...6).map { ($0 * 10, 500 + Double($0) * 30) }, releasedAfter: 60, isDrag: true, isFlick: true,
            velocity: 3000),
        Case(
            testDescription: "a flick back", moves: (1...6).map { ($0 * 10, 500 - Double($0) * 30) }, releasedAfter: 62, isDrag: true, isFlick: true,
            velocity: -3000),
        Case(
            testDescription: "thrown, and held still before it is let go", moves: (1...6).map { ($0 * 10, 500 + Double($0) * 30) },
            releasedAfter: 200,
            isDrag: true, isFlick: false, velocity: 0),
    ]

    @Test(arguments: cases)
    func aFingerIsWhatItDid(_ example: Case) {
        var drag = Drag(at: Point(500, 300), at: .zero)
        for move in example.moves { drag.move(to: Point(move.x, 300), at: Timestamp(seconds: Double(move.milliseconds) / 1000)) }
        let release = Timestamp(seconds: Double(example.releasedAfter) / 1000)
        #expect(drag.hasStrayed == example.isDrag)
        #expect(drag.isFlick(at: release) == example.isFlick)
        #expect(abs(drag.velocity(at: release).x - example.velocity) < 1e-6 && drag.velocity(at: release).y == 0)
        let last = example.moves.last.map(\.x) ?? 500
        #expect(drag.offset.x == (example.isDrag ? last - 500 : 0))
    }

    @Test func aPlaceThatIsNoNumberIsLeftOut() {
        var drag = Drag(at: Point(500, 300), at: .zero)
        drag.move(to: Point(.nan, 300), at: Timestamp(seconds: 0.1))
        drag.move(to: Point(500, .infinity), at: Timestamp(seconds: 0.1))
        #expect(!drag.hasStrayed && drag.point == Point(500, 300))
    }

    // MARK: A button that is held

    @Test func aHeldButtonWaitsShortOfTheThresholdAndThenGoesPastIt() {
        let finger = HeldFinger(at: Timestamp(seconds: 1))
        func position(_ milliseconds: Int) -> Double { finger.position(at: Timestamp(seconds: 1 + Double(milliseconds) / 1000)) }
        #expect(position(0) == 0 && position(180) == 0.6 && position(780) == 0.6)
        func progress(_ milliseconds: Int) -> Double { finger.progress(at: Timestamp(seconds: 1 + Double(milliseconds) / 1000)) }
        #expect(progress(0) == 0 && progress(180) == 0.6 && progress(779) < 1 && progress(780) == 1)
        let way = stride(from: 0, through: 180, by: 10).map(position)
        #expect(zip(way, way.dropFirst()).allSatisfy { $0 < $1 })
        #expect(finger.filling(at: Timestamp(seconds: 1.18)) == 0 && abs(finger.filling(at: Timestamp(seconds: 1.48)) - 0.5) < 1e-9)
        #expect(finger.nextChange(after: Timestamp(seconds: 1.8)) == nil)
    }

    @Test(arguments: [(100, HeldFinger.Outcome.flick), (300, .flick), (301, .springBack), (779, .springBack), (780, .commit), (5000, .commit)])
    func whatAHeldButtonWas(_ milliseconds: Int, _ outcome: HeldFinger.Outcome) {
        let finger = HeldFinger(at: .zero)
        #expect(finger.outcome(releasedAt: .zero + .milliseconds(milliseconds)) == outcome)
    }
}
