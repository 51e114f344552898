// SPDX-License-Identifier: GPL-3.0-or-later

import CALSA
import Core

/// A speaker through ALSA: the TV's over HDMI on the box, the `default` device on a laptop.
///
/// Thread-bound. It has its card open only between `start` and `stop`, so that a card that was pulled can go and come back.
public final class ALSASpeaker: Speaker {
    /// The name of the device that plays or played last; before the first start, the name that was asked for.
    public private(set) var name: String
    public var underruns: Int { stream?.breaks ?? 0 }

    /// The device names to try at a start, in order, and the name or the word of the settings that they stand for.
    private let devices: () -> [String]
    private let choice: String
    private var stream: ALSAStream?
    private var written = 0

    /// - Parameter device: ALSA's name of the device. It is opened at `start`.
    public init(device: String = "default") {
        devices = { [device] }
        choice = device
        name = "alsa:" + device
    }

    /// - Parameter output: a word of the settings (`SpeakerOutput`). Its devices are looked up at each `start`.
    public init(output: String) {
        devices = { SpeakerOutput.devices(for: output, among: Self.list()) }
        choice = output
        name = "alsa:" + output
    }

    public func start(sampleRate: Int, channels: Int) throws(SpeakerError) {
        stream = nil
        written = 0
        var refusal = SpeakerError("speaker \(choice): this machine has none; `vir devices` lists what there is")
        for (index, device) in devices().enumerated() {
            do throws(SpeakerError) {
                stream = try Self.begin(device, sampleRate: sampleRate, channels: channels)
                return name = "alsa:" + device
            } catch {
                // The first device is the best one, so its reason says most.
                if index == 0 { refusal = error }
            }
        }
        throw refusal
    }

    private static func begin(_ device: String, sampleRate: Int, channels: Int) throws(SpeakerError) -> ALSAStream {
        let stream = try ALSAStream(
            .playback, device: device,
            ALSAStream.Wish(
                rate: UInt32(clamping: sampleRate), channels: UInt32(clamping: channels), takesNear: false,
                bufferSamples: sampleRate / 4, periodSamples: max(1, sampleRate / 100)))
        try stream.begin()
        return stream
    }

    public func play(_ samples: ArraySlice<Int16>) throws(SpeakerError) -> Int {
        let stream = try started()
        precondition(samples.count.isMultiple(of: stream.channels), "samples of all channels belong together")
        guard !samples.isEmpty else { return 0 }
        while true {
            let result = samples.withUnsafeBufferPointer {
                snd_pcm_writei(stream.pcm, $0.baseAddress, snd_pcm_uframes_t($0.count / stream.channels))
            }
            if result == -Int(EAGAIN) { return 0 }
            if result >= 0 {
                written += result
                // However few the samples are, they are heard now and not when more have come.
                if snd_pcm_state(stream.pcm) == SND_PCM_STATE_PREPARED { try stream.check(snd_pcm_start(stream.pcm), "can't be started") }
                return result
            }
            guard try stream.recover(from: Int32(result)) else { return 0 }
        }
    }

    public func position() throws(SpeakerError) -> Int {
        let stream = try started()
        var delay: snd_pcm_sframes_t = 0
        let result = snd_pcm_delay(stream.pcm, &delay)
        // After an underrun everything has been played.
        if result == -EPIPE { return written }
        if result < 0 { try stream.recover(from: result) }
        return max(0, written - max(0, result < 0 ? 0 : delay))
    }

    public func stop() {
        if let stream { snd_pcm_drop(stream.pcm) }
        stream = nil
    }

    /// Returns the names of the devices that can play sound here.
    public static func list() -> [String] { ALSAStream.list(.playback) }

    private func started() throws(SpeakerError) -> ALSAStream {
        guard let stream else { throw SpeakerError("\(name): the speaker hasn't been started") }
        return stream
    }
}
