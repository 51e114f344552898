// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

struct AnnotationTests {
    private static let orientations = PictureOrientation.Turn.allCases.flatMap { turn in
        [false, true].map { PictureOrientation(turn: turn, isMirrored: $0) }
    }

    // MARK: Values in a file

    @Test(
        "V-74 times that no clip has are no drawing, and none has an id of those that stay or of another one",
        arguments: ["1e300", "-1e300", "1e20", "1e12", "1000001"])
    func timesHaveBounds(time: String) throws {
        let good = #"{"id":1,"kind":"line","points":[0,0,1,1],"from":1,"through":2}"#
        for bad in [#""from":\#(time),"through":\#(time)"#, #""from":0,"through":\#(time)"#] {
            let text = #"[\#(good),{"id":2,"kind":"line","points":[0,0,1,1],\#(bad)},{"id":1,"kind":"text","points":[0,0],"text":"x"}]"#
            let read = try JSONDecoder().decode(TolerantAnnotations.self, from: Data(text.utf8)).all
            #expect(read.map(\.kind) == [.line, .text] && Set(read.map(\.id)).count == 2)
        }
        let standing = try JSONDecoder().decode(Annotation.self, from: Data(#"{"id":999999,"kind":"line","points":[0,0,1,1]}"#.utf8))
        #expect(standing.id < StandingLines.firstID)
    }

    // MARK: Orientation

    @Test(
        "V-21 a point of the recorded picture and its place on the canvas tell each other, turned, mirrored, zoomed and at 4:3",
        arguments: orientations)
    func placesAndPointsTellEachOther(orientation: PictureOrientation) {
        var random = SeededGenerator(seed: 1)
        for size in [VideoSize(width: 1920, height: 1080), VideoSize(width: 640, height: 480), VideoSize(width: 720, height: 1280)] {
            for factor in [1.0, 1.5, 2, 3, 4] {
                let crop = Rect(
                    x: .random(in: 0...1 - 1 / factor, using: &random), y: .random(in: 0...1 - 1 / factor, using: &random), width: 1 / factor,
                    height: 1 / factor)
                let map = PictureMap(within: Canvas.bounds, crop: crop, orientation: orientation, size: size)
                for _ in 0..<50 {
                    let point = Point(.random(in: 0...1, using: &random), .random(in: 0...1, using: &random))
                    let back = map.picture(map.canvas(point))
                    #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
                }
            }
        }
    }

    /// The compositor crops and turns pictures by `Placement.inMemory`: the crop's corner on the TV is that corner of the memory.
    @Test("V-21 a drawing lies where the compositor puts that part of the picture", arguments: orientations)
    func itLiesWhereTheCompositorPutsThePicture(orientation: PictureOrientation) {
        let crop = Rect(x: 0.1, y: 0.25, width: 0.5, height: 0.5)
        let map = PictureMap(within: Canvas.bounds, crop: crop, orientation: orientation, size: VideoSize(width: 1280, height: 720))
        let memory = Placement().placing(orientation).inMemory(crop)
        let corners = [
            map.canvas(Point(memory.x, memory.y)), map.canvas(Point(memory.maxX, memory.y)), map.canvas(Point(memory.x, memory.maxY)),
            map.canvas(Point(memory.maxX, memory.maxY)),
        ]
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        #expect(abs((xs.min() ?? 0) - map.place.x) < 1e-6 && abs((xs.max() ?? 0) - map.place.maxX) < 1e-6)
        #expect(abs((ys.min() ?? 0) - map.place.y) < 1e-6 && abs((ys.max() ?? 0) - map.place.maxY) < 1e-6)
        let seen = orientation.isOnItsSide ? 720.0 / 1280 : 1280.0 / 720
        #expect(abs(map.place.width / map.place.height - seen) < 1e-9)
    }

    // MARK: Angles

    @Test("V-24 an angle by three points is geometry's own, whichever way it lies", arguments: 1...20 as ClosedRange<UInt64>)
    func anglesAreGeometrys(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let degrees = Double.random(in: 0.5...179.5, using: &random)
            let base = Double.random(in: 0...360, using: &random)
            let vertex = Point(.random(in: 0...1920, using: &random), .random(in: 0...1080, using: &random))
            func arm(_ angle: Double) -> Point {
                let length = Double.random(in: 20...800, using: &random)
                return Point(vertex.x + length * cos(angle * .pi / 180), vertex.y + length * sin(angle * .pi / 180))
            }
            #expect(abs(PictureAngle.between(arm(base), vertex: vertex, arm(base + degrees)) - degrees) < 1e-6)
            let tilt = Double.random(in: 0...90, using: &random)
            let end = Point(vertex.x + 300 * sin(tilt * .pi / 180), vertex.y - 300 * cos(tilt * .pi / 180))
            #expect(abs(PictureAngle.fromUpright(vertex, end) - tilt) < 1e-6)
            #expect(abs(PictureAngle.fromLevel(vertex, end) - (90 - tilt)) < 1e-6)
        }
    }

    @Test("V-24 the angle that is drawn is that of the picture as it is seen: turned, mirrored, zoomed, at 4:3", arguments: orientations)
    func degreesAreThoseOfThePicture(orientation: PictureOrientation) throws {
        for size in [VideoSize(width: 1920, height: 1080), VideoSize(width: 640, height: 480)] {
            // 3-4-5: the angle at the origin between (3, 4) and (1, 0) of pixels is 53.13 degrees.
            let (w, h) = (Double(size.width), Double(size.height))
            let points = [Point(200 / w, 100 / h), Point(100 / w, 100 / h), Point(160 / w, 180 / h)]
            let annotation = Annotation(id: 1, kind: .angle, points: points)
            for crop in [Rect.unit, Rect(x: 0, y: 0, width: 0.5, height: 0.5)] {
                let map = PictureMap(within: Canvas.bounds, crop: crop, orientation: orientation, size: size)
                let degrees = try #require(AnnotationPainting(map).degrees(annotation))
                #expect(abs(degrees - 53.1301) < 0.001)
            }
        }
    }

    @Test("V-24 within 3° of upright or level a point snaps, beyond that it stays")
    func pointsSnap() {
        let origin = Point(500, 500)
        for (degrees, snap) in [(0.0, PictureAngle.Snap.upright), (2.9, .upright), (3.1, nil), (45, nil), (86.9, nil), (87.1, .level), (90, .level)] {
            for (x, y) in [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)] {
                let point = Point(500 + x * 200 * sin(degrees * .pi / 180), 500 + y * 200 * cos(degrees * .pi / 180))
                let snapped = PictureAngle.snapped(point, from: origin)
                #expect(snapped.snap == snap, "\(degrees)")
                switch snap {
                case .upright: #expect(snapped.point == Point(500, point.y))
                case .level: #expect(snapped.point == Point(point.x, 500))
                case nil: #expect(snapped.point == point)
                }
            }
        }
    }

