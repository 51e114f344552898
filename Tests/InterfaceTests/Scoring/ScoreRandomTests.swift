// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The score screen's book stays consistent under any input.
@Suite struct ScoreRandomTests {
    @Test("V-34 V-37 random use never breaks the end", arguments: 1...30 as ClosedRange<UInt64>)
    func randomUseNeverBreaksTheEnd(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let face = FaceCatalog.all[Int(seed) % FaceCatalog.all.count]
        var desk = ScoreDesk(
            face, shaft: Length(millimetres: Double.random(in: 3.1...9.9, using: &random)),
            clips: Array(1...Int.random(in: 1...8, using: &random))
        ) {
            $0.textScalePercent = [100, 150, 200].randomElement(using: &random) ?? 100
            $0.hasReducedMotion = random.chance(0.5)
        }
        for _ in 0..<400 {
            let before = desk.end
            let input = Self.input(&random)
            desk.hasCard = random.chance(0.8)
            let outcomes = desk.send(input)
            check(desk, before, input, outcomes)
            if random.chance(0.1) { desk.wait(seconds: random.seconds(0...4)) }
            if random.chance(0.05) { look(at: desk) }
        }
    }

    private static func input(_ random: inout SeededGenerator) -> ScreenInput {
        let control = Control.allCases.randomElement(using: &random) ?? .mark
        let point = random.chance(0.02) ? Point(.nan, .infinity) : Point(random.seconds(-500...2500), random.seconds(-500...1500))
        switch Int.random(in: 0..<16, using: &random) {
        case 0...2: return .pressed(.mark)
        case 3: return .tool(.undo)
        case 4: return random.chance(0.5) ? .pressed(.left) : .tool(.miss)
        case 5: return random.chance(0.5) ? .pressed(control) : .tool([.more, .fewer, .done, .lookAtClip].randomElement(using: &random) ?? .more)
        case 6: return .tapped(control)
        case 7: return .repeated(control)
        case 8: return .held(control)
        case 9...11:
            let detents = random.chance(0.02) ? [Int.min, Int.max].randomElement(using: &random) ?? 0 : Int.random(in: -30...30, using: &random)
            return .turned(detents, [.slow, .steady, .quick].randomElement(using: &random) ?? .slow)
        case 12: return .touchDown(point)
        case 13...14: return .touchMoved(point)
        default: return .touchUp
        }
    }

    private func check(_ desk: ScoreDesk, _ before: EndRecord, _ input: ScreenInput, _ outcomes: [ScreenOutcome]) {
        let end = desk.end
        #expect(end.arrows.map(\.number) == Array(1...end.arrows.count + 1).dropLast(), "\(input)")
        #expect(end.arrows.enumerated().allSatisfy { $1.clip == ($0 < end.clips.count ? end.clips[$0] : nil) })
        #expect(end.arrows.allSatisfy { desk.face.spots.indices.contains($0.spot) })
        #expect(end.arrows.allSatisfy { ($0.place?.distance ?? .zero).micrometres <= end.reach.micrometres + 1 })
        #expect(abs(end.arrows.count - before.arrows.count) <= 1, "one at a time")
        #expect(zip(end.arrows, before.arrows).count { $0 != $1 } <= 1, "one at a time")
        #expect(end.isDone == (!end.arrows.isEmpty && end.arrows.count >= desk.screen.wanted) || end == before)
        #expect(
            outcomes.contains(.effect(.card(.journal(desk.book.ref, .end(end))))) == (end != before), "each change is journalled, and nothing else")
        let total = ScopedTotal.of(end, in: desk.book, isBeingScored: desk.screen.isPlacing(end)).first?.points
        #expect(total == EndScore(end.arrows, on: end.face, shaft: end.shaft).total)
        #expect(desk.screen.wanted >= end.arrows.count && desk.screen.wanted <= EndRecord.mostArrows)
    }

    private func look(at desk: ScoreDesk) {
        for (run, bounds) in desk.scene.texts {
            #expect(Canvas.safeArea.inset(by: -0.5).encloses(bounds), "“\(run.text)”")
        }
        if let next = desk.screen.nextChange(after: desk.now) { #expect(next > desk.now) }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func anUndoneEndIsAsItWasBefore(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let face = FaceCatalog.all[Int(seed) * 5 % FaceCatalog.all.count]
        var desk = ScoreDesk(face, clips: Array(1...6))
        let before = desk.end
        for _ in 0..<6 {
            if random.chance(0.5) { desk.send(.tapped(.knob)) }
            desk.send(.turned(Int.random(in: -9...9, using: &random), .steady), .pressed(.mark))
        }
        for _ in 0..<6 { desk.send(.tool(.undo)) }
        #expect(desk.end == before)
    }

    /// Arrows are placed, revisited and moved: each undo is one step back, to the very beginning.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func everyStepIsUndone(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var desk = ScoreDesk(FaceCatalog.all[Int(seed) % FaceCatalog.all.count], clips: Array(1...6))
        var states = [desk.end.arrows]
        for _ in 0..<40 {
            desk.send(.turned(Int.random(in: 1...9, using: &random), .steady))
            let inputs: [ScreenInput] = [.pressed(.mark), .pressed(.mark), .tool(.miss), .pressed(.left), .pressed(.right)]
            desk.send(inputs.randomElement(using: &random) ?? .pressed(.mark))
            if desk.end.arrows != states.last { states.append(desk.end.arrows) }
        }
        for state in states.dropLast().reversed() {
            desk.send(.tool(.undo))
            #expect(desk.end.arrows == state)
        }
        #expect(desk.end.arrows.isEmpty)
    }

    /// A record from elsewhere may have any position within a hundred metres.
    @Test func arrowsFarBesideTheSheetDoNoHarm() {
        for face in FaceCatalog.all {
            let far = PlacedArrow(number: 1, spot: face.spots.count - 1, place: FacePoint(-99_000, 99_000), clip: 7)
            var desk = ScoreDesk(face, clips: [1], arrows: [far])
            #expect(desk.labels == ["M"])
            #expect(desk.scene.texts.allSatisfy { Canvas.safeArea.inset(by: -0.5).encloses($0.bounds) })
            desk.send(.tool(.undo), .pressed(.up))
            #expect((desk.screen.held.distanceOut ?? .zero).micrometres <= desk.end.reach.micrometres + 1)
            #expect(Canvas.bounds.contains(desk.point))
        }
    }
}
