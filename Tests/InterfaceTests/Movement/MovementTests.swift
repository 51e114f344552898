// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Motion is computed for the footage on the screen, and shown there.
@Suite struct MovementTests {
    private func asked(_ effects: [Effect]) -> [[MotionPart]] {
        effects.compactMap { if case .stills(.findMotion(let parts)) = $0 { parts } else { nil } }
    }
    private func watched(_ effects: [Effect]) -> [VideoSource?] {
        effects.compactMap { effect -> VideoSource?? in if case .stills(.watchMotion(let source)) = effect { .some(source) } else { nil } }
    }

    /// The edges of the visible cells.
    private func cells(_ box: Rehearsal) -> [Rect] {
        box.scene.layers.flatMap { layer -> [Rect] in
            guard case .drawing(let drawing) = layer.content else { return [] }
            return drawing.commands.flatMap { command -> [Rect] in
                guard case .clipped(let area, _, let commands) = command, area == Canvas.bounds else { return [] }
                return commands.compactMap { if case .fill(let rect, _, _) = $0 { rect } else { nil } }
            }
        }
    }

    private func grid(_ block: Int, _ level: UInt8) -> MotionGrid {
        var levels = [UInt8](repeating: 0, count: BlockMeans.count)
        levels[block] = level
        return MotionGrid(levels: levels)
    }

    @Test("V-26 on a clip the blocks that move are seen where they lie in the picture, and the tool says that it is on")
    func onAClip() {
        var box = Station.paused.box
        #expect(cells(box).isEmpty && asked(box.effects).isEmpty, "nobody wants to see it")
        box.use(.movement)
        box.run(to: box.now.seconds + 0.2)
        // The rehearsal's answer: four blocks, from the third row on.
        #expect(
            cells(box).map { Point($0.center.x.rounded(), $0.center.y.rounded()) } == [
                Point(540, 300), Point(660, 300), Point(540, 420), Point(660, 420),
            ])
        #expect(box.appliance.context.movementOffer.state != nil)
        box.use(.zoom)
        box.panel(.turned(2))
        box.tap(.mark)
        #expect(cells(box).allSatisfy { $0.width > 200 }, "they lie on the picture")
        box.use(.movement)
        box.run(to: box.now.seconds + 0.2)
        #expect(cells(box).isEmpty)
        let count = asked(box.effects).count
        box.tap(.knob)
        box.run(to: box.now.seconds + 3)
        #expect(asked(box.effects).count == count, "nothing is worked out that nobody sees")
    }

    @Test("V-26 the part that is looked at is worked out first, and each part once")
    func partsInTheirOrder() throws {
        var box = Station.clip.box
        box.hasCard = false
        box.use(.movement)
        let first = try #require(asked(box.effects).first)
        let key = try #require(first.first?.footage)
        #expect(first == first.sorted { abs($0.number - (first.first?.number ?? 0)) < abs($1.number - (first.first?.number ?? 0)) })
        for part in first { box.send(.stills(.foundMotion(part, MotionTrace()))) }
        let all = asked(box.effects).count
        box.run(to: box.now.seconds + 3)
        #expect(asked(box.effects).count == all, "all of the clip is known")
        // A part that can't be read isn't requested all the time.
        box.use(.movement)
        let count = asked(box.effects).count
        for _ in 0..<20 { box.run(to: box.now.seconds + 0.1) }
        #expect(asked(box.effects).count <= count + 4, "\(key)")
    }

    @Test("V-26 in Live the picture that is shown is watched, and only as long as that is seen")
    func live() {
        var box = Rehearsal()
        box.run(to: 2)
        box.use(.movement)
        #expect(watched(box.effects) == [.live], "the delayed one isn't there yet")
        box.run(to: 12)
        #expect(watched(box.effects) == [.live, .delayed])
        box.send(.stills(.motion(grid(3 * 16 + 5, 10))))
        #expect(cells(box).map(\.center) == [Point(660, 420)])
        box.send(.stills(.motion(.still)))
        #expect(cells(box).isEmpty)
        box.tap(.mark)
        box.run(to: 16)
        box.tap(.left)
        box.run(to: box.now.seconds + 0.3)
        #expect(box.appliance.page == .replay)
        #expect(watched(box.effects).last == .some(nil), "a look back has its own")
        box.tap(.stop)
        box.run(to: box.now.seconds + 0.5)
        #expect(watched(box.effects).last == .delayed)
        box.use(.movement)
        #expect(watched(box.effects).last == .some(nil))
        box.send(.stills(.motion(grid(0, 9))))
        #expect(cells(box).isEmpty, "what comes late isn't shown")
    }

    @Test("V-26 of the line only whole parts are worked out, and those that are there")
    func ofTheLine() {
        var box = Rehearsal()
        box.run(to: 30)
        box.tap(.mark)
        box.run(to: 34)
        box.use(.movement)
        box.tap(.left)
        box.run(to: 40)
        let parts = asked(box.effects).flatMap { $0 }
        #expect(!parts.isEmpty)
        for part in parts { #expect(part.footage == .line && part.span.lowerBound >= .zero && part.span.upperBound <= .seconds(40)) }
    }

    @Test("however long it is looked at, no more parts are kept than have room", arguments: 0..<5 as Range<UInt64>)
    func memory(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var movement = Movement()
        movement.isOn = true
        let key = ClipKey(session: "s", number: 1)
        var known: Set<MotionPart> = []
        for _ in 0..<200 {
            let place = Duration.seconds(Double.random(in: 0..<900, using: &random))
            let track = Track(
                id: .replay, footage: .clip(key), timeline: Timeline(from: .zero, position: place, rate: 0, bounds: .zero ... .seconds(900)))
            for case .stills(.findMotion(let parts)) in movement.ask(for: Wishes(moving: [track]), line: nil, at: .zero) {
                #expect(parts.first == MotionPart(.clip(key), at: place) || known.contains(MotionPart(.clip(key), at: place)))
                for part in parts.prefix(Int.random(in: 0...8, using: &random)) {
                    var trace = MotionTrace()
                    trace.add(grid(1, 5), at: part.span.lowerBound)
                    movement.take(trace, of: part)
                    known.insert(part)
                }
            }
            #expect(movement.pictures(of: .clip(key), within: .zero ... .seconds(1000)).count <= Movement.mostParts)
        }
    }
}
