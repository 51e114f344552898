// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media

/// Records from the microphone into the sound track, one block a step, while sound is wanted. Without a microphone the
/// pictures go on alone.
///
/// Thread-bound: the sound thread, or the driver of a virtual run.
final class SoundRecorder: @unchecked Sendable {
    // Everything but `track`, which is thread-safe, belongs to the sound thread, and is handed over when that thread starts.

    static let retryInterval: Duration = .seconds(2)
    /// The longest time until it is noticed that sound was switched on or off.
    static let idleInterval: Duration = .milliseconds(250)
    /// The time without a block after which a microphone counts as gone.
    static let longestSilence: Duration = .seconds(2)
    /// The shortest time between two messages about lost samples.
    static let overrunWordInterval: Duration = .seconds(60)

    /// The last message, so that each change is told once.
    private enum Word { case nothing, heard, missing, lost }

    private struct Recording {
        let microphone: any Microphone
        let encoder: SoundEncoder
        let line: SoundLine
        let maximumSeconds: Double
    }

    private let track: SoundTrack
    private let timebase: any Timebase
    private let openMicrophone: () throws -> any Microphone
    private let tell: (String, _ isTrouble: Bool) -> Void
    private var recording: Recording?
    private var retryAt: Timestamp?
    private var word = Word.nothing
    private var newestBlock = Timestamp.zero
    private var toldOverruns: (count: Int, at: Timestamp)?

    /// - Parameter tell: receives, once each time, that sound began, was lost and came back, and whether that is bad news.
    init(
        track: SoundTrack, timebase: any Timebase, openMicrophone: @escaping () throws -> any Microphone,
        tell: @escaping (String, _ isTrouble: Bool) -> Void
    ) {
        self.track = track
        self.timebase = timebase
        self.openMicrophone = openMicrophone
        self.tell = tell
    }

    /// Records one block, or checks whether sound is wanted. Never blocks longer than 250 ms.
    func runOnce() {
        let now = timebase.now()
        guard track.isWanted else {
            stop()
            return timebase.wait(until: now + Self.idleInterval)
        }
        // Pictures are kept for another length of time now, in a new line; so is sound.
        if let recording, recording.maximumSeconds != track.maximumSeconds { stop() }
        if let retryAt, now < retryAt { return timebase.wait(until: min(retryAt, now + Self.idleInterval)) }
        do {
            let recording = if let recording { recording } else { try begin() }
            guard let block = try recording.microphone.nextBlock(until: now + Self.idleInterval) else {
                guard newestBlock + Self.longestSilence > now else {
                    throw MicrophoneError("microphone \(recording.microphone.name) gives nothing")
                }
                return
            }
            try recording.encoder.encode(samples: block.samples, timestamp: block.timestamp) { recording.line.append($0) }
            recording.line.note(block.samples, from: block.timestamp)
            newestBlock = now
            noteHeard(recording.microphone, at: now)
        } catch {
            noteRefused(error)
            recording?.microphone.stop()
            recording = nil
            retryAt = now + Self.retryInterval
        }
    }

    /// The time at which `runOnce` is next worth calling in a virtual run.
    var nextStep: Timestamp {
        guard track.isWanted else { return timebase.now() + Self.idleInterval }
        guard let recording else { return retryAt ?? timebase.now() }
        return recording.microphone.nextBlockTime ?? timebase.now() + .milliseconds(20)
    }

    func stop() {
        recording?.microphone.stop()
        recording = nil
        retryAt = nil
        word = .nothing
    }

    private func noteHeard(_ microphone: any Microphone, at now: Timestamp) {
        if word != .heard {
            tell(word == .lost ? "sound back: \(microphone.name)" : "sound: \(microphone.name)", false)
            word = .heard
        }
        let overruns = microphone.overruns
        let told = toldOverruns?.count ?? 0
        guard overruns > told, toldOverruns.map({ $0.at + Self.overrunWordInterval <= now }) ?? true else { return }
        tell("sound: \(overruns - told) gap\(overruns - told == 1 ? "" : "s"), since the machine was too busy to fetch it in time", false)
        toldOverruns = (overruns, now)
    }

    private func noteRefused(_ error: any Error) {
        switch word {
        case .heard:
            tell("sound lost: \(error)", true)
            word = .lost
        case .nothing:
            tell("no sound: \(error)", true)
            word = .missing
        case .missing, .lost:
            break
        }
    }

    private func begin() throws -> Recording {
        let microphone = try openMicrophone()
        let encoder = try SoundEncoder(sampleRate: microphone.sampleRate, channels: microphone.channels)
        try microphone.start()
        // The sound that was recorded before stays in its line as long as the format and the length are the same.
        let maximumSeconds = track.maximumSeconds
        let line =
            track.line.flatMap { $0.format == encoder.format && $0.maximumSeconds == maximumSeconds ? $0 : nil }
            ?? SoundLine(format: encoder.format, maximumSeconds: maximumSeconds)
        track.keep(in: line)
        retryAt = nil
        newestBlock = timebase.now()
        toldOverruns = nil
        let recording = Recording(microphone: microphone, encoder: encoder, line: line, maximumSeconds: maximumSeconds)
        self.recording = recording
        return recording
    }
}
