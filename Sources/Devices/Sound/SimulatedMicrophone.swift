// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import ShootingRange
import Glibc

/// A microphone beside the archer of the synthetic scene: a quiet range, and a click at each release, exact to the sample.
///
/// Thread-bound. In real time a block is available once its last sample has been heard.
public final class SimulatedMicrophone: Microphone {
    public let name = "simulated"
    public let sampleRate = 48_000
    public let channels = 1
    public private(set) var overruns = 0

    static let samplesPerBlock: Int64 = 1024
    /// The length of a click, in samples.
    static let clickSamples = 240
    /// A reader that comes later than this loses the older samples.
    static let longestBacklog: Duration = .seconds(1)

    private let timebase: any Timebase
    private let givenEpoch: Timestamp?
    private var epoch = Timestamp.zero
    private var nextBlock: Int64 = 0
    /// The end of the last block that was handed out. A restart never goes back before it.
    private var heardUntil: Timestamp?
    private var isRunning = false

    /// - Parameter epoch: the time at which the scene whose shots are heard began; `nil` means at the first start.
    public init(timebase: any Timebase, shotsFrom epoch: Timestamp? = nil) {
        self.timebase = timebase
        givenEpoch = epoch
    }

    public func start() throws(MicrophoneError) {
        let now = timebase.now()
        epoch = heardUntil == nil ? givenEpoch ?? now : epoch
        nextBlock = max(0, firstBlock(from: max(now, heardUntil ?? now)))
        isRunning = true
    }

    /// The time at which the last sample of the next block will have been heard.
    public var nextBlockTime: Timestamp? { nextBlockEnd }
    private var nextBlockEnd: Timestamp { instant(ofSample: (nextBlock + 1) * Self.samplesPerBlock) }

    public func nextBlock(until deadline: Timestamp) throws(MicrophoneError) -> SoundBlock? {
        guard isRunning else { throw MicrophoneError("\(name): the microphone hasn't been started") }
        let due = nextBlockEnd
        timebase.wait(until: min(due, deadline))
        let now = timebase.now()
        guard due <= deadline, now >= due else { return nil }
        if due.duration(to: now) > Self.longestBacklog {
            overruns += 1
            nextBlock = firstBlock(from: now.advanced(by: .zero - Self.longestBacklog))
        }
        let first = nextBlock * Self.samplesPerBlock
        nextBlock += 1
        heardUntil = instant(ofSample: nextBlock * Self.samplesPerBlock)
        return SoundBlock(timestamp: instant(ofSample: first), samples: samples(from: first))
    }

    public func stop() {
        isRunning = false
    }

    private func instant(ofSample sample: Int64) -> Timestamp {
        epoch.advanced(by: FrameRate(Int64(sampleRate)).offset(of: sample))
    }

    /// Returns the number of the first block that begins at an instant or after it.
    private func firstBlock(from instant: Timestamp) -> Int64 {
        let samples = FrameRate(Int64(sampleRate)).count(within: epoch.duration(to: instant) - .nanoseconds(1))
        return (samples + Self.samplesPerBlock - 1) / Self.samplesPerBlock
    }

    /// Returns a block of sound that begins at any sample of the scene.
    func samples(from first: Int64) -> [Int16] {
        let rate = FrameRate(Int64(sampleRate))
        let last = first + Self.samplesPerBlock
        // A click that began before the block may reach into it.
        let window = rate.offset(of: max(0, first - Int64(Self.clickSamples)))..<rate.offset(of: last)
        let clicks = ShotCycle.releaseTimes(in: window).map { rate.count(within: $0 - .nanoseconds(1)) }
        return (first..<last).map { sample in
            var value = Self.noise(sample)
            for click in clicks where sample >= click && sample < click + Int64(Self.clickSamples) {
                value += Self.click(Double(sample - click) / Double(sampleRate))
            }
            return Int16(min(max(value, -32_768), 32_767).rounded())
        }
    }

    /// Returns the noise floor: about -60 dB of full scale, the same on every run.
    private static func noise(_ sample: Int64) -> Double {
        var bits = UInt64(bitPattern: sample) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 31) &* 0xBF58_476D_1CE4_E5B9
        return Double(bits >> 40) / Double(1 << 24) * 80 - 40
    }

    /// Returns the slap of the string: loud at its first sample, gone after five milliseconds.
    private static func click(_ seconds: Double) -> Double {
        24_000 * exp(-seconds / 0.0012) * cos(2 * .pi * 2400 * seconds)
    }
}