    // MARK: Time span

    @Test("V-21 a drawing comes and goes within 0.2 s, and is whole in its span")
    func itFadesInAndOut() {
        let annotation = Annotation(id: 1, kind: .line, points: [Point(0, 0), Point(1, 1)], span: 2...4)
        for (seconds, opacity) in [(1.7, 0.0), (1.8, 0), (1.9, 0.5), (2, 1), (3, 1), (4, 1), (4.1, 0.5), (4.2, 0), (9, 0)] {
            #expect(abs(annotation.opacity(at: seconds) - opacity) < 1e-9, "\(seconds)")
        }
        var always = annotation
        always.span = nil
        #expect(always.opacity(at: 1000) == 1)
    }

    @Test("V-22 on a part of the clip it is seen at the same pictures")
    func itMovesWithAPart() {
        let annotation = Annotation(id: 1, kind: .line, points: [Point(0, 0), Point(1, 1)], span: 2...4)
        #expect(annotation.moved(by: 1, within: 5)?.span == 1...3)
        #expect(annotation.moved(by: 3, within: 5)?.span == 0...1)
        #expect(annotation.moved(by: 4.5, within: 5) == nil && annotation.moved(by: 0, within: 1.5) == nil)
        #expect(annotation.moved(by: 1, within: 2)?.span == 1...2)
    }

    // MARK: Coding

    private static func anyOne(_ random: inout SeededGenerator) -> Annotation {
        let kind = Annotation.Kind.allCases.randomElement(using: &random) ?? .line
        let count = kind.pointCount ?? Int.random(in: 2...40, using: &random)
        // Rounded to the precision of the file.
        func place() -> Double { (Double.random(in: -0.5...1.5, using: &random) * 100_000).rounded() / 100_000 }
        let from = (Double.random(in: 0...60, using: &random) * 1000).rounded() / 1000
        return Annotation(
            id: .random(in: 1...1000, using: &random), kind: kind, points: (0..<count).map { _ in Point(place(), place()) },
            ink: Annotation.Ink.allCases.randomElement(using: &random) ?? .yellow, width: Annotation.widths.randomElement(using: &random) ?? 8,
            isDashed: .random(using: &random), text: kind == .text ? "Elbow up" : "", span: Bool.random(using: &random) ? from...from : nil)
    }

