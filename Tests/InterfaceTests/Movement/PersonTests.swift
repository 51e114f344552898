// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Every screen that shows a part of a picture shows the part where the person is.
@Suite struct PersonTests {
    /// The middle of what moves in a rehearsal's clips: columns 4 and 5 of 16, rows 2 and 3 of 9.
    private static let place = Point(5.0 / 16, 3.0 / 9)

    private func videos(_ box: Rehearsal) -> [Layer] { box.scene.layers.filter { if case .video = $0.content { true } else { false } } }

    private func grid(columns: Range<Int>) -> MotionGrid {
        MotionGrid(
            levels: (0..<BlockMeans.count).map { (3...5).contains($0 / BlockMeans.columns) && columns.contains($0 % BlockMeans.columns) ? 8 : 0 })
    }

    @Test("Compare opens at the person, in both pictures alike, and glides there")
    func compare() throws {
        var box = Station.clip.box
        box.use(.compare)
        box.run(to: box.now.seconds + 1)
        let crops = videos(box).map(\.crop)
        #expect(crops.count == 2 && crops[0] == crops[1])
        #expect(abs(crops[0].center.x - Self.place.x) < 0.07, "\(crops)")
        #expect(abs(crops[0].width - ComparisonView.share) < 1e-9 && crops[0].height == 1)
    }

    @Test("what is found late turns the picture in steps too small to see")
    func lateFinding() {
        var box = Station.clip.box
        box.hasCard = false
        box.use(.compare)
        let searches = box.effects.compactMap { effect -> [MotionPart]? in
            if case .stills(.findMotion(let parts)) = effect { parts } else { nil }
        }
        let parts = searches.last ?? []
        #expect(!parts.isEmpty)
        box.run(to: box.now.seconds + 0.5)
        var last = videos(box).first?.crop.x ?? 0
        for part in parts {
            var trace = MotionTrace()
            for picture in 0..<30 { trace.add(grid(columns: 1..<4), at: part.span.lowerBound + .seconds(picture) / 15) }
            box.send(.stills(.foundMotion(part, trace)))
        }
        let first = last
        for _ in 0..<100 {
            box.run(to: box.now.seconds + 0.008)
            let x = videos(box).first?.crop.x ?? 0
            #expect(abs(x - last) < 0.03, "it jumps from \(last) to \(x)")
            last = x
        }
        #expect(last < first - 0.1, "it got there")
    }

    @Test("a held arrow moves both pictures of Compare, and from then on they stay there; a tap is the other clip")
    func panning() throws {
        var box = Station.clip.box
        box.use(.compare)
        box.run(to: box.now.seconds + 1)
        let before = videos(box)[0].crop.x
        box.hold(.right, seconds: 1)
        box.run(to: box.now.seconds + 0.5)
        let crops = videos(box).map(\.crop)
        #expect(crops[0].x > before + 0.02 && crops[0] == crops[1])
        box.send(.stills(.motion(grid(columns: 0..<2))))
        box.run(to: box.now.seconds + 2)
        #expect(videos(box).map(\.crop) == crops, "what was set by hand wins")
    }

    @Test("the first step of the zoom is at the person, in a clip and by the wheel")
    func zoom() throws {
        var box = Station.clip.box
        box.use(.zoom)
        box.run(to: box.now.seconds + 0.5)
        box.panel(.turned(1))
        let crop = try #require(videos(box).first).crop
        #expect(abs(crop.width - 1 / 1.5) < 1e-9)
        #expect(crop.x < 0.02 && crop.y < 0.02, "the part is as near to the person as the picture's edge allows: \(crop)")
        box.tap(.right)
        let moved = try #require(videos(box).first).crop
        #expect(moved.x > crop.x)
        box.panel(.turned(1))
        #expect(try #require(videos(box).first).crop.center.x > crop.center.x, "what was set by hand stays")
        box.tap(.knob)
        #expect(videos(box).first?.crop == .unit)
    }

    @Test("a split screen has two parts round the person, which fill it but for the line between them")
    func split() throws {
        var box = Rehearsal { $0.isSplit = true }
        box.run(to: 10)
        #expect(videos(box).map(\.place) == [Rect(x: 0, y: 0, width: 956, height: 1080), Rect(x: 964, y: 0, width: 956, height: 1080)])
        #expect(videos(box).allSatisfy { abs($0.crop.center.x - 0.5) < 1e-9 }, "without movement the middle")
        for picture in 0..<60 {
            box.run(to: 10 + Double(picture) * 0.1)
            box.send(.stills(.motion(grid(columns: picture % 2 == 0 ? 10..<12 : 10..<13))))
        }
        box.run(to: box.now.seconds + 1)
        let crops = videos(box).map(\.crop)
        #expect(crops[0] == crops[1] && abs(crops[0].center.x - 11.25 / 16) < 0.06, "\(crops)")
        box.appliance.context.say(Strings.split(true), at: box.now)
        let toast = try #require(box.scene.texts.first { $0.run.text == Strings.split(true) }?.bounds)
        #expect(toast.maxX < 956, "its toast leaves the joint free")
    }

    @Test("an upright picture is seen whole on a split screen")
    func uprightSplit() {
        var box = Rehearsal {
            $0.isSplit = true
            $0.rotation = 90
        }
        box.run(to: 10)
        #expect(videos(box).allSatisfy { $0.crop == .unit && abs($0.place.width / $0.place.height - 9.0 / 16) < 1e-9 })
    }
}
