// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Estimates the time from choosing pictures until they are committed, from the last few times: the pictures that are chosen are those that
/// will be due when they can be on the TV, not those that are due when the work begins.
struct PresentingEffort {
    /// The number of past times that count.
    static let remembered = 8
    /// The number of them that may be longer than the expected time. A single long one is chance, and to aim too far costs a refresh.
    static let outliers = 2

    /// The last costs, newest last.
    private var costs: [Duration] = []

    init() {
        costs.reserveCapacity(Self.remembered + 1)
    }

    /// Notes how long it took, once.
    mutating func note(_ cost: Duration) {
        costs.append(cost)
        if costs.count > Self.remembered { costs.removeFirst() }
    }

    /// The most probable time; zero before anything is known.
    var expected: Duration {
        guard !costs.isEmpty else { return .zero }
        let sorted = costs.sorted()
        return sorted[max(0, sorted.count - 1 - Self.outliers)]
    }
}

/// The most probable time that composing a picture takes: the display's thread notes it, and the box's thread asks. Each value counts once,
/// because what was composed long ago says nothing about how fast the box is now. Thread-safe.
final class ComposingCost: Sendable {
    private let nanoseconds = Atomic<Int64>(0)

    func note(_ expected: Duration) { nanoseconds.store(expected.nanoseconds, ordering: .relaxed) }

    /// Returns the last value noted since the last call; `nil` if nothing was composed, and in virtual time, in which work takes no time.
    func takeSeconds() -> Double? {
        let known = nanoseconds.exchange(0, ordering: .relaxed)
        return known > 0 ? Double(known) / 1e9 : nil
    }
}
