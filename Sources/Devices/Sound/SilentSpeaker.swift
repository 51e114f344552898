// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A speaker that nobody hears: it takes sound and plays it silently, in the timebase's time.
///
/// Thread-bound, except for `setPlugged`.
public final class SilentSpeaker: Speaker, Pluggable, @unchecked Sendable {
    // Only the owner's thread uses these properties, except `plug`, which is thread-safe.

    public let name = "silent"
    public private(set) var underruns = 0

    private struct PlayedSound {
        var rate: FrameRate
        var channels: Int
        var bufferSamples: Int
        var written = 0
        /// The number of samples played by `since`; playback has continued since then.
        var heard = 0
        var since: Timestamp

        func position(at now: Timestamp) -> Int {
            min(written, heard + max(0, Int(rate.count(within: since.duration(to: now))) - 1))
        }
    }

    /// Receives the sound that is played: the time of the first sample, samples a second for each channel, and all channels' samples,
    /// interleaved.
    public typealias Ear = (Timestamp, _ sampleRate: Int, ArraySlice<Int16>) -> Void

    private let timebase: any Timebase
    private let ear: Ear?
    private let plug = Plug()
    private var sound: PlayedSound?

    /// - Parameter ear: receives the sound as soon as it is certain to be played.
    public init(timebase: any Timebase, ear: Ear? = nil) {
        self.timebase = timebase
        self.ear = ear
    }

    public func start(sampleRate: Int, channels: Int) throws(SpeakerError) {
        sound = nil
        underruns = 0
        try requirePlug()
        guard sampleRate > 0, channels > 0 else { throw SpeakerError("\(name): \(channels) channels at \(sampleRate) Hz can't be played") }
        sound = PlayedSound(rate: FrameRate(Int64(sampleRate)), channels: channels, bufferSamples: sampleRate / 4, since: timebase.now())
    }

    public func play(_ samples: ArraySlice<Int16>) throws(SpeakerError) -> Int {
        var sound = try started()
        precondition(samples.count.isMultiple(of: sound.channels), "samples of all channels belong together")
        guard !samples.isEmpty else { return 0 }
        let now = timebase.now()
        let position = sound.position(at: now)
        if position == sound.written {
            if position > 0 { underruns += 1 }
            sound.heard = position
            sound.since = now
        }
        let taken = min(samples.count / sound.channels, sound.bufferSamples - (sound.written - position))
        ear?(now + sound.rate.offset(of: Int64(sound.written - position)), Int(sound.rate.numerator), samples.prefix(taken * sound.channels))
        sound.written += taken
        self.sound = sound
        return taken
    }

    public func position() throws(SpeakerError) -> Int {
        try started().position(at: timebase.now())
    }

    public func stop() {
        sound = nil
    }

    public func setPlugged(_ isPlugged: Bool) {
        plug.set(isPlugged, at: timebase.now())
    }

    private func started() throws(SpeakerError) -> PlayedSound {
        try requirePlug()
        guard let sound else { throw SpeakerError("\(name): the speaker hasn't been started") }
        return sound
    }

    private func requirePlug() throws(SpeakerError) {
        if plug.state == .unplugged {
            sound = nil
            throw SpeakerError("speaker \(name) is gone: somebody unplugged it")
        }
    }
}
