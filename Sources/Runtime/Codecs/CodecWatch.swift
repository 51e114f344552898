// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a hardware codec may take before software takes over.
struct CodecLimits: Hashable, Sendable {
    /// The longest that one call may take: a driver that never answers isn't waited for any longer.
    var call: Duration
    /// The same for opening the codec and trying it with test pictures.
    var opening: Duration
    /// A codec may hold this many pictures, however old.
    var inside: Int
    /// And none that is older than this beside the newest, by the pictures' own times.
    var age: Duration

    /// On a box: an encoder that holds more than half a second of pictures is too slow or stuck.
    static let encoder = CodecLimits(call: .milliseconds(500), opening: .seconds(3), inside: 8, age: .milliseconds(500))
    /// A decoder that catches up from a keyframe may be given a GOP at once; its driver's queue has 16 places.
    static let decoder = CodecLimits(call: .milliseconds(500), opening: .seconds(3), inside: 40, age: .milliseconds(500))
    /// In a virtual run pictures come as fast as the machine makes them, so only what never comes back counts.
    static let virtual = CodecLimits(call: .seconds(10), opening: .seconds(20), inside: 64, age: .seconds(1))
}

/// Watches what goes into a codec and what comes out of it, by the pictures' stamps: a gap is a dropped picture, and pictures that go in
/// while none comes out are a codec that is stuck or too slow. Pure: it is told everything and reads no clock.
struct CodecWatch {
    enum Verdict: Hashable {
        /// This many pictures are inside, and none has come out meanwhile.
        case stuck(Int)
        /// Pictures come out, but this many wait.
        case tooSlow(Int)
    }

    /// More than any rate has in the time that is waited.
    private static let mostWaiting = 512

    private let limits: CodecLimits
    /// Oldest first.
    private var waiting: [FrameStamp] = []
    /// How many went in since one came out.
    private var sinceOut = 0
    private(set) var newestOut: FrameStamp?

    init(_ limits: CodecLimits) {
        self.limits = limits
        waiting.reserveCapacity(limits.inside * 2)
    }

    var inside: Int { waiting.count }
    var oldestInside: FrameStamp? { waiting.first }

    mutating func noteIn(_ stamp: FrameStamp) {
        if waiting.count >= Self.mostWaiting { waiting.removeFirst() }
        waiting.append(stamp)
        sinceOut += 1
    }

    /// - Returns: how many pictures that went in before this one never came out.
    mutating func noteOut(_ stamp: FrameStamp) -> Int {
        sinceOut = 0
        newestOut = stamp
        let earlier = waiting.firstIndex { $0.frame >= stamp.frame } ?? waiting.count
        let isKnown = earlier < waiting.count && waiting[earlier].frame == stamp.frame
        waiting.removeFirst(earlier + (isKnown ? 1 : 0))
        return earlier
    }

    /// What is inside is not expected any more.
    mutating func reset() {
        waiting.removeAll(keepingCapacity: true)
        sinceOut = 0
    }

    /// `nil` while all is well.
    var verdict: Verdict? {
        guard waiting.count > limits.inside, let oldest = waiting.first, let newest = waiting.last,
            oldest.timestamp.duration(to: newest.timestamp) >= limits.age
        else { return nil }
        return sinceOut > limits.inside ? .stuck(waiting.count) : .tooSlow(waiting.count)
    }
}

extension CodecWatch.Verdict: CustomStringConvertible {
    var description: String {
        switch self {
        case .stuck(let count): "\(count) pictures went in and none came out"
        case .tooSlow(let count): "too slow: \(count) pictures wait"
        }
    }
}
