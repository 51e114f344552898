// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// An easing curve as designers write it: from (0, 0) to (1, 1), shaped by two points between, with time to the right and progress up.
struct CubicBezier: Hashable, Sendable {
    let first: (x: Double, y: Double)
    let second: (x: Double, y: Double)

    /// - Precondition: both points lie between 0 and 1 in time, so that each time has one progress.
    init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        precondition((0...1).contains(x1) && (0...1).contains(x2) && y1.isFinite && y2.isFinite, "this is no curve of easing")
        (first, second) = ((x1, y1), (x2, y2))
    }

    static func == (one: CubicBezier, other: CubicBezier) -> Bool { one.first == other.first && one.second == other.second }

    func hash(into hasher: inout Hasher) {
        for value in [first.x, first.y, second.x, second.y] { hasher.combine(value) }
    }

    /// Returns the progress at a part of the time, 0…1.
    func progress(at time: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= 1 { return 1 }
        return Self.place(first.y, second.y, parameter(at: time))
    }

    /// Returns how fast the progress grows there, for the whole time.
    func slope(at time: Double) -> Double {
        let t = parameter(at: time.clamped(to: 0...1))
        let across = Self.derivative(first.x, second.x, t)
        return across > 1e-9 ? Self.derivative(first.y, second.y, t) / across : 0
    }

    /// Returns the curve's own parameter at a time. The time only grows with it, so forty halvings find it to a part in a million million.
    private func parameter(at time: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if Self.place(first.x, second.x, middle) < time { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    private static func place(_ a: Double, _ b: Double, _ t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * a + 3 * rest * t * t * b + t * t * t
    }

    private static func derivative(_ a: Double, _ b: Double, _ t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * a + 6 * rest * t * (b - a) + 3 * t * t * (1 - b)
    }
}
