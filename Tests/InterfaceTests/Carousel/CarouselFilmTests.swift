// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core
@testable import Interface

/// The motion of the carousel at 60 Hz, compared with formulas that are written here anew: to half a unit of the canvas, which is half a
/// pixel at 1080p.
@Suite struct CarouselFilmTests {
    private static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }
    private static let layout = CarouselLayout(Theme(Settings()))
    private static let pitch = layout.pitch
    private static let threshold = 50.0 * 1080 / 393
    private static let e = 2.718281828459045

    private func row(_ index: Int, of count: Int) -> CarouselMotion { CarouselMotion(index: index, of: count, in: Self.layout, at: .zero) }

    // MARK: Beyond the ends

    /// Returns the height of a cubic Bézier curve from (0, 0) to (1, 1) at a fraction of its time, by Newton's method.
    private func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at time: Double) -> Double {
        var t = time
        for _ in 0..<60 {
            let u = 1 - t
            let x = 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t
            let slope = 3 * u * u * x1 + 6 * u * t * (x2 - x1) + 3 * t * t * (1 - x2)
            t = min(1, max(0, t - (x - time) / slope))
        }
        let u = 1 - t
        return 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t
    }

    @Test("C-04 a row that was pulled beyond its end comes back on its Bézier curve, at both ends", arguments: [1.0, -1])
    func theRubberBandComesBack(side: Double) {
        var row = row(side > 0 ? 0 : 4, of: 5)
        row.touch(at: Point(960, 400), onMiddle: false, at: .zero)
        for step in 1...100 { _ = row.move(to: Point(960 + side * 6 * Double(step), 400), at: Self.at(Double(step) / 100)) }
        #expect(abs(row.x(at: Self.at(1.2)) - side * 168.8) < 0.5)
        _ = row.letGo(at: Self.at(1.2))
        for frame in 0...30 {
            let t = Double(frame) / 60
            let x = side * 168.8 * (1 - bezier(0.22, 0, 0.36, 1, at: min(1, t / 0.4)))
            #expect(abs(row.x(at: Self.at(1.2 + t)) - x) < 0.5, "frame \(frame)")
        }
    }

    @Test("C-04 with a velocity the curve begins as fast as the row is", arguments: [(300.0, -1500.0), (300, -400), (500, 800), (80, -4000)])
    func theCurveBack(from: Double, velocity: Double) {
        let back = CarouselReturn(from: from, velocity: velocity, at: .zero)
        // The first control point's height, so that the curve begins at that velocity; limited to the end.
        let height = min(1, max(0, -velocity * 0.4 / from * 0.22))
        for frame in 0...30 {
            let t = Double(frame) / 60
            let x = from * (1 - bezier(0.22, height, 0.36, 1, at: min(1, t / 0.4)))
            #expect(abs(back.value(at: Self.at(t)) - x) < 0.5, "frame \(frame)")
        }
    }

    // MARK: Held and tapped

    @Test("an arrow that is held brings the row to its rest, each way", arguments: [SwipeDirection.left, .right, .down])
    func heldArrows(_ direction: SwipeDirection) {
        var row = row(2, of: 5)
        _ = row.press(direction, at: .zero)
        for frame in 0..<46 {
            let t = Double(frame) / 60
            let way = 0.6 * Self.threshold * (1 - pow(max(0, 1 - t / 0.18), 3))
            let (x, y) = (row.x(at: Self.at(t)), row.y(at: Self.at(t)))
            #expect((Point(x, y) - direction.unit * way).length < 0.5, "frame \(frame)")
        }
    }

    @Test("C-11 the clip under a finger grows smaller and larger as its spring says: 1152 units wide, to half a unit at its edges")
    func theTapsScale() {
        // Mass 1, stiffness 900, damping 60: critically damped, ω = 30.
        func left(_ t: Double) -> Double { (1 + 30 * t) * exp(-30 * t) }
        var row = row(2, of: 5)
        row.touch(at: Point(960, 400), onMiddle: true, at: .zero)
        for frame in 0...15 {
            let t = Double(frame) / 60
            #expect(abs(row.scale(at: Self.at(t)) - (0.95 + 0.05 * left(t))) * 576 < 0.5, "frame \(frame)")
        }
        let (small, velocity) = (0.95 + 0.05 * left(0.25) - 1, -0.05 * 900 * 0.25 * exp(-30 * 0.25))
        #expect(row.letGo(at: Self.at(0.25)) == .tap)
        for frame in 0...20 {
            let t = Double(frame) / 60
            let scale = 1 + small * left(t) + velocity * t * exp(-30 * t)
            #expect(abs(row.scale(at: Self.at(0.25 + t)) - scale) * 576 < 0.5, "frame \(frame)")
        }
    }

    // MARK: Blur

    @Test(
        "C-16 how much is blurred what moves so fast",
        arguments: [(0.0, 0.0), (500, 0.788), (1000, 1.577), (-1000, 1.577), (2000, 3.154), (4000, 6.307), (7610, 12), (20_000, 12)])
    func theBlurOfAVelocity(velocity: Double, blur: Double) {
        #expect(abs(CarouselExit.blur(atVelocity: velocity) - blur) < 0.001)
    }

    /// Drags a finger down at a steady pace, until it is this far or the row leaves.
    /// - Returns: the time of its last move, in seconds.
    private func drag(_ row: inout CarouselMotion, to way: Double, velocity: Double, _ look: (Double, CarouselMotion) -> Void) -> Double {
        row.touch(at: Point(960, 300), onMiddle: true, at: .zero)
        var t = 0.0
        while velocity * (t + 0.002) <= way {
            t += 0.002
            if row.move(to: Point(960, 300 + velocity * t), at: Self.at(t)) { return t }
            look(t, row)
        }
        return t
    }

    @Test("C-16 a row that a finger drags down is blurred as fast as the finger is", arguments: [300.0, 500, 700])
    func draggedDownItIsBlurred(velocity: Double) {
        var row = row(2, of: 5)
        let end = drag(&row, to: 130, velocity: velocity) { t, row in
            // Only after the row has caught up with its finger.
            let strayed = 20 * 1080 / 393 / velocity
            guard t > strayed + 0.085 else { return }
            #expect(abs(row.look(at: Self.at(t)).blur - 12 * Self.e / 13.28 * velocity / 1557.7) < 0.02, "after \(t) s")
        }
        #expect(row.exit == nil && row.look(at: Self.at(end)).blur > 0)
        // The finger rests: the blur falls with its velocity, and the box is told of each step.
        let after = (0...85).map { row.look(at: Self.at(end) + .milliseconds($0)).blur }
        #expect(zip(after, after.dropFirst()).allSatisfy { $0 >= $1 - 1e-9 && $0 - $1 < 0.25 } && after[80] == 0)
        #expect(row.nextChange(after: Self.at(end) + .milliseconds(40)) == Self.at(end) + .milliseconds(40) + Motion.step)
        #expect(row.nextChange(after: Self.at(end) + .milliseconds(300)) == nil)
        _ = row.letGo(at: Self.at(end + 0.4))
        #expect(row.look(at: Self.at(end + 3)).blur < 0.01, "in its place it is sharp")
    }

    @Test("C-16 on its way out it is blurred as it was in the finger", arguments: [600.0, 1200, 3000, 12_000])
    func theBlurGoesOn(velocity: Double) throws {
        var row = row(2, of: 5)
        var last = 0.0
        _ = drag(&row, to: 1000, velocity: velocity) { t, row in last = row.look(at: Self.at(t)).blur }
        let exit = try #require(row.exit)
        #expect(abs(exit.look(at: exit.start).blur - last) < 0.35, "from \(last) to \(exit.look(at: exit.start).blur)")
        let blurs = (0...500).map { exit.look(at: exit.start + .milliseconds($0)).blur }
        #expect(blurs.allSatisfy { (0...12).contains($0) } && blurs[500] < 0.5)
        #expect(zip(blurs, blurs.dropFirst()).allSatisfy { abs($0 - $1) < 0.5 })
    }

    @Test("C-16 a held ▼ blurs while it goes down, and its tap takes the blur along")
    func aHeldArrowBlurs() throws {
        var row = row(2, of: 5)
        _ = row.press(.down, at: .zero)
        for frame in 1..<30 {
            let t = Double(frame) / 60
            let velocity = 3 * 0.6 * Self.threshold / 0.18 * pow(max(0, 1 - t / 0.18), 2)
            #expect(abs(row.look(at: Self.at(t)).blur - min(12, 12 * Self.e / 13.28 * velocity / 1557.7)) < 0.01, "frame \(frame)")
        }
        var tapped = self.row(2, of: 5)
        _ = tapped.press(.down, at: .zero)
        let before = tapped.look(at: Self.at(0.08))
        _ = tapped.letGo(at: Self.at(0.08))
        let exit = try #require(tapped.exit)
        #expect(abs(exit.look(at: Self.at(0.08)).blur - before.blur) < 1e-6 && abs(exit.look(at: Self.at(0.08)).way - before.way) < 1e-6)
    }

    /// Returns the blur of every layer while a finger drags the row down.
    private func blurs(composing seconds: Double? = nil, _ change: (inout Settings) -> Void = { _ in }) -> [Double] {
        var box = Station.carousel.box
        box.change(change)
        box.run(to: box.now.seconds + 2)
        if let seconds {
            var diagnostics = Diagnostics()
            diagnostics.composingSeconds = seconds
            box.send(.stream(.diagnostics(diagnostics)))
        }
        box.panel(.touchDown(Point(960, 300)), source: .touch)
        var blurs: [Double] = []
        for step in 1...13 {
            box.run(to: box.now.seconds + 0.01)
            box.panel(.touchMoved(Point(960, 300 + Double(step) * 10)), source: .touch)
            blurs += box.scene.layers.map(\.placement.blur)
            #expect(box.scene.layers.count { $0.placement.blur > 0 } <= 1, "the picture in the middle, and nothing else")
        }
        #expect(box.appliance.page == .carousel)
        return blurs
    }

    @Test("C-16 C-19 R-27 no blur with reduced motion, and none on a box that is too slow for it")
    func whereThereIsNoBlur() {
        #expect(blurs().contains { $0 > 1 } && blurs().allSatisfy { $0 <= 12 })
        #expect(blurs { $0.hasReducedMotion = true }.allSatisfy { $0 == 0 })
        #expect(blurs(composing: 1.0 / 45).allSatisfy { $0 == 0 })
    }
}
