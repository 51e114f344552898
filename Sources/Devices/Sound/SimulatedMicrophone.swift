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
    public var overruns: Int { pacer.overruns }

    static var samplesPerBlock: Int64 { BlockPacer.samplesPerBlock }
    static var longestBacklog: Duration { BlockPacer.longestBacklog }
    /// The length of a click, in samples.
    static let clickSamples = 240

    private var pacer: BlockPacer

    /// - Parameter epoch: the time at which the scene whose shots are heard began; `nil` means at the first start.
    public init(timebase: any Timebase, shotsFrom epoch: Timestamp? = nil) {
        pacer = BlockPacer(timebase: timebase, sampleRate: sampleRate, from: epoch)
    }

    public func start() throws(MicrophoneError) { pacer.start() }

    /// The time at which the last sample of the next block will have been heard.
    public var nextBlockTime: Timestamp? { pacer.nextDue }

    public func nextBlock(until deadline: Timestamp) throws(MicrophoneError) -> SoundBlock? {
        guard let block = try pacer.next(until: deadline, of: name) else { return nil }
        return SoundBlock(timestamp: block.timestamp, samples: samples(from: block.sample))
    }

    public func stop() { pacer.stop() }

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
