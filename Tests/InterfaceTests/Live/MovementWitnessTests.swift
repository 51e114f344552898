// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The second witness of a heard shot, and marks by movement.
@Suite struct MovementWitnessTests {
    private func box(_ marks: Settings.SoundMarks, _ change: (inout Settings) -> Void = { $0.hasMovementWitness = true }) -> Rehearsal {
        var box = Rehearsal {
            $0.soundMarks = marks
            $0.delaySeconds = 5
            change(&$0)
        }
        box.run(to: 30)
        return box
    }

    private func hear(_ box: inout Rehearsal, id: Int, at seconds: Double) {
        box.send(
            .hearing(
                .shot(DetectedShot(id: id, timestamp: Timestamp(seconds: seconds), level: -12)),
                live: Rehearsal.newest(at: Timestamp(seconds: seconds))))
    }

    private func burst(_ box: inout Rehearsal, at seconds: Double, x: Double = 0.5) {
        guard let stamp = Rehearsal.newest(at: Timestamp(seconds: seconds)) else { return }
        box.send(.stills(.burst(stamp, middle: Point(x, 0.5))))
    }

    /// Three shots that the archer takes, seen or not.
    private func teach(_ box: inout Rehearsal, seen: Int) {
        for shot in 0..<3 {
            let second = 40 + Double(shot) * 10
            box.run(to: second + 0.1)
            if shot < seen { burst(&box, at: second) }
            hear(&box, id: shot + 1, at: second)
            box.run(to: second + 0.5)
            box.tap(.mark)
            box.run(to: second + 3)
        }
    }

    private func suggested(_ box: Rehearsal) -> [Int] { box.appliance.context.suggestions(at: box.now).map(\.id) }

    @Test("X-03 bursts are asked for only if a setting needs them")
    func bursts() {
        func asked(_ box: Rehearsal) -> [Bool] {
            box.effects.compactMap { if case .stills(.watchBursts(let isOn)) = $0 { isOn } else { nil } }
        }
        #expect(asked(box(.suggest)) == [true])
        #expect(asked(box(.off)).isEmpty)
        #expect(asked(box(.suggest) { _ in }).isEmpty)
        var box = box(.off) { $0.marksMovement = true }
        #expect(asked(box) == [true])
        box.change { $0.marksMovement = false }
        #expect(asked(box) == [true, false])
    }

    @Test("X-03 once the witness saw the archer's shots, a shot that it doesn't see is a neighbour's: MARK doesn't take it")
    func aNeighboursShotIsNotSuggested() {
        var box = box(.suggest)
        teach(&box, seen: 3)
        box.run(to: 80.3)
        hear(&box, id: 9, at: 80)
        #expect(suggested(box).isEmpty)
        box.run(to: 82)
        #expect(suggested(box).isEmpty)
        box.tap(.mark)
        #expect(box.appliance.session.marks.last?.shot == nil)
        box.run(to: 95.1)
        hear(&box, id: 10, at: 95)
        #expect(suggested(box).isEmpty, "nobody knows yet")
        box.run(to: 95.3)
        burst(&box, at: 95.2)
        #expect(suggested(box) == [10])
        box.tap(.mark)
        #expect(box.appliance.session.marks.last?.shot == Timestamp(seconds: 95))
    }

    @Test("X-03 a witness that didn't see the archer's own shots takes none away: the picture shakes, or nobody is in view")
    func aBlindWitnessTakesNothingAway() {
        var box = box(.suggest)
        teach(&box, seen: 2)
        box.run(to: 80.3)
        hear(&box, id: 9, at: 80)
        #expect(suggested(box) == [9])
    }

    @Test("X-03 by itself the box marks a shot once it is seen, at the shot's own picture, and a neighbour's not at all")
    func marksWaitForTheWitness() {
        var box = box(.suggest)
        teach(&box, seen: 3)
        box.change { $0.soundMarks = .mark }
        let count = box.appliance.session.marks.count
        box.run(to: 80.2)
        hear(&box, id: 9, at: 80)
        #expect(box.appliance.session.marks.count == count)
        box.run(to: 80.3)
        burst(&box, at: 80.25)
        #expect(box.appliance.session.marks.last?.shot == Timestamp(seconds: 80))
        #expect(box.appliance.session.marks.last?.stamp == Rehearsal.newest(at: Timestamp(seconds: 80)))
        hear(&box, id: 9, at: 80)
        #expect(box.appliance.session.marks.count == count + 1)
        box.run(to: 90.2)
        hear(&box, id: 10, at: 90)
        box.run(to: 92)
        burst(&box, at: 91.9)
        #expect(box.appliance.session.marks.count == count + 1)
    }

    @Test("X-03 a box that marks by itself judges the witness by the marks that somebody confirms")
    func confirmedMarksJudgeTheWitness() {
        func box(seen: Bool, confirming confirmed: Int) -> Rehearsal {
            var box = self.box(.mark)
            for shot in 0..<4 {
                let second = 40 + Double(shot) * 10
                box.run(to: second + 0.1)
                if seen { burst(&box, at: second) }
                hear(&box, id: shot + 1, at: second)
                box.run(to: second + 3)
            }
            for entry in box.appliance.session.entries.prefix(confirmed) {
                _ = box.appliance.context.commit(
                    .card(.journal(box.appliance.session.ref, .judged(clip: entry.plan.number, ClipJudgement(isConfirmed: true)))))
            }
            return box
        }
        #expect(!box(seen: true, confirming: 2).appliance.context.witness.isReliable, "two are no proof")
        #expect(box(seen: true, confirming: 3).appliance.context.witness.isReliable)
        #expect(!box(seen: false, confirming: 4).appliance.context.witness.isReliable)
    }

    @Test("X-03 what moves far from the person is somebody else")
    func farAwayIsSomebodyElse() {
        var box = box(.off) { $0.marksMovement = true }
        box.appliance.context.persons.live.take(moving(column: 8), at: box.now)
        for picture in 0..<40 { box.appliance.context.persons.live.take(moving(column: 8), at: box.now + .milliseconds(110 * picture)) }
        #expect(box.appliance.context.persons.place(inLiveAt: nil) != nil)
        burst(&box, at: 30, x: 0.05)
        #expect(box.appliance.session.marks.isEmpty)
        burst(&box, at: 30, x: 0.4)
        #expect(box.appliance.session.marks.count == 1)
    }

    private func moving(column: Int) -> MotionGrid {
        var levels = [UInt8](repeating: 0, count: BlockMeans.count)
        for row in 3...6 { levels[row * BlockMeans.columns + column] = 8 }
        return MotionGrid(levels: levels)
    }

    @Test("X-03 movement alone marks each jump once a second, as a window that is no arrow yet")
    func movementMarks() {
        var box = box(.off) { $0.marksMovement = true }
        burst(&box, at: 30)
        box.run(to: 30.7)
        burst(&box, at: 30.6)
        box.run(to: 31.2)
        burst(&box, at: 31.1)
        let marks = box.appliance.session.marks
        #expect(marks.map(\.source) == [.movement, .movement] && marks.allSatisfy(\.isAutomatic))
        #expect(marks.map(\.stamp) == [30, 31.1].map { Rehearsal.newest(at: Timestamp(seconds: $0)) })
        #expect(box.appliance.session.entries.allSatisfy { $0.plan.kind == .detected })
        var other = self.box(.mark) { $0.marksMovement = true }
        burst(&other, at: 30)
        #expect(other.appliance.session.marks.isEmpty, "there the movement is only a witness")
    }
}
