// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core

/// The person's place, from the motion that the box finds in made footage of a range, whose truth is known.
@Suite struct PersonFinderTests {
    /// The seeds of the clips of an end. `PERSON_SEED` is the first seed of another end.
    private static let clips: Range<UInt64> = {
        let first = ProcessInfo.processInfo.environment["PERSON_SEED"].flatMap(UInt64.init) ?? 0
        return first..<first + 6
    }()

    /// The share of the pictures in which a part holds something.
    private struct Share {
        private(set) var held = 0.0
        private(set) var all = 0.0
        mutating func count(_ isHeld: Bool) { (held, all) = (held + (isHeld ? 1 : 0), all + 1) }
        var value: Double { held / max(1, all) }
        var percent: String { String(format: "%.1f %%", 100 * value) }
    }

    /// Returns the person's places in the clips of an end, as displayed, each with its footage.
    private func places(of position: RangeScene.Position) -> [(scene: RangeScene, place: Point)] {
        var last: Point?
        return Self.clips.map { seed in
            let scene = RangeScene(position, seed: seed)
            let moment = Duration.seconds(scene.moment - RangeScene.seconds.lowerBound)
            let studied = MotionTrace.studied(about: moment)
            var finder = PersonFinder()
            finder.add(scene.motion().filter { studied.contains($0.place) }, about: moment)
            if let found = finder.region(near: last)?.center { last = last.map { PersonFinder.place(found, after: $0) } ?? found }
            return (scene, scene.orientation.shown(last ?? .middle))
        }
    }

    @Test("the part beside another clip holds the head, both hands and the bow in 95 % of the pictures", arguments: RangeScene.Position.allCases)
    func thePartHoldsThePerson(position: RangeScene.Position) {
        var (beside, zoomed, middle) = (Share(), Share(), Share())
        let places = places(of: position)
        for (scene, place) in places {
            let aspect = Double(scene.seen.width) / Double(scene.seen.height)
            func part(_ zoom: Zoom) -> Rect { ComparisonView(zoom: zoom).picture(isOther: false, aspect: aspect).crop }
            var near = Zoom().aimed(at: place)
            near.change(by: 1)
            for seconds in scene.times {
                guard let truth = scene.truth(at: seconds).intersection(.unit) else { continue }
                beside.count(part(Zoom().aimed(at: place)).encloses(truth))
                middle.count(part(Zoom()).encloses(truth))
                zoomed.count(near.crop.encloses(scene.upperBody(at: seconds).intersection(.unit) ?? truth))
            }
        }
        if ProcessInfo.processInfo.environment["PRINT_FIGURES"] != nil {
            print("| \(position.rawValue) | \(middle.percent) | \(beside.percent) | \(zoomed.percent) |")
        }
        #expect(beside.value >= 0.95, "\(position): \(beside.percent), places \(places.map(\.place.x))")
        for (one, next) in zip(places, places.dropFirst()) {
            #expect((next.place - one.place).length <= PersonFinder.longestStep * 16 / 9 + 1e-9, "no jump between the clips of an end")
        }
    }

    // MARK: The rule

    private func grid(_ blocks: [(column: Int, row: Int)], level: UInt8 = 8) -> MotionGrid {
        var levels = [UInt8](repeating: 0, count: BlockMeans.count)
        for block in blocks { levels[block.row * BlockMeans.columns + block.column] = level }
        return MotionGrid(levels: levels)
    }

    @Test("blocks that touch, or have one still block between them, are one region; two people are two")
    func regions() throws {
        let regions = grid([(2, 3), (2, 4), (4, 4), (9, 4), (9, 5)]).regions
        #expect(regions.count == 2)
        let (whole, found) = (Rect(x: 2.0 / 16, y: 3.0 / 9, width: 3.0 / 16, height: 2.0 / 9), try #require(regions.first).bounds)
        #expect(whole.inset(by: -1e-9).encloses(found) && found.inset(by: -1e-9).encloses(whole))
        #expect(regions.map(\.weight) == [24, 16])
        #expect(MotionGrid.still.regions.isEmpty)
    }

    @Test("what stays counts, and what passes doesn't, even if it is larger")
    func whatStaysCounts() throws {
        var finder = PersonFinder()
        for picture in 0..<100 {
            let passing = (0..<3).flatMap { column in (3...6).map { (min(15, picture * 16 / 100 + column), $0) } }
            finder.add(grid([(4, 3), (4, 4)]), at: .milliseconds(50 * picture))
            finder.add(grid(passing.filter { $0.0 > 7 }), at: .milliseconds(50 * picture))
        }
        let place = try #require(finder.region()?.center)
        #expect(abs(place.x - 4.5 / 16) < 1.0 / 16)
    }

    @Test("what is one block high isn't a person, however long it blinks; if nothing else moves, it counts")
    func aSignIsNoPerson() throws {
        var finder = PersonFinder()
        for picture in 0..<100 {
            finder.add(grid([(11, 7), (12, 7), (13, 7)], level: 10), at: .milliseconds(50 * picture))
            if picture % 20 == 0 { finder.add(grid([(3, 3), (3, 4)], level: 4), at: .milliseconds(50 * picture)) }
        }
        #expect(try #require(finder.region()?.center).x < 0.3)
        var sign = PersonFinder()
        sign.add(grid([(11, 7), (12, 7)]))
        #expect(try #require(sign.region()?.center).x > 0.6)
    }

    @Test("of two people the larger one is found, and the one who was there last is kept")
    func thePersonIsKept() throws {
        var finder = PersonFinder()
        for picture in 0..<50 {
            finder.add(grid([(3, 4), (3, 5), (4, 4)]), at: .milliseconds(50 * picture))
            finder.add(grid([(12, 4), (12, 5)]), at: .milliseconds(50 * picture))
        }
        #expect(try #require(finder.region()?.center).x < 0.4)
        #expect(try #require(finder.region(near: Point(0.75, 0.5))?.center).x > 0.6)
        #expect(PersonFinder().region() == nil)
        finder.forget(before: .seconds(60))
        #expect(finder.region() == nil, "what is forgotten doesn't count")
    }

    @Test("two clips beside each other have one place, unless the person stands elsewhere in the other one")
    func oneForBoth() {
        let (one, near, far) = (Point(0.4, 0.5), Point(0.5, 0.5), Point(0.8, 0.5))
        func shared(_ one: Point?, _ other: Point?) -> [Point?] {
            let both = PersonFinder.shared(one, other)
            return [both.0, both.1]
        }
        #expect(shared(one, near)[0] == shared(one, near)[1])
        #expect(shared(one, far) == [one, far])
        #expect(shared(nil, far) == [far, far])
        #expect(shared(one, nil) == [one, one])
        #expect(shared(nil, nil) == [nil, nil])
    }
}
