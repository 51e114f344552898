// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The motion of the row of clips: the record of its last gesture, from which its position at any instant follows.
///
/// `index` is the clip that lies in the middle once the row rests. The row's offset counts from there, positive to the right. Motion of its
/// own continues under an arrow or the knob, which add to it; a finger stops it. So nothing ever jumps, and however fast somebody goes on,
/// each gesture moves by one clip.
struct CarouselMotion: Hashable, Sendable {
    private enum Axis: Hashable {
        case row, out
        /// Nothing lies above the row.
        case nowhere

        init(_ direction: SwipeDirection) {
            switch direction {
            case .left, .right: self = .row
            case .down: self = .out
            case .up: self = .nowhere
            }
        }
    }

    /// Below this speed, in canvas units a second, the row counts as slow and settles.
    static let slow = 300.0
    /// The blur under a finger fades from `moment` to `memory` after the finger's last movement, because a finger that stands blurs
    /// nothing.
    private static let moment: Duration = .milliseconds(20), memory: Duration = .milliseconds(80)
    /// The spring of the scale under a finger. It arrives within a tenth of a second.
    private static let press = Spring(stiffness: 900, damping: 60)
    private static let pressedScale = 0.95

    private(set) var index: Int
    private(set) var count: Int
    /// The distance from one clip to the next, in canvas units.
    private var pitch: Double
    /// The rubber band beyond the row's ends: the row follows 0.55 of the first bit, and at most 30 % of a clip's width.
    private var band: RubberBand
    private(set) var finger: SwipeFinger?
    /// The direction in which the finger goes, decided once, when it strays.
    private var axis: Axis?
    /// The time at which a finger on the screen last moved.
    private var moved: Timestamp?
    private var row = CarouselCourse.rest
    private var drop = CarouselCourse.rest
    private var scale: SpringMotion
    private(set) var exit: CarouselExit?
    /// True if the row was moving when a finger went down: the finger stops it and taps nothing.
    private(set) var wasCaught = false

    init(index: Int, of count: Int, in layout: CarouselLayout, at now: Timestamp) {
        self.count = max(0, count)
        self.index = index.clamped(to: 0...max(0, count - 1))
        (pitch, band) = (layout.pitch, layout.band)
        scale = SpringMotion(Self.press, at: 1, target: 1, since: now)
    }

    // MARK: Gestures

    /// Puts a finger down; the row stops under it.
    mutating func touch(at point: Point, onMiddle: Bool, at now: Timestamp) {
        guard exit == nil else { return }
        if finger != nil { _ = interrupt(by: nil, at: now) }
        wasCaught = state(at: now) != .idle
        let (x, y) = (x(at: now), y(at: now))
        finger = SwipeFinger(touching: point, .carousel, at: now)
        guard finger != nil else { return }
        (row, drop, axis) = (.still(x), .still(y), nil)
        if onMiddle, !wasCaught { scale.go(to: Self.pressedScale, at: now) }
    }

    /// - Returns: true if the row leaves now, as soon as a finger has dragged it down to the threshold.
    mutating func move(to point: Point, at now: Timestamp) -> Bool {
        guard exit == nil, var moved = finger, moved.isTouch else { return false }
        moved.move(to: point, at: now)
        (finger, self.moved) = (moved, now)
        if axis == nil, let direction = moved.direction {
            axis = Axis(direction)
            scale.go(to: 1, at: now)
        }
        guard axis == .out, moved.direction == .down, moved.progress(at: now) == 1 else { return false }
        leave(at: now)
        return true
    }

    /// Presses an arrow. ▶ brings the next clip, so the simulated finger moves to the left.
    /// - Returns: the outcome of the gesture before.
    mutating func press(_ direction: SwipeDirection, at now: Timestamp) -> SwipeOutcome? {
        guard exit == nil else { return nil }
        let before = interrupt(by: direction, at: now)
        finger = SwipeFinger(holding: direction, .carousel, at: now)
        axis = Axis(direction)
        return before
    }

