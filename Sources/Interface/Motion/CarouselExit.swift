// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The row's exit: along 45° to the bottom right, as far as the screen's diagonal is long, in half a second.
///
/// The share of the way that is covered is q(t) = 1 − (1 − q₀)(1 + ωt)e^(−ωt) + v₀ t e^(−ωt), ω 13.28: critically damped, so it never turns
/// back. The whole look follows from q and its velocity, so a row that was thrown harder goes faster from the first instant (C-07).
struct CarouselExit: Hashable, Sendable {
    static let time: Duration = .milliseconds(500)
    static var diagonal: Double {
        (Canvas.bounds.width * Canvas.bounds.width + Canvas.bounds.height * Canvas.bounds.height).squareRoot()
    }
    /// The distance that it goes to the right, and equally down.
    static var way: Double { diagonal / 2.0.squareRoot() }
    private static let tilt = 15.0
    private static let shrinkage = 0.2
    private static let blur = 12.0
    /// The share by which the screen below has brightened at the end of the way. The rest comes in the last 40 % of the time.
    private static let reveal = 0.85
    private static let e = 2.718281828459045

    let start: Timestamp
    private let q: SpringMotion

    /// - Parameters:
    ///   - drop: the distance that it has been dragged down.
    ///   - velocity: downwards, a second. It is limited, so that the row neither turns back nor goes too far.
    init(from drop: Double, velocity: Double, at now: Timestamp) {
        start = now
        let gone = (drop / Self.way).clamped(to: 0...1)
        let pace = (velocity / Self.way).clamped(to: 0...SwipeMotion.frequency * (1 - gone))
        q = SpringMotion(SwipeMotion.way, at: gone, target: 1, velocity: pace, since: now)
    }

    var span: TimeSpan { TimeSpan(start, for: Self.time) }

    /// Returns the share of the way that is covered, 0…1.
    func share(at now: Timestamp) -> Double { q.value(at: now) }

    func look(at now: Timestamp) -> Appearance {
        Appearance(share: share(at: now), blur: Self.blur(atVelocity: q.velocity(at: now) * Self.way))
    }

    /// Returns the blur of a row that moves up or down at this velocity, in canvas units a second: 12·e ⁄ ω times the share of the way that
    /// it covers in a second, and 12 at most. A row that goes out from rest has the most for one instant, where it is fastest.
    static func blur(atVelocity velocity: Double) -> Double { min(Self.blur, Self.blur * Self.e / SwipeMotion.frequency * abs(velocity / Self.way)) }

    /// Returns the share by which the screen below is darkened, 0…1.
    func cover(at now: Timestamp) -> Double {
        let last = TimeSpan(start + Self.time * 0.6, start + Self.time).progress(at: now)
        return ((1 - Self.reveal * share(at: now)) * (1 - last)).clamped(to: 0...1)
    }

    /// The look of a row that has covered a share of the way, dragged by a finger or moving by itself.
    struct Appearance: Hashable, Sendable {
        /// The distance to the right, and equally down.
        let way: Double
        /// The rotation of the clip in the middle, in degrees.
        let tilt: Double
        let opacity: Double
        let scale: Double
        var blur: Double

        init(share: Double, blur: Double = 0) {
            way = share * CarouselExit.way
            let share = share.clamped(to: 0...1)
            tilt = CarouselExit.tilt * share
            opacity = 1 - share
            scale = 1 - CarouselExit.shrinkage * share
            self.blur = blur
        }
    }
}
