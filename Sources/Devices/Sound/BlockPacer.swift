// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Paces the blocks of a microphone that isn't a device, on one grid of 1024 samples each.
///
/// A block is there once its last sample has been heard. No block comes twice, and a reader that comes too late loses the older ones.
/// Thread-bound.
struct BlockPacer {
    static let samplesPerBlock: Int64 = 1024
    /// A reader that comes later than this loses the older samples.
    static let longestBacklog: Duration = .seconds(1)

    let timebase: any Timebase
    let rate: FrameRate
    private let faults: MicrophoneFaults
    /// The number of times that samples were lost.
    private(set) var overruns = 0
    /// The beginning of the grid that the first start shall have; `nil`: the time of that start.
    private let givenOrigin: Timestamp?
    private var origin = Timestamp.zero
    private var nextBlock: Int64 = 0
    private var hasGivenAny = false
    private var isRunning = false

    init(timebase: any Timebase, sampleRate: Int, from origin: Timestamp?, faults: MicrophoneFaults) {
        self.timebase = timebase
        self.faults = faults
        rate = FrameRate(Int64(sampleRate))
        givenOrigin = origin
    }

    /// - Parameter name: the microphone's, for the error.
    mutating func start(of name: String) throws(MicrophoneError) {
        try faults.requirePlug(of: name)
        let now = timebase.now()
        if !hasGivenAny { (origin, nextBlock) = (givenOrigin ?? now, 0) }
        nextBlock = max(nextBlock, firstBlock(from: now))
        isRunning = true
    }

    mutating func stop() { isRunning = false }

    /// The time at which the next block will be there: once its last sample has been heard, or later if the sound is late.
    var nextDue: Timestamp { instant(ofBlock: nextBlock + 1) + faults.lateness }

    /// Waits for the next block.
    /// - Returns: the number of its first sample, and that sample's time; `nil` if it isn't there by `deadline`.
    mutating func next(until deadline: Timestamp, of name: String) throws(MicrophoneError) -> (sample: Int64, timestamp: Timestamp)? {
        guard isRunning else { throw MicrophoneError("\(name): the microphone hasn't been started") }
        try faults.requirePlug(of: name)
        let due = nextDue
        timebase.wait(until: min(due, deadline))
        let now = timebase.now()
        guard due <= deadline, now >= due else { return nil }
        if due.duration(to: now) > Self.longestBacklog {
            overruns += 1
            nextBlock = firstBlock(from: now.advanced(by: .zero - Self.longestBacklog - faults.lateness))
        }
        defer { nextBlock += 1 }
        hasGivenAny = true
        return (nextBlock * Self.samplesPerBlock, instant(ofBlock: nextBlock))
    }

    private func instant(ofBlock block: Int64) -> Timestamp { origin.advanced(by: rate.offset(of: block * Self.samplesPerBlock)) }

    /// Returns the number of the first block that begins at an instant or after it.
    private func firstBlock(from instant: Timestamp) -> Int64 {
        let samples = rate.count(within: origin.duration(to: instant) - .nanoseconds(1))
        return max(0, samples + Self.samplesPerBlock - 1) / Self.samplesPerBlock
    }
}