    /// Turns the knob. A turn to the right goes forward, so the simulated finger moves to the left.
    mutating func turn(_ detents: Int, at now: Timestamp) -> [SwipeOutcome] {
        guard exit == nil, detents != 0 else { return [] }
        var outcomes: [SwipeOutcome] = []
        if finger?.isKnob != true {
            outcomes += [interrupt(by: detents > 0 ? .left : .right, at: now)].compactMap { $0 }
            finger = SwipeFinger(turning: .carousel, at: now)
            axis = .row
        }
        let (safe, overflow) = 0.subtractingReportingOverflow(detents)
        if let outcome = finger?.turn(overflow ? -1 : safe, at: now) { outcomes += [end(outcome, at: now)] }
        return outcomes
    }

    /// Lifts the finger, or lets go of the arrow.
    mutating func letGo(at now: Timestamp) -> SwipeOutcome? {
        guard let finger, !finger.isKnob else { return nil }
        return end(finger.letGo(at: now), at: now)
    }

    /// Returns the outcome that has come by time alone.
    mutating func advance(to now: Timestamp) -> SwipeOutcome? { finger?.advance(to: now).map { end($0, at: now) } }

    /// Ends the gesture, because another one begins or another screen comes up.
    @discardableResult
    mutating func interrupt(by direction: SwipeDirection?, at now: Timestamp) -> SwipeOutcome? {
        finger.map { end($0.interrupt(by: direction, at: now), at: now) }
    }

    /// Ends the gesture without any effect.
    mutating func callOff(at now: Timestamp) { if finger != nil { _ = end(.springBack, at: now) } }

    /// Moves the row by itself, to the clip before or after.
    mutating func go(_ steps: Int, at now: Timestamp) {
        callOff(at: now)
        move(by: steps, from: x(at: now), velocity: xVelocity(at: now), at: now)
    }

    /// Takes over the number of clips, the clip in the middle and the layout, which may have changed. Motion goes on.
    mutating func take(index: Int, of count: Int, in layout: CarouselLayout) {
        self.count = max(0, count)
        self.index = index.clamped(to: 0...max(0, count - 1))
        (pitch, band) = (layout.pitch, layout.band)
    }

    /// Stops all motion. With reduced motion nothing moves by itself.
    mutating func stop(at now: Timestamp) {
        (row, drop, scale) = (.rest, .rest, SpringMotion(Self.press, at: 1, target: 1, since: now))
    }

    private mutating func end(_ outcome: SwipeOutcome, at now: Timestamp) -> SwipeOutcome {
        guard let ended = finger else { return outcome }
        let (x, velocity) = (x(at: now), xVelocity(at: now))
        let (y, fall) = (y(at: now), yVelocity(at: now))
        var outcome = outcome
        // A gesture goes either sideways or out, as decided when it strayed.
        if case .commit(let direction) = outcome, let axis, Axis(direction) != axis || axis == .nowhere { outcome = .springBack }
        if case .commit(.down) = outcome {
            leave(at: now)
            return outcome
        }
        finger = nil
        axis = nil
        scale.go(to: 1, at: now)
        var steps = 0
        if case .commit(let direction) = outcome { steps = direction == .left ? 1 : -1 }
        move(by: steps, from: x, velocity: velocity, at: now)
        drop = abs(y) > 0 || fall != 0 ? .spring(SpringMotion(SwipeMotion.spring, at: y, target: 0, velocity: fall, since: now)) : .rest
        if case .commit = outcome, let successor = ended.successor(at: now) { (finger, axis) = (successor, .row) }
        return outcome
    }

    private mutating func move(by steps: Int, from x: Double, velocity: Double, at now: Timestamp) {
        let target = (index + steps).clamped(to: 0...max(0, count - 1))
        let place = x + Double(target - index) * pitch
        index = target
        let isBeyond = index == 0 && place > 0 || index == max(0, count - 1) && place < 0
        if isBeyond {
            row = .back(CarouselReturn(from: place, velocity: velocity, at: now))
        } else {
            row =
                place == 0 && velocity == 0 ? .rest : .spring(SpringMotion(SwipeMotion.spring, at: place, target: 0, velocity: velocity, since: now))
        }
    }

    private mutating func leave(at now: Timestamp) {
        let (y, velocity) = (y(at: now), yVelocity(at: now))
        row = .still(x(at: now))
        exit = CarouselExit(from: y, velocity: velocity, at: now)
        finger = nil
    }

    // MARK: Position

    /// The offsets between the two ends of the row.
    private var range: ClosedRange<Double> { -Double(max(0, count - 1 - index)) * pitch...Double(index) * pitch }

