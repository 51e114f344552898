// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How the row goes out: along 45° to the bottom right, as far as the screen's diagonal is long, in half a second.
///
/// How much of the way is gone is q(t) = 1 − (1 − q₀)(1 + ωt)e^(−ωt) + v₀ t e^(−ωt), ω 13.28: critically damped, so it never turns round. All that is
/// seen follows from q and its velocity, so a row that was thrown harder goes faster from the first instant (C-07).
struct CarouselExit: Hashable, Sendable {
    static let time: Duration = .milliseconds(500)
    static let diagonal = (Canvas.bounds.width * Canvas.bounds.width + Canvas.bounds.height * Canvas.bounds.height).squareRoot()
    /// How far it goes to the right, and as far down.
    static let way = diagonal / 2.0.squareRoot()
    private static let tilt = 15.0
    private static let shrinkage = 0.2
    private static let blur = 12.0
    /// What lies below is seen so far at the end of the way; the rest comes at the very end.
    private static let reveal = 0.85
    private static let e = 2.718281828459045

    let start: Timestamp
    private let q: SpringMotion

    /// - Parameters:
    ///   - drop: how far down it has been dragged.
    ///   - velocity: down, a second; what would take it back up is left out, and what would take it too far.
    init(from drop: Double, velocity: Double, at now: Timestamp) {
        start = now
        let gone = (drop / Self.way).clamped(to: 0...1)
        let pace = (velocity / Self.way).clamped(to: 0...SwipeMotion.frequency * (1 - gone))
        q = SpringMotion(SwipeMotion.way, at: gone, target: 1, velocity: pace, since: now)
    }

    var span: Stretch { Stretch(start, for: Self.time) }

    /// How much of the way is gone, 0…1.
    func share(at now: Timestamp) -> Double { q.value(at: now) }

    func look(at now: Timestamp) -> Look {
        Look(share: share(at: now), blur: Self.blur(atVelocity: q.velocity(at: now) * Self.way))
    }

    /// How much a row is blurred that moves as fast as this, a second, up or down: 12·e ⁄ ω of what share of the way that is, and 12 at most. A row that
    /// goes out from rest has all of it for one instant, where it is fastest.
    static func blur(atVelocity velocity: Double) -> Double { min(Self.blur, Self.blur * Self.e / SwipeMotion.frequency * abs(velocity / Self.way)) }

    /// How much darker what lies below is than itself.
    func cover(at now: Timestamp) -> Double {
        let last = Stretch(start + Self.time * 0.6, start + Self.time).progress(at: now)
        return ((1 - Self.reveal * share(at: now)) * (1 - last)).clamped(to: 0...1)
    }

    /// What is seen of a row that has gone a share of the way, whether a finger drags it or it goes by itself.
    struct Look: Hashable, Sendable {
        /// To the right, and as much down.
        let way: Double
        /// Of the clip in the middle, in degrees.
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
