import Core
import Devices
import Media

/// From the microphone into the sound track, one block a step, while sound is wanted; without a microphone the
/// pictures go on alone.
///
/// Thread-bound: the sound thread, or the driver of a virtual run.
final class SoundRecorder: @unchecked Sendable {
    // Everything but `track`, which is thread-safe, is the sound thread's own; it is handed over when that thread starts.

    static let retryInterval: Duration = .seconds(2)
    /// How soon it is noticed that sound was switched on or off.
    static let idleInterval: Duration = .milliseconds(250)

    private struct Recording {
        let microphone: any Microphone
        let encoder: SoundEncoder
        let line: SoundLine
    }

    private let track: SoundTrack
    private let maximumSeconds: Double
    private let timebase: any Timebase
    private let openMicrophone: () throws -> any Microphone
    private let tell: (String) -> Void
    private var recording: Recording?
    private var retryAt: Timestamp?

    /// - Parameter tell: hears, once each time, that sound began, went and came back.
    init(track: SoundTrack, maximumSeconds: Double, timebase: any Timebase, openMicrophone: @escaping () throws -> any Microphone,
         tell: @escaping (String) -> Void) {
        self.track = track
        self.maximumSeconds = maximumSeconds
        self.timebase = timebase
        self.openMicrophone = openMicrophone
        self.tell = tell
    }

    /// One block, or a look whether sound is wanted. Never blocks longer than 250 ms.
    func runOnce() {
        let now = timebase.now()
        guard track.isWanted else {
            stop()
            return timebase.wait(until: now + Self.idleInterval)
        }
        if let retryAt, now < retryAt { return timebase.wait(until: min(retryAt, now + Self.idleInterval)) }
        do {
            let recording = if let recording { recording } else { try begin() }
            guard let block = try recording.microphone.nextBlock(until: now + Self.idleInterval) else { return }
            try recording.encoder.encode(samples: block.samples, timestamp: block.timestamp) { recording.line.append($0) }
        } catch {
            if retryAt == nil { tell("no sound: \(error)") }
            recording?.microphone.stop()
            recording = nil
            retryAt = now + Self.retryInterval
        }
    }

    /// When `runOnce` is next worth calling in a virtual run.
    var nextStep: Timestamp {
        guard track.isWanted else { return timebase.now() + Self.idleInterval }
        guard let recording else { return retryAt ?? timebase.now() }
        return (recording.microphone as? any SteppedMicrophone)?.nextBlockTime ?? timebase.now() + .milliseconds(20)
    }

    func stop() {
        recording?.microphone.stop()
        recording = nil
        retryAt = nil
    }

    private func begin() throws -> Recording {
        let microphone = try openMicrophone()
        let encoder = try SoundEncoder(sampleRate: microphone.sampleRate, channels: microphone.channels)
        try microphone.start()
        // What was heard before stays in its line as long as the format is the same.
        let line = track.line.flatMap { $0.format == encoder.format ? $0 : nil }
            ?? SoundLine(format: encoder.format, maximumSeconds: maximumSeconds)
        track.keep(in: line)
        tell("sound: \(microphone.name)")
        retryAt = nil
        let recording = Recording(microphone: microphone, encoder: encoder, line: line)
        self.recording = recording
        return recording
    }
}