    /// Returns the row's offset from its resting position, positive to the right.
    func x(at now: Timestamp) -> Double {
        let place = row.value(at: now)
        guard axis == .row, let finger else { return place }
        return band.place(of: band.origin(of: place, within: range) + finger.offset(at: now).x, within: range)
    }

    func xVelocity(at now: Timestamp) -> Double {
        let velocity = row.velocity(at: now)
        guard axis == .row, let finger else { return velocity }
        let origin = band.origin(of: row.value(at: now), within: range)
        let stretched = band.slope(at: origin, within: range)
        return (velocity / stretched + finger.velocity(at: now).x) * band.slope(at: origin + finger.offset(at: now).x, within: range)
    }

    /// Returns how far the row has been dragged down.
    func y(at now: Timestamp) -> Double {
        let place = drop.value(at: now)
        guard axis == .out, let finger else { return place }
        return max(min(0, place), place + finger.offset(at: now).y)
    }

    func yVelocity(at now: Timestamp) -> Double {
        let velocity = drop.velocity(at: now)
        guard axis == .out, let finger, y(at: now) > 0 else { return velocity }
        return velocity + finger.velocity(at: now).y
    }

    /// Returns the row's look on its way out, dragged by a finger or moving by itself.
    func look(at now: Timestamp) -> CarouselExit.Appearance {
        exit.map { $0.look(at: now) } ?? CarouselExit.Appearance(share: y(at: now) / CarouselExit.way, blur: blur(at: now))
    }

    /// Returns the blur of a row that is dragged down or goes back up. When the row leaves, the exit's blur begins with this value.
    private func blur(at now: Timestamp) -> Double {
        let blur = CarouselExit.blur(atVelocity: yVelocity(at: now))
        guard axis == .out, finger?.isTouch == true, let standing else { return blur }
        return blur * (1 - standing.progress(at: now))
    }

    /// The time in which the blur fades after the finger's last movement.
    private var standing: TimeSpan? { moved.map { TimeSpan($0 + Self.moment, $0 + Self.memory) } }

    /// Returns the scale of the clip in the middle, which is a little smaller under a finger.
    func scale(at now: Timestamp) -> Double { scale.value(at: now) }

    /// Returns the held arrow, as the direction of its simulated finger, and the filled part of its ring.
    func ring(at now: Timestamp) -> (direction: SwipeDirection, filling: Double)? {
        guard let finger, let direction = finger.arrow, let filling = finger.filling(at: now), filling > 0 else { return nil }
        return (direction, filling)
    }

    // MARK: State

    /// True if the row is being dragged.
    var isDragged: Bool { finger != nil && axis != nil }

    /// Returns true if nothing moves and no finger presses the clip in the middle.
    func isAtRest(at now: Timestamp) -> Bool { state(at: now) == .idle && scale.target == 1 && scale.isAtRest(at: now, within: 0.001) }

    /// Returns how far the row has been dragged down, as a part of its threshold, 0…1.
    func dropShare(at now: Timestamp) -> Double {
        let drop = y(at: now)
        return drop < SwipeMotion.grain ? 0 : SwipeRule.carousel.progress(ofDistance: drop)
    }

    /// Returns the state, which follows from the gesture and the time.
    func state(at now: Timestamp) -> CarouselState {
        if exit != nil { return .exiting }
        if let finger, axis != nil { return .dragging(translation: finger.offset(at: now), velocity: finger.velocity(at: now)) }
        let reach = max(row.reach(at: now), drop.reach(at: now))
        if reach >= Self.slow { return .decelerating(velocity: Point(row.velocity(at: now), drop.velocity(at: now))) }
        // Within half a pixel of its position the row counts as idle.
        return reach > SwipeMotion.grain * SwipeMotion.spring.stiffness.squareRoot() ? .settling : .idle
    }

    /// Returns the next instant after `seen` at which something has moved, or is due by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        let moves = state(at: seen) != .idle && finger?.isTouch != true || !scale.isAtRest(at: seen, within: 0.001)
        let stands = axis == .out && finger?.isTouch == true ? standing?.nextChange(after: seen) : nil
        return [finger?.nextChange(after: seen), stands, moves ? seen + Motion.step : nil].compactMap { $0 }.min()
    }
}
