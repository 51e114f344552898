// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core
@testable import Interface

/// The motion in a review at 60 Hz, compared with formulas that are written here anew: to half a unit of the canvas, which is half a pixel
/// at 1080p.
@Suite struct ReviewFilmTests {
    /// Returns the remaining fraction of a critically damped motion after this many seconds.
    private func left(_ t: Double) -> Double { (1 + 13.28 * t) * exp(-13.28 * t) }

    /// Returns the covered fraction of a decelerating movement of 0.18 s.
    private func gone(_ t: Double) -> Double { 1 - pow(max(0, 1 - t / 0.18), 3) }

    private func box() -> Rehearsal {
        var box = Rehearsal.reviewing(shots: 7)
        box.settle()
        return box
    }

    /// Returns the video layer of the top clip.
    private func top(_ box: Rehearsal) -> Layer? {
        guard let track = box.review?.playback.top?.track else { return nil }
        return box.scene.layers.first { $0.content == .video(.track(track)) }
    }

    // MARK: Coming back

    @Test("A-07 what comes back, from all four sides", arguments: SwipeDirection.allCases)
    func comingBack(_ direction: SwipeDirection) {
        let motion = SwipeMotion.comingBack(from: direction, at: .zero)
        let way = direction == .left || direction == .right ? 1920.0 : 1080
        for frame in 0..<60 {
            let t = Double(frame) / 60
            #expect((motion.offset(at: Timestamp(seconds: t)) - direction.unit * (way * left(t))).length < 0.5, "frame \(frame)")
        }
    }

    @Test("A-07 what was on its way out and turns round goes on with its velocity", arguments: [(400.0, 5000.0), (1500, 2000), (900, 0)])
    func turningRound(offset: Double, velocity: Double) {
        let momentum = Momentum(offset: Point(offset, 30), velocity: Point(velocity, -200))
        let motion = SwipeMotion.comingBack(from: .right, with: momentum, at: .zero)
        for frame in 0..<60 {
            let t = Double(frame) / 60
            let x = offset * left(t) + velocity * t * exp(-13.28 * t)
            let y = 30 * left(t) - 200 * t * exp(-13.28 * t)
            #expect((motion.offset(at: Timestamp(seconds: t)) - Point(x, y)).length < 0.5, "frame \(frame)")
        }
    }

    @Test("P-12 the one that is pulled back comes as far as the arrow is held, and from there onto the stack")
    func pulledBack() throws {
        var box = box()
        box.tap(.right)
        box.settle()
        let step = try #require(box.appliance.context.edits.newestStep(of: nil)?.step)
        let peek = Layer.Content.peek(PeekKey(step.clip.key, at: step.resume))
        box.panel(.pressed(.down))
        let start = box.now
        for frame in 0..<45 {
            box.run(to: start.seconds + Double(frame) / 60)
            // A held arrow stops at 60 % of the threshold; at the threshold, the clip that comes back would have covered 60 % of its way.
            let x = 1920 * (1 - 0.6 * 0.6 * gone(start.duration(to: box.now).inSeconds))
            let layer = try #require(box.scene.layers.first { $0.content == peek })
            #expect(abs(layer.place.x - (256 + x)) < 0.5 && abs(layer.place.y - 72) < 0.5, "frame \(frame)")
        }
        box.run(to: start.seconds + 0.8)
        let motion = try #require(box.review?.motion)
        #expect(abs(start.duration(to: motion.start).inSeconds - 0.78) < 0.02 && box.stacked.first == step.clip.key.number)
        for frame in 2..<50 {
            box.run(to: motion.start.seconds + Double(frame) / 60)
            let x = 1920 * (1 - 0.36) * left(motion.start.duration(to: box.now).inSeconds)
            let layer = try #require(top(box))
            #expect(abs(layer.place.x - (256 + x)) < 0.5, "frame \(frame)")
        }
        box.panel(.released(.down))
    }

    // MARK: The stack

    @Test("A-02 the clips below move up into their places", arguments: [-1.0, -0.4, 1, 1.6])
    func theStackSettles(from: Double) {
        let settling = ReviewScreen.Settling(from: from, start: .zero)
        for frame in 0..<45 {
            let t = Double(frame) / 60
            let miss = settling.lift(at: Timestamp(seconds: t)) - from * left(t)
            // One position down the stack is 27.48 units lower, and its clip is 35.2 narrower on each side.
            #expect(abs(miss) * 27.48 < 0.5 && abs(miss) * 35.2 < 0.75, "frame \(frame)")
        }
    }

    @Test("A-02 the next clip comes up from where it lay, from the very instant of the like")
    func theNextClipComesUp() throws {
        var box = box()
        box.tap(.right)
        let start = box.now
        for frame in 0..<40 {
            box.run(to: start.seconds + Double(frame) / 60)
            let deep = left(start.duration(to: box.now).inSeconds)
            let layer = try #require(top(box))
            #expect(abs(layer.place.maxY - (864 + 10 * 1080 / 393 * deep)) < 0.5, "frame \(frame)")
            #expect(abs(layer.transform.scale - (1 - 0.05 * deep)) * 704 < 0.5, "frame \(frame)")
        }
    }

    // MARK: Held

    @Test("an arrow that is held brings the clip to its rest, and there it stays")
    func heldFromRest() throws {
        var box = box()
        box.panel(.pressed(.right))
        let start = box.now
        for frame in 0..<46 {
            box.run(to: start.seconds + Double(frame) / 60)
            let x = 0.6 * 200 * 1080 / 393 * gone(start.duration(to: box.now).inSeconds)
            let layer = try #require(top(box))
            #expect(abs(layer.place.x - (256 + x)) < 0.5, "frame \(frame)")
        }
        box.panel(.released(.right))
    }

    @Test("an arrow that catches a clip takes it along from where it is", arguments: [(-120.0, 900.0), (250, -1500), (40, 0)])
    func heldFromElsewhere(x: Double, velocity: Double) {
        let momentum = Momentum(offset: Point(x, 0), velocity: Point(velocity, 0))
        let finger = SwipeFinger(holding: .right, .review, from: momentum, at: .zero)
        let rest = 0.6 * 200 * 1080 / 393
        for frame in 0..<40 {
            let t = Double(frame) / 60
            let expected = rest + (x - rest + velocity * t) * (1 - gone(t))
            #expect(abs(finger.offset(at: Timestamp(seconds: t)).x - expected) < 0.5, "frame \(frame)")
        }
    }
}
