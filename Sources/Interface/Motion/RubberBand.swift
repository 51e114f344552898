// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// The rule for a thing that is dragged beyond its end: it follows less and less, and never further than the band's reach.
struct RubberBand: Hashable, Sendable {
    /// The most that the band can be stretched, greater than 0.
    let reach: Double
    /// The part of the first bit beyond the end that is followed, 0…1.
    let give: Double

    init(reach: Double, give: Double = 0.55) {
        self.reach = reach
        self.give = give
    }

    /// Returns how far beyond its end a thing lies that was dragged this far beyond it: (1 − 1 ⁄ (x·give ⁄ reach + 1)) · reach, either way.
    func place(of distance: Double) -> Double {
        let size = abs(distance)
        let place = (1 - 1 / (size * give / reach + 1)) * reach
        return distance < 0 ? -place : place
    }

    /// Returns a value within the range unchanged, and a value beyond the range as the band holds it.
    func place(of value: Double, within range: ClosedRange<Double>) -> Double {
        if value < range.lowerBound { return range.lowerBound + place(of: value - range.lowerBound) }
        if value > range.upperBound { return range.upperBound + place(of: value - range.upperBound) }
        return value
    }

    /// Returns the part of the next bit that is followed: 1 within the range.
    func slope(at value: Double, within range: ClosedRange<Double>) -> Double {
        let beyond = max(range.lowerBound - value, value - range.upperBound)
        guard beyond > 0 else { return 1 }
        let part = beyond * give / reach + 1
        return give / (part * part)
    }

    /// Returns how far beyond its end a thing was dragged that lies this far beyond it: the inverse of `place(of:)`. Nothing lies at the
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

/// The rule for a thing that was let go with a velocity and slows down by itself, in each millisecond by the same factor.
struct Deceleration: Hashable, Sendable {
    /// The part of the velocity that is left after a millisecond, between 0 and 1.
    let rate: Double

    init(rate: Double = 0.998) {
        precondition(rate > 0 && rate < 1, "this never stops, or never starts")
        self.rate = rate
    }

    /// The logarithm of the part that is left after a second.
    private var decay: Double { 1000 * Double.log(rate) }

    /// Returns the distance that it has come after some seconds.
    /// - Parameter velocity: the velocity at the start, a second.
    func distance(after seconds: Double, velocity: Double) -> Double { velocity * (Double.exp(decay * seconds) - 1) / decay }

    func velocity(after seconds: Double, velocity: Double) -> Double { velocity * Double.exp(decay * seconds) }

    /// Returns the distance that it will come in the end, for choosing where it shall stop instead.
    func distance(velocity: Double) -> Double { -velocity / decay }

    /// Returns the number of seconds after which only this much of the whole way is left; 0 if the way was never longer.
    /// - Parameter rest: greater than 0.
    func seconds(untilLeft rest: Double, velocity: Double) -> Double { max(0, Double.log(abs(distance(velocity: velocity)) / rest) / -decay) }
}
