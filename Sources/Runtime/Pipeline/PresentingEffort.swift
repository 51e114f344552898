// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// How long it takes from choosing pictures to having them committed, told from the last times: what is chosen is what will be due
/// when it can be on the TV, not what is due when the work begins.
struct PresentingEffort {
    /// How many of the last times count.
    static let remembered = 8
    /// So many of them may have been longer than what is expected. A single long one is chance, and to aim too far costs a refresh.
    static let outliers = 2

    /// The last costs, newest last.
    private var costs: [Duration] = []

    init() {
        costs.reserveCapacity(Self.remembered + 1)
    }

    /// It took this long, once.
    mutating func note(_ cost: Duration) {
        costs.append(cost)
        if costs.count > Self.remembered { costs.removeFirst() }
    }

    /// How long it will take, most probably; zero before anything is known.
    var expected: Duration {
        guard !costs.isEmpty else { return .zero }
        let sorted = costs.sorted()
        return sorted[max(0, sorted.count - 1 - Self.outliers)]
    }
}

/// How long composing a picture takes, most probably: the display's thread says it, and the box's thread asks. It counts once: what was composed
/// long ago says nothing of how fast the box is now. Thread-safe.
final class ComposingCost: Sendable {
    private let nanoseconds = Atomic<Int64>(0)

    func note(_ expected: Duration) { nanoseconds.store(expected.nanoseconds, ordering: .relaxed) }

    /// What was said last since this was asked last; `nil` if nothing was composed meanwhile, and in virtual time, where nothing takes any.
    func takeSeconds() -> Double? {
        let known = nanoseconds.exchange(0, ordering: .relaxed)
        return known > 0 ? Double(known) / 1e9 : nil
    }
}
