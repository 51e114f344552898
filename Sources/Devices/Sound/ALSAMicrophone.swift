// SPDX-License-Identifier: GPL-3.0-or-later

import CALSA
import Core

/// A microphone through ALSA: a USB one on the box, whatever `default` is on a laptop.
///
/// Thread-bound. Reads never block beyond their deadline. An overrun loses samples: it is counted, and the next block's
/// time shows it. A card that is pulled is an error; once it is back, a new microphone of the same name has it.
public final class ALSAMicrophone: Microphone {
    public let name: String
    public var sampleRate: Int { stream.rate }
    public var channels: Int { stream.channels }
    public var overruns: Int { stream.breaks }

    static let samplesPerBlock = 1024
    /// Half a second of buffer, so that a busy moment loses nothing.
    private static let wish = ALSAStream.Wish(
        rate: 48_000, channels: 1, takesNear: true, bufferSamples: 24_000,
        periodSamples: samplesPerBlock)

    private let stream: ALSAStream
    private var clock: SampleClock
    private var block: [Int16]
    /// Samples of the block that are there already, for each channel, and when the first of them was heard.
    private var filled = 0
    private var blockTime = Timestamp.zero
    private var isRunning = false

    /// Opens the first of these that sound can be recorded with: ALSA's `default`, or else the first card that has an input. On the box
    /// `default` is the first card, which is the TV, and it plays only.
    /// - Throws: what the last one said; of several that fail that is a card's own word.
    public static func open(_ devices: [String] = candidates()) throws(MicrophoneError) -> ALSAMicrophone {
        var refusal: MicrophoneError?
        for device in devices {
            do throws(MicrophoneError) { return try ALSAMicrophone(device: device) } catch { refusal = error }
        }
        throw refusal ?? MicrophoneError("there is no microphone; `vir devices` lists what there is")
    }

    /// What is tried where nobody named a device.
    public static func candidates() -> [String] { ["default"] + list().filter { $0.hasPrefix("plughw:") } }

    /// Opens the device, one channel at 48 kHz or what it has nearest to that.
    public init(device: String = "default") throws(MicrophoneError) {
        stream = try ALSAStream(.capture, device: device, Self.wish)
        name = "alsa:" + device
        clock = SampleClock(rate: stream.rate)
        block = [Int16](repeating: 0, count: Self.samplesPerBlock * stream.channels)
    }

    public func start() throws(MicrophoneError) {
        try stream.begin()
        filled = 0
        clock.restart()
        isRunning = true
    }

    public func nextBlock(until deadline: Timestamp) throws(MicrophoneError) -> SoundBlock? {
        guard isRunning else { throw MicrophoneError("\(name): the microphone hasn't been started") }
        while true {
            if filled == 0 { blockTime = oldestSampleTime() }
            let read = block.withUnsafeMutableBufferPointer { samples in
                snd_pcm_readi(
                    stream.pcm, samples.baseAddress?.advanced(by: filled * channels),
                    snd_pcm_uframes_t(Self.samplesPerBlock - filled))
            }
            if read > 0 {
                filled += read
                guard filled == Self.samplesPerBlock else { continue }
                filled = 0
                return SoundBlock(timestamp: clock.stamp(reading: blockTime, count: Self.samplesPerBlock), samples: block)
            }
            if read < 0, read != -Int(EAGAIN) { try goOn(after: Int32(read)) }
            guard ALSAStream.now() < deadline else { return nil }
            if read >= 0 || read == -Int(EAGAIN) { try stream.wait(until: deadline) }
        }
    }

    public func stop() {
        snd_pcm_drop(stream.pcm)
        isRunning = false
    }

    /// The names under which sound can be recorded here.
    public static func list() -> [String] { ALSAStream.list(.capture) }

    /// What was begun is left out with what was lost.
    private func goOn(after code: Int32) throws(MicrophoneError) {
        filled = 0
        clock.restart()
        try stream.recover(from: code)
    }

    /// When the oldest sample not yet read was heard. A driver without stamps, or with another clock's, counts as now.
    private func oldestSampleTime() -> Timestamp {
        var available: snd_pcm_uframes_t = 0
        var time = timespec()
        let now = ALSAStream.now()
        guard snd_pcm_htimestamp(stream.pcm, &available, &time) >= 0 else { return now }
        let stamp = Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        let isOurs = abs(stamp.duration(to: now).nanoseconds) < 2_000_000_000
        return (isOurs ? stamp : now).advanced(by: .zero - FrameRate(Int64(sampleRate)).offset(of: Int64(available)))
    }
}
