// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The limits of a hardware codec. If it exceeds one of them, software takes over.
struct CodecLimits: Hashable, Sendable {
    /// The longest time that one call may take: a driver that never answers isn't waited for any longer.
    var call: Duration
    /// The same for opening the codec and trying it with test pictures.
    var opening: Duration
    /// The number of pictures that the codec may hold, however old they are.
    var inside: Int
    /// If the codec holds more pictures than that, they may span less than this time, by the pictures' own timestamps.
    var age: Duration

    /// On a box: an encoder that holds more than half a second of pictures is too slow or stuck.
    static let encoder = CodecLimits(call: .milliseconds(500), opening: .seconds(3), inside: 8, age: .milliseconds(500))
    /// A decoder that catches up from a keyframe may be given a GOP at once; its driver's queue has 16 entries.
    static let decoder = CodecLimits(call: .milliseconds(500), opening: .seconds(3), inside: 40, age: .milliseconds(500))
    /// In a virtual run pictures come as fast as the machine makes them, so only a codec that never answers counts.
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

    /// The most stamps that are kept: more than any frame rate delivers before there is a verdict.
    private static let mostWaiting = 512

    private let limits: CodecLimits
    /// The stamps of the pictures inside the codec, oldest first.
    private var waiting: [FrameStamp] = []
    /// The number of pictures that went in since one last came out.
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

    /// - Returns: the number of earlier pictures that never came out.
    mutating func noteOut(_ stamp: FrameStamp) -> Int {
        sinceOut = 0
        newestOut = stamp
        let earlier = waiting.firstIndex { $0.frame >= stamp.frame } ?? waiting.count
        let isKnown = earlier < waiting.count && waiting[earlier].frame == stamp.frame
        waiting.removeFirst(earlier + (isKnown ? 1 : 0))
        return earlier
    }

    /// Forgets the pictures inside, which are no longer expected.
    mutating func reset() {
        waiting.removeAll(keepingCapacity: true)
        sinceOut = 0
    }

    /// The fault of the codec; `nil` while all is well.
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
