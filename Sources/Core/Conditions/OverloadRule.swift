// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides from the counts of lost frames whether the box is overloaded, and whether that has happened often enough to offer a smaller
/// picture.
///
/// The box is overloaded while more than 1 % of the frames of the last 10 s are lost. Each overload is a *strike*; losses within 10 s after
/// a strike belong to it. After three strikes within 10 min the offer is made.
public struct OverloadRule: Hashable, Sendable {
    /// The time over which the share of lost frames is computed.
    public static let window: Duration = .seconds(10)
    /// The highest share of lost frames in a window that is tolerated.
    public static let tolerated = 0.01
    public static let strikesForOffer = 3
    /// A strike is forgotten after this long.
    public static let memory: Duration = .seconds(600)
    /// A new stream isn't judged for this long, because memory is touched and shaders are compiled for the first time.
    public static let settling: Duration = .seconds(3)

    /// The counts at an instant.
    private struct Sample: Hashable {
        var instant: Timestamp
        var made: Int64
        var lost: Int64
    }

    /// An overload lasts this long after the limit was last exceeded, so that losses round the limit count as one overload.
    static let linger: Duration = .seconds(5)

    /// The samples are at least this far apart, so there are never more than `window / spacing + 2` of them.
    private static let spacing: Duration = .milliseconds(250)

    /// The samples, oldest first. The first is the newest sample that is at least a window old, or else the stream's first sample.
    private var samples: [Sample] = []
    /// The times of the strikes, oldest first. None is older than `memory`, and any two are at least a window apart.
    public private(set) var strikes: [Timestamp] = []
    private var lastStrike: Timestamp?
    /// The last sample that belongs to the last strike. Losses after it may count for the next strike.
    private var endOfStrike: Sample?
    /// The end of the overload, if no more frames are lost; `nil` if this stream had none.
    private var lastEnd: Timestamp?
    /// The percentage of lost frames when the limit was last exceeded, rounded, at least 1; 0 before that.
    public private(set) var percentLost = 0
    /// The time from which the present stream's losses count.
    private var beginning: Timestamp

    /// - Parameter now: the time at which the stream begins.
    public init(at now: Timestamp) {
        beginning = now + Self.settling
    }

    /// Begins another stream, or the same one again. Frames lost during the change don't count against it. The strikes stay.
    public mutating func beginStream(at now: Timestamp) {
        samples.removeAll(keepingCapacity: true)
        (lastEnd, endOfStrike) = (nil, nil)
        beginning = now + Self.settling
    }

    /// Forgets the strikes, after the smaller picture was chosen or offered.
    public mutating func forgetStrikes() {
        strikes.removeAll(keepingCapacity: true)
    }

    /// Notes the present counts.
    /// - Parameters:
    ///   - rate: the camera's rate, so that a stream of two seconds isn't judged by a single lost frame.
    ///   - now: the time, not before that of any earlier call. One call in half a second is often enough.
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

    /// Returns the share of lost frames between two samples. If they are closer than a window, the rest of the window counts as free of
    /// losses.
    private static func share(from base: Sample, to sample: Sample, _ rate: FrameRate) -> Double {
        Double(sample.lost - base.lost) / Double(max(1, sample.made - base.made, rate.count(within: window)))
    }

    /// True if a person should be told now that frames are lost: during the overload and for `linger` after it.
    public func isOver(at now: Timestamp) -> Bool { lastEnd.map { now < $0 } ?? false }

    /// The time at which `isOver` ends if no more frames are lost.
    public var end: Timestamp? { lastEnd }

    /// True if there were enough strikes to offer a smaller picture.
    public var callsForLess: Bool { strikes.count >= Self.strikesForOffer }

    private mutating func keep(_ sample: Sample) {
        // Smaller counts than before belong to another run.
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
