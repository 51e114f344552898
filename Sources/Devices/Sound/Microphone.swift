// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A block of recorded sound: interleaved 16-bit samples.
public struct SoundBlock: Sendable {
    /// The time at which the first sample was heard.
    public var timestamp: Timestamp
    public var samples: [Int16]

    public init(timestamp: Timestamp, samples: [Int16]) {
        self.timestamp = timestamp
        self.samples = samples
    }
}

/// The seam to a microphone. Thread-bound: the sound thread owns it.
public protocol Microphone: AnyObject {
    var name: String { get }
    /// The number of samples a second, per channel.
    var sampleRate: Int { get }
    var channels: Int { get }
    /// The number of times that samples were lost since the microphone was made, because nobody fetched them in time.
    var overruns: Int { get }
    func start() throws(MicrophoneError)
    /// Returns the next block, or `nil` if none came by `deadline`.
    func nextBlock(until deadline: Timestamp) throws(MicrophoneError) -> SoundBlock?
    func stop()
    /// The time at which the next block will be there, for a virtual run; `nil` if the microphone doesn't know.
    var nextBlockTime: Timestamp? { get }
}

extension Microphone {
    public var nextBlockTime: Timestamp? { nil }
}
