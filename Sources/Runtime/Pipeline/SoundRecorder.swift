// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media

/// Reads the microphone, one block a step, while its sound is recorded or heard: into the sound track, and for the ear. Without a
/// microphone the pictures go on alone.
///
/// Thread-bound: the sound thread, or the driver of a virtual run.
final class SoundRecorder: @unchecked Sendable {
    // Everything but `track` and `ear`, which are thread-safe, belongs to the sound thread, and is handed over when that thread starts.

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
        /// `nil` if the sound is only heard.
        var kept: Kept?
    }

    private struct Kept {
        let encoder: SoundEncoder
        let line: SoundLine
        let maximumSeconds: Double
    }

    private let track: SoundTrack
    private let ear: Ear
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
        track: SoundTrack, ear: Ear, timebase: any Timebase, openMicrophone: @escaping () throws -> any Microphone,
        tell: @escaping (String, _ isTrouble: Bool) -> Void
    ) {
        self.track = track
        self.ear = ear
        self.timebase = timebase
        self.openMicrophone = openMicrophone
        self.tell = tell
    }

    /// Reads one block, or checks whether sound is wanted. Never blocks longer than 250 ms.
    func runOnce() {
        let now = timebase.now()
        guard isWanted else {
            stop()
            return timebase.wait(until: now + Self.idleInterval)
        }
        // Pictures are kept for another length of time now, in a new line; so is sound.
        if let kept = recording?.kept, kept.maximumSeconds != track.maximumSeconds { stop() }
        if let retryAt, now < retryAt { return timebase.wait(until: min(retryAt, now + Self.idleInterval)) }
        do {
            let recording = try begin()
            guard let block = try recording.microphone.nextBlock(until: now + Self.idleInterval) else {
                guard newestBlock + Self.longestSilence > now else {
                    throw MicrophoneError("microphone \(recording.microphone.name) gives nothing")
                }
                return
            }
            ear.take(block, of: recording.microphone)
            if let kept = recording.kept {
                try kept.encoder.encode(samples: block.samples, timestamp: block.timestamp) { kept.line.append($0) }
                kept.line.note(block.samples, from: block.timestamp)
            }
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
        guard isWanted else { return timebase.now() + Self.idleInterval }
        guard let recording else { return retryAt ?? timebase.now() }
        return recording.microphone.nextBlockTime ?? timebase.now() + .milliseconds(20)
    }

    private var isWanted: Bool { track.isWanted || ear.isListening }

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

    /// Goes on with the microphone or opens it, and begins or ends to keep its sound, as it is wanted.
    private func begin() throws -> Recording {
        var recording = try recording ?? open()
        // A microphone that was opened is known from here on, so that it is stopped whatever is refused.
        self.recording = recording
        if track.isWanted, recording.kept == nil { recording.kept = try keep(recording.microphone) }
        if !track.isWanted { recording.kept = nil }
        self.recording = recording
        return recording
    }

    private func open() throws -> Recording {
        let microphone = try openMicrophone()
        try microphone.start()
        retryAt = nil
        newestBlock = timebase.now()
        toldOverruns = nil
        return Recording(microphone: microphone)
    }

    private func keep(_ microphone: any Microphone) throws -> Kept {
        let encoder = try SoundEncoder(sampleRate: microphone.sampleRate, channels: microphone.channels)
        // The sound that was recorded before stays in its line as long as the format and the length are the same.
        let maximumSeconds = track.maximumSeconds
        let line =
            track.line.flatMap { $0.format == encoder.format && $0.maximumSeconds == maximumSeconds ? $0 : nil }
            ?? SoundLine(format: encoder.format, maximumSeconds: maximumSeconds)
        track.keep(in: line)
        return Kept(encoder: encoder, line: line, maximumSeconds: maximumSeconds)
    }
}
