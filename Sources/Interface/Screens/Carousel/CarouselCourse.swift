// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The row's own motion in one of its two directions: at rest, pulled by a spring, or on its way back from beyond an end.
enum CarouselCourse: Hashable, Sendable {
    case still(Double)
    case spring(SpringMotion)
    case back(CarouselReturn)

    static let rest = CarouselCourse.still(0)

    func value(at now: Timestamp) -> Double {
        switch self {
        case .still(let place): place
        case .spring(let spring): spring.value(at: now)
        case .back(let back): back.value(at: now)
        }
    }

    func velocity(at now: Timestamp) -> Double {
        switch self {
        case .still: 0
        case .spring(let spring): spring.velocity(at: now)
        case .back(let back): back.velocity(at: now)
        }
    }

    /// Returns the speed that it has or may still reach, in canvas units a second, by all the energy that is left. It never grows.
    func reach(at now: Timestamp) -> Double {
        switch self {
        case .still: 0
        case .spring(let spring):
            (spring.velocity(at: now) * spring.velocity(at: now)
                + spring.spring.stiffness * (spring.value(at: now) - spring.target) * (spring.value(at: now) - spring.target)).squareRoot()
        case .back(let back): abs(back.value(at: now)) * SwipeMotion.spring.stiffness.squareRoot()
        }
    }
}

/// The way back from beyond an end of the row: a cubic Bézier curve in 0.4 s.
///
/// Without a velocity the curve is (0.22, 0, 0.36, 1): it starts softly and takes its time to arrive. A row that is on its way back when it
/// is let go keeps its velocity: the curve's first point is as high as the velocity demands. The row never goes further out.
struct CarouselReturn: Hashable, Sendable {
    static let time: Duration = .milliseconds(400)
    private static let softness = 0.22

    private let from: Double
    private let start: Timestamp
    private let curve: CubicBezier

    /// - Parameters:
    ///   - from: the distance beyond its end.
    ///   - velocity: in canvas units a second.
    init(from: Double, velocity: Double, at now: Timestamp) {
        (self.from, start) = (from, now)
        // The curve's slope at the start: the progress over the whole time.
        let pace = from == 0 ? 0 : -velocity * Self.time.inSeconds / from
        curve = CubicBezier(Self.softness, (pace * Self.softness).clamped(to: 0...1), 0.36, 1)
    }

    private func part(at now: Timestamp) -> Double { TimeSpan(start, for: Self.time).progress(at: now) }

    func value(at now: Timestamp) -> Double { from * (1 - curve.progress(at: part(at: now))) }

    func velocity(at now: Timestamp) -> Double {
        let part = part(at: now)
        return part < 1 ? -from * curve.slope(at: part) / Self.time.inSeconds : 0
    }
}
