// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How the row moves by itself, in one of its two directions: it lies still, a spring pulls it, or it comes back from beyond its end.
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

    /// How fast it is or may yet become, a second: by all the energy that it has left. It never grows.
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
/// Without a velocity it is (0.22, 0, 0.36, 1): it starts softly and takes its time to arrive. A row that is let go while it is on its way
/// back already keeps its velocity: the first point is as high as makes the curve begin with it. It never goes further out.
struct CarouselReturn: Hashable, Sendable {
    static let time: Duration = .milliseconds(400)
    private static let softness = 0.22

    private let from: Double
    private let start: Timestamp
    private let curve: CubicBezier

    /// - Parameters:
    ///   - from: how far beyond its end it is.
    ///   - velocity: a second.
    init(from: Double, velocity: Double, at now: Timestamp) {
        (self.from, start) = (from, now)
        // Progress for the whole time, at the start.
        let pace = from == 0 ? 0 : -velocity * Self.time.inSeconds / from
        curve = CubicBezier(Self.softness, (pace * Self.softness).clamped(to: 0...1), 0.36, 1)
    }

    private func part(at now: Timestamp) -> Double { Stretch(start, for: Self.time).progress(at: now) }

    func value(at now: Timestamp) -> Double { from * (1 - curve.progress(at: part(at: now))) }

    func velocity(at now: Timestamp) -> Double {
        let part = part(at: now)
        return part < 1 ? -from * curve.slope(at: part) / Self.time.inSeconds : 0
    }
}
