// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import ShootingRange

/// A microphone beside the archer of the synthetic scene: a quiet range, and the sound of each shot, dated at its release to the sample.
///
/// Thread-bound. In real time a block is available once its last sample has been heard.
public final class SimulatedMicrophone: Microphone {
    public let name = "simulated"
    public let sampleRate = 48_000
    public let channels = 1
    public var overruns: Int { pacer.overruns }

    static var samplesPerBlock: Int64 { BlockPacer.samplesPerBlock }
    static var longestBacklog: Duration { BlockPacer.longestBacklog }
    private static let shot = SimulatedShot(sampleRate: 48_000)

    private var pacer: BlockPacer

    /// - Parameters:
    ///   - epoch: the time at which the scene whose shots are heard began; `nil` means at the first start.
    ///   - faults: those of the run, which outlast this microphone.
    public init(timebase: any Timebase, shotsFrom epoch: Timestamp? = nil, faults: MicrophoneFaults = MicrophoneFaults()) {
        pacer = BlockPacer(timebase: timebase, sampleRate: sampleRate, from: epoch, faults: faults)
    }

    public func start() throws(MicrophoneError) { try pacer.start(of: name) }

    public var nextBlockTime: Timestamp? { pacer.nextDue }

    public func nextBlock(until deadline: Timestamp) throws(MicrophoneError) -> SoundBlock? {
        guard let block = try pacer.next(until: deadline, of: name) else { return nil }
        return SoundBlock(timestamp: block.timestamp, samples: samples(from: block.sample))
    }

    public func stop() { pacer.stop() }

    /// Returns a block of sound that begins at any sample of the scene.
    func samples(from first: Int64) -> [Int16] {
        let rate = FrameRate(Int64(sampleRate))
        let shot = Self.shot
        let (last, length) = (first + Self.samplesPerBlock, Int64(shot.samples.count))
        var sums = (first..<last).map(Self.noise)
        // A shot that began before the block may reach into it, and the slide comes before its release.
        let window = rate.offset(of: max(0, first - length))..<rate.offset(of: last + shot.date)
        for release in ShotCycle.releaseTimes(in: window) {
            let begin = rate.count(within: release - .nanoseconds(1)) - shot.date
            for sample in max(first, begin)..<max(first, begin, min(last, begin + length)) {
                sums[Int(sample - first)] += shot.samples[Int(sample - begin)]
            }
        }
        return sums.map { Int16(min(max($0, -32_768), 32_767).rounded()) }
    }

    /// Returns the noise floor: about -60 dB of full scale, the same on every run.
    private static func noise(_ sample: Int64) -> Double {
        var bits = UInt64(bitPattern: sample) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 31) &* 0xBF58_476D_1CE4_E5B9
        return Double(bits >> 40) / Double(1 << 24) * 80 - 40
    }
}
