// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The moments of a run at which a picture of the TV is written: one every `interval`, or only those that were named.
///
/// Each moment has the first picture that the TV shows at or after it. All times count from the start of the run.
struct SnapshotMoments: Equatable {
    /// The time from one picture to the next; above zero.
    private let interval: Duration
    /// The parts of the run in which the interval counts; without any it counts everywhere, if no instant was named either.
    private let spans: [ClosedRange<Duration>]
    /// Single moments that are left, the earliest first.
    private var instants: [Duration]
    private let hasNoInstants: Bool
    /// The next point of the interval's grid. In whole nanoseconds, as vblanks are: a finer grid would run ahead of a TV of its own rate.
    private var next = Timestamp.zero

    init(every interval: Duration, within spans: [ClosedRange<Duration>] = [], at instants: [Duration] = []) {
        precondition(interval > .zero, "pictures of the TV need an interval")
        self.interval = interval
        self.spans = spans
        self.instants = instants.sorted()
        hasNoInstants = instants.isEmpty
    }

    /// Takes `12.5,20-22`: a moment, and a part of the run in which the interval counts.
    /// - Parameter word: seconds and spans of seconds, separated by commas; each 0 to 2,592,000 (30 days).
    /// - Throws: what is wrong with it, without the option's name.
    init(every interval: Duration, at word: String) throws(Wrong) {
        var spans: [ClosedRange<Duration>] = []
        var instants: [Duration] = []
        for part in word.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { decimal(String($0)) }
            switch ends.count {
            case 1:
                guard let instant = ends[0], Self.range.contains(instant) else { throw Wrong(part: String(part)) }
                instants.append(.seconds(instant))
            case 2:
                guard let from = ends[0], let until = ends[1], Self.range.contains(from), Self.range.contains(until), from <= until
                else { throw Wrong(part: String(part)) }
                spans.append(.seconds(from) ... .seconds(until))
            default: throw Wrong(part: String(part))
            }
        }
        self.init(every: interval, within: spans, at: instants)
    }

    private static let range = 0...RunPlan.longestRunSeconds

    /// A part of the word that is neither seconds nor a span of them.
    struct Wrong: Error, Equatable {
        var part: String
    }

    /// True if a picture has to be written of the vblank at this time of the run. To be called once for each vblank, in their order.
    mutating func isDue(at time: Duration) -> Bool {
        var isDue = false
        while let instant = instants.first, instant <= time {
            instants.removeFirst()
            isDue = true
        }
        let instant = Timestamp.zero + time
        guard instant >= next else { return isDue }
        while next <= instant { next = next + interval }
        let isWithin = spans.isEmpty ? hasNoInstants : spans.contains { $0.contains(time) }
        return isDue || isWithin
    }
}

/// The pictures of the TV that a run was asked for.
struct SnapshotPlan: Equatable {
    var folder: String
    var moments: SnapshotMoments
}