    @Test("V-74 any drawing is read back as it was", arguments: 1...20 as ClosedRange<UInt64>)
    func anyDrawingIsReadBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let judgement = ClipJudgement(
            annotations: (1...20).map { id in
                var one = Self.anyOne(&random)
                one.id = id * 37
                return one
            })
        let bytes = try JSONEncoder().encode(judgement)
        #expect(try JSONDecoder().decode(ClipJudgement.self, from: bytes) == judgement)
    }

    @Test("V-74 what somebody spoilt in a file is left out, and the rest stays")
    func whatIsSpoiltIsLeftOut() throws {
        let whole = #"{"id": 1, "kind": "line", "points": [0, 0, 1, 1], "colour": "red", "width": 8}"#
        let spoilt = [
            #"{"id": 1, "kind": "spiral", "points": [0, 0, 1, 1]}"#, #"{"id": 1, "kind": "line", "points": [0, 0, 1]}"#,
            #"{"id": 1, "kind": "line", "points": [0, 0]}"#, #"{"kind": "line", "points": [0, 0, 1, 1]}"#, #"{"id": "x", "kind": "line"}"#,
            #"{"id": 1, "kind": "line", "points": [0, 0, 1, 1], "from": 3, "through": 1}"#, "7", "null", "[]",
            #"{"id": 1, "kind": "angle", "points": [0, 0, 1, 1]}"#,
        ]
        for text in spoilt {
            let file = Data("{\"annotations\": [\(text), \(whole)]}".utf8)
            let annotations = try JSONDecoder().decode(ClipJudgement.self, from: file).annotations
            #expect(annotations.map(\.ink) == [.red], "\(text)")
        }
        let far = Data(#"{"annotations": [{"id": -5, "kind": "line", "points": [1e300, -1e300, 0, 0], "width": 1e9}]}"#.utf8)
        let held = try JSONDecoder().decode(ClipJudgement.self, from: far).annotations
        #expect(held.first?.points.first == Point(2, -1) && held.first?.width == 40 && held.first?.id == 0)
        let many = Data("{\"annotations\": [\(Array(repeating: whole, count: 500).joined(separator: ","))]}".utf8)
        #expect(try JSONDecoder().decode(ClipJudgement.self, from: many).annotations.count == Annotation.most)
    }

    // MARK: Painting

    @Test("V-23 each stroke has a dark edge 2 wide on each side, and is as thick as it was chosen at 1080 lines", arguments: Annotation.widths)
    func strokesHaveAnEdge(width: Double) {
        let map = PictureMap(within: Canvas.bounds, size: .hd1080)
        let line = Annotation(id: 1, kind: .line, points: [Point(0.1, 0.1), Point(0.9, 0.5)], ink: .cyan, width: width)
        let ends = [Point(192, 108), Point(1728, 540)]
        let commands = AnnotationPainting(map).commands(line)
        guard commands.count == 2, case .line(let under, let wide, let dark) = commands[0], case .line(let over, let thin, let ink) = commands[1]
        else { return #expect(Bool(false), "two lines") }
        for (a, b) in zip(under + over, ends + ends) { #expect((a - b).length < 1e-9) }
        #expect(thin == width && wide == width + 4)
        #expect(ink == Annotation.Ink.cyan.color && dark.red == 0 && dark.green == 0 && dark.blue == 0)
    }

    @Test("V-23 a smooth curve goes through each of its points")
    func aCurveGoesThroughItsPoints() {
        let points = [Point(0, 0), Point(100, 50), Point(150, 200), Point(80, 300)]
        let path = AnnotationPainting.smooth(points)
        for point in points { #expect(path.contains { ($0 - point).length < 1e-9 }) }
        #expect(path.count == 37)
    }

    @Test("V-24 the label of an angle says whole degrees")
    func theLabelSaysWholeDegrees() {
        let map = PictureMap(within: Canvas.bounds, size: .hd1080)
        let angle = Annotation(id: 1, kind: .angle, points: [Point(0.6, 0.5), Point(0.5, 0.5), Point(0.5, 0.4)])
        let words = AnnotationPainting(map).commands(angle).compactMap { if case .text(let run) = $0 { run.text } else { nil } }
        #expect(words == ["90°"])
    }
}
