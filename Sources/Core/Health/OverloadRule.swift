// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells from the counts of lost frames when a box has more to do than it can, and when that has lasted for long enough to offer a
/// smaller picture.
///
/// A box is overloaded while more than 1 % of the frames of the last 10 s are lost. Each time is a *strike*; what is
/// lost within 10 s after a strike belongs to it. Three strikes within 10 min are worth the offer.
public struct OverloadRule: Hashable, Sendable {
    /// How far back the share of lost frames is looked at.
    public static let window: Duration = .seconds(10)
    /// More than this share of a window's frames is too much.
    public static let tolerated = 0.01
    public static let strikesForOffer = 3
    /// A strike is forgotten after this long.
    public static let memory: Duration = .seconds(600)
    /// A stream that has just begun isn't judged: memory is touched and shaders are made for the first time.
    public static let settling: Duration = .seconds(3)

    /// How the counts stood at an instant.
    private struct Sample: Hashable {
        var instant: Timestamp
        var made: Int64
        var lost: Int64
    }

    /// What hovers about the limit is one overload, not many.
    static let linger: Duration = .seconds(5)

    /// The samples are at least this far apart, so there are never more than `window / spacing + 2` of them.
    private static let spacing: Duration = .milliseconds(250)

    /// Oldest first. The first is the newest one that is a whole window old, or where the stream began.
    private var samples: [Sample] = []
    /// When each strike was, oldest first; none is older than `memory`, and any two are at least a window apart.
    public private(set) var strikes: [Timestamp] = []
    private var lastStrike: Timestamp?
    /// The last sample that belongs to the last strike: what is lost after it may count for the next.
    private var endOfStrike: Sample?
    /// The box is overloaded until then, as far as is known; `nil` when it never was.
    private var lastEnd: Timestamp?
    /// Of 100 frames of the last window, how many were lost: at least 1, rounded.
    public private(set) var percentLost = 0
    /// When the present stream's losses begin to count.
    private var beginning: Timestamp

    /// - Parameter now: when the stream begins.
    public init(at now: Timestamp) {
        beginning = now + Self.settling
    }

    /// Another stream begins, or the same one again: what was lost meanwhile isn't its doing. The strikes stay.
    public mutating func beginStream(at now: Timestamp) {
        samples.removeAll(keepingCapacity: true)
        (lastEnd, endOfStrike) = (nil, nil)
        beginning = now + Self.settling
    }

    /// Forgets the strikes: what they called for was done or offered.
    public mutating func forgetStrikes() {
        strikes.removeAll(keepingCapacity: true)
    }

    /// Takes note of how the counts stand.
    /// - Parameters:
    ///   - rate: the camera's, so that a stream of two seconds isn't judged by its one lost frame.
    ///   - now: not before any earlier call's. Once in half a second is often enough.
    public mutating func note(_ counts: FrameCounts, rate: FrameRate, at now: Timestamp) {
        strikes.removeAll { $0 + Self.memory <= now }
        guard now >= beginning else { return }
        let sample = Sample(instant: now, made: counts.made, lost: counts.lost)
        keep(sample)
        guard let base = samples.first else { return }
        let share = Self.share(from: base, to: sample, rate)
        if share > Self.tolerated {
            percentLost = max(1, Int((share * 100).rounded()))
            lastEnd = now + Self.linger
        }
        if let lastStrike, now < lastStrike + Self.window {
            endOfStrike = sample
        } else if Self.share(from: endOfStrike.map { $0.instant > base.instant ? $0 : base } ?? base, to: sample, rate) > Self.tolerated {
            strikes.append(now)
            lastStrike = now
            endOfStrike = sample
        }
    }

    /// The share of lost frames between two samples that are a window apart; nearer ones are judged as if the rest had gone well.
    private static func share(from base: Sample, to sample: Sample, _ rate: FrameRate) -> Double {
        Double(sample.lost - base.lost) / Double(max(1, sample.made - base.made, rate.count(within: window)))
    }

    /// Whether a person should be told now that frames are lost: while it lasts, and `linger` more.
    public func isOver(at now: Timestamp) -> Bool { lastEnd.map { now < $0 } ?? false }

    /// When `isOver` ends by itself, if no more is lost.
    public var end: Timestamp? { lastEnd }

    /// It happened often enough to offer a smaller picture.
    public var callsForLess: Bool { strikes.count >= Self.strikesForOffer }

    private mutating func keep(_ sample: Sample) {
        // Counts that go back are another run's.
        if let last = samples.last, sample.lost < last.lost || sample.made < last.made {
            samples.removeAll(keepingCapacity: true)
            endOfStrike = nil
        }
        if samples.count > 1, samples[samples.count - 2].instant + Self.spacing > sample.instant { samples.removeLast() }
        samples.append(sample)
        let edge = sample.instant - Self.window
        while samples.count > 1, samples[1].instant <= edge { samples.removeFirst() }
    }
}
