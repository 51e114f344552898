// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// What is dragged beyond its end: it follows less and less, and never further than its reach.
struct RubberBand: Hashable, Sendable {
    /// How far it can be stretched at the very most, greater than 0.
    let reach: Double
    /// How much of the first bit beyond the end is followed, 0…1.
    let give: Double

    init(reach: Double, give: Double = 0.55) {
        self.reach = reach
        self.give = give
    }

    /// Where something is that was dragged this far beyond its end: (1 − 1 ⁄ (x·give ⁄ reach + 1)) · reach, either way.
    func place(of distance: Double) -> Double {
        let size = abs(distance)
        let place = (1 - 1 / (size * give / reach + 1)) * reach
        return distance < 0 ? -place : place
    }

    /// A value within a range as it is, and beyond its ends by the band.
    func place(of value: Double, within range: ClosedRange<Double>) -> Double {
        if value < range.lowerBound { return range.lowerBound + place(of: value - range.lowerBound) }
        if value > range.upperBound { return range.upperBound + place(of: value - range.upperBound) }
        return value
    }

    /// How much of the next bit is followed: 1 within the range.
    func slope(at value: Double, within range: ClosedRange<Double>) -> Double {
        let beyond = max(range.lowerBound - value, value - range.upperBound)
        guard beyond > 0 else { return 1 }
        let part = beyond * give / reach + 1
        return give / (part * part)
    }

    /// How far beyond its end something was dragged that is seen this far beyond it: the other way round. Nothing is seen at the
    /// band's reach, or beyond.
    func origin(of place: Double) -> Double {
        let size = min(abs(place), reach * 0.999)
        let distance = (1 / (1 - size / reach) - 1) * reach / give
        return place < 0 ? -distance : distance
    }

    func origin(of place: Double, within range: ClosedRange<Double>) -> Double {
        if place < range.lowerBound { return range.lowerBound + origin(of: place - range.lowerBound) }
        if place > range.upperBound { return range.upperBound + origin(of: place - range.upperBound) }
        return place
    }
}

/// What was let go with a velocity and slows down by itself, each millisecond to the same part of what it was.
struct Deceleration: Hashable, Sendable {
    /// What is left of the velocity after a millisecond, between 0 and 1.
    let rate: Double

    init(rate: Double = 0.998) {
        precondition(rate > 0 && rate < 1, "this never stops, or never starts")
        self.rate = rate
    }

    /// The logarithm of what is left after a second.
    private var decay: Double { 1000 * Double.log(rate) }

    /// How far it has come after some seconds.
    /// - Parameter velocity: at the start, a second.
    func distance(after seconds: Double, velocity: Double) -> Double { velocity * (Double.exp(decay * seconds) - 1) / decay }

    func velocity(after seconds: Double, velocity: Double) -> Double { velocity * Double.exp(decay * seconds) }

    /// How far it will come in the end: for choosing where to let it stop before it gets there.
    func distance(velocity: Double) -> Double { -velocity / decay }

    /// When only this much of the whole way is left, in seconds; 0 where it never was more.
    /// - Parameter rest: greater than 0.
    func seconds(untilLeft rest: Double, velocity: Double) -> Double { max(0, Double.log(abs(distance(velocity: velocity)) / rest) / -decay) }
}
