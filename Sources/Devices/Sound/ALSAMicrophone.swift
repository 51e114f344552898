// SPDX-License-Identifier: GPL-3.0-or-later

import CALSA
import Core

/// A microphone through ALSA: a USB microphone on the box, the `default` device on a laptop.
///
/// Thread-bound. Reads never block beyond their deadline. An overrun loses samples: `overruns` counts it, and the next block's time shows
/// the gap. A card that is pulled is an error; once it is back, a new microphone of the same name can open it.
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
    /// The number of the block's samples that have arrived, per channel, and the time at which the first of them was heard.
    private var filled = 0
    private var blockTime = Timestamp.zero
    private var isRunning = false

    /// Opens the first of these devices that can record: ALSA's `default`, or else the first card that has an input. On the box `default`
    /// is the first card, which is the TV and only plays.
    /// - Throws: the error of the last device tried: that of a real card if there is one, otherwise that of `default`.
    public static func open(_ devices: [String] = candidates()) throws(MicrophoneError) -> ALSAMicrophone {
        var refusal: MicrophoneError?
        for device in devices {
            do throws(MicrophoneError) { return try ALSAMicrophone(device: device) } catch { refusal = error }
        }
        throw refusal ?? MicrophoneError("there is no microphone; `vir devices` lists what there is")
    }

    /// Returns the devices that are tried if nobody named one.
    public static func candidates() -> [String] { ["default"] + list().filter { $0.hasPrefix("plughw:") } }

    /// Opens the device with one channel at 48 kHz, or with the nearest that it has.
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

    /// Returns the names of the devices that can record sound here.
    public static func list() -> [String] { ALSAStream.list(.capture) }

    /// Recovers from a failed read. The samples of the unfinished block are dropped with those that were lost.
    private func goOn(after code: Int32) throws(MicrophoneError) {
        filled = 0
        clock.restart()
        try stream.recover(from: code)
    }

    /// Returns the time at which the oldest unread sample was heard. If the driver gives no stamps, or stamps of another clock, the present
    /// instant stands in.
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
