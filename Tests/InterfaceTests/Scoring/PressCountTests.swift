// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The number of presses and detents for scoring an end. On paper it takes ten seconds.
@Suite struct PressCountTests {
    /// A pair of hands on the panel, in virtual time, that counts its actions.
    struct Hands {
        var box: Rehearsal
        private(set) var presses = 0
        private(set) var detents = 0
        /// The time that the hands took, looking included.
        private(set) var seconds = 0.0

        /// The seconds of an ordinary detent, of a press with its release, and of a look at the next arrow.
        static let detent = 0.11
        static let press = 0.35
        static let look = 0.8

        init(face: String, arrows: Int) {
            box = Rehearsal {
                $0.scores = true
                $0.face = face
            }
            shoot(arrows)
        }

        /// Shoots an end; that isn't counted as work of scoring.
        mutating func shoot(_ arrows: Int) {
            for _ in 0..<arrows {
                box.run(to: box.now.seconds + 10)
                box.tap(.mark)
            }
            box.run(to: box.now.seconds + 5)
        }

        private mutating func take(_ seconds: Double) {
            self.seconds += seconds
            box.run(to: box.now.seconds + seconds)
        }

        mutating func press(_ control: Control) {
            presses += 1
            box.tap(control)
            take(Self.press)
        }

        /// Turns detent by detent, none of them quick.
        mutating func turn(_ count: Int) {
            for _ in 0..<abs(count) {
                detents += 1
                box.panel(.turned(count.signum()))
                take(Self.detent)
            }
        }

        var screen: ScoreScreen? { box.appliance.path.stack.last?.as(ScoreScreen.self) }
        var end: EndRecord? { screen.flatMap { box.appliance.context.desk.book?[end: $0.end] } }

        /// Calls the arrow as this ring, and gives it this clock direction.
        mutating func place(_ label: String, hour: Int? = nil) throws {
            take(Self.look)
            let end = try #require(end)
            let held = try #require(screen?.held)
            let ring = end.face.rings.firstIndex { $0.label == label } ?? end.face.rings.count
            turn(ring - held.ring)
            if let hour {
                press(.knob)
                let now = try #require(screen?.held.direction.hour)
                let turns = ((hour - now) % 12 + 12) % 12
                turn(turns > 6 ? turns - 12 : turns)
                #expect(screen?.held.direction.hour == hour)
            }
            press(.mark)
        }

        /// Presses STOP and places all arrows; the summary comes by itself.
        mutating func score(_ labels: [String], hours: [Int]? = nil) throws {
            press(.stop)
            for (index, label) in labels.enumerated() { try place(label, hour: hours?[index]) }
            #expect(box.appliance.page == .score)
            box.run(to: box.now.seconds + 2)
            #expect(box.appliance.page == .summary)
            let end = try #require(box.ends.last)
            #expect(end.score.entries.map { end.face.score($0) } == labels && end.isDone)
        }

        /// Presses MARK on the summary: the next end.
        mutating func nextEnd() {
            box.run(to: box.now.seconds + 0.5)
            press(.mark)
            #expect(box.appliance.page == .live)
        }
    }

    /// A typical end of six at 70 m, in the order of shooting.
    static let end = ["9", "8", "10", "9", "9", "8"]
    static let hours = [11, 1, 12, 2, 10, 12]

    @Test(
        "X-15 an end by rings is STOP, a MARK an arrow, and the summary's own press",
        arguments: [
            ("wa_122", end, 8, 6),
            ("wa_40_triple_vert", ["9", "10", "9"], 5, 3),
            ("wa_field_80", ["5", "4", "5"], 5, 3),
        ] as [(String, [String], Int, Int)])
    func anEndByRings(face: String, labels: [String], presses: Int, detents: Int) throws {
        var hands = Hands(face: face, arrows: labels.count)
        try hands.score(labels)
        hands.nextEnd()
        #expect(hands.presses == presses && hands.detents <= detents)
    }

    @Test("X-15 from high to low an end of six takes fewer detents still")
    func anEndFromHighToLow() throws {
        var hands = Hands(face: "wa_122", arrows: 6)
        try hands.score(Self.end.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) })
        hands.nextEnd()
        #expect(hands.presses == 8 && hands.detents <= 2)
    }

    @Test("X-15 with the hour a push an arrow comes on top")
    func anEndByTheHour() throws {
        var hands = Hands(face: "wa_122", arrows: 6)
        try hands.score(Self.end, hours: Self.hours)
        hands.nextEnd()
        #expect(hands.presses == 14)
        #expect(hands.box.ends.last { !$0.arrows.isEmpty }?.arrows.allSatisfy { $0.place != nil } == true)
    }

    @Test("from the summary one push plays the clip of the lowest arrow")
    func theLowestArrowsClip() throws {
        var hands = Hands(face: "wa_122", arrows: 6)
        try hands.score(["9", "10", "6", "9", "9", "8"])
        let end = try #require(hands.box.ends.last { !$0.arrows.isEmpty })
        hands.box.run(to: hands.box.now.seconds + 0.5)
        hands.press(.knob)
        let replay = try #require(hands.box.appliance.path.stack.last?.as(ReplayScreen.self))
        #expect(replay.key?.number == end.arrows[2].clip && end.arrows[2].clip == 3)
    }

    @Test("X-15 a round of twelve ends takes less than two and a half minutes of hands", arguments: [false, true])
    func aRoundByHand(hasHours: Bool) throws {
        var hands = Hands(face: "wa_122", arrows: 6)
        for end in 0..<12 {
            if end > 0 { hands.shoot(6) }
            // Each end begins with another of these arrows, so that ends differ.
            let order = (0..<6).map { ($0 + end) % 6 }
            try hands.score(order.map { Self.end[$0] }, hours: hasHours ? order.map { Self.hours[$0] } : nil)
            hands.nextEnd()
        }
        // Looking at 72 arrows alone takes 57.6 s.
        #expect(hands.seconds < 150)
        let ends = hands.box.appliance.context.desk.book?.ends ?? []
        #expect(ends.count == 12 && ends.reduce(0) { $0 + $1.score.total } == 12 * 53)
    }
}

extension Face {
    /// Returns the label of an entry.
    fileprivate func score(_ entry: EndScore.Entry) -> String { entry.score.label }
}
