import Core
import Devices
import Media

/// From the microphone into the sound line, one block a step; without a microphone the pictures go on alone.
///
/// Thread-bound: the sound thread, or the driver of a virtual run.
final class SoundRecorder: @unchecked Sendable {
    // Everything is the sound thread's own; it is handed over when that thread starts.

    static let retryInterval: Duration = .seconds(2)

    private let microphone: any Microphone
    private let encoder: SoundEncoder
    private let line: SoundLine
    private let timebase: any Timebase
    private let tell: (String) -> Void
    private var retryAt: Timestamp?

    /// - Parameter tell: hears, once each time, that the microphone went and that it came back.
    init(microphone: any Microphone, encoder: SoundEncoder, line: SoundLine, timebase: any Timebase,
         tell: @escaping (String) -> Void) throws(MicrophoneError) {
        self.microphone = microphone
        self.encoder = encoder
        self.line = line
        self.timebase = timebase
        self.tell = tell
        try microphone.start()
    }

    /// One block. Never blocks longer than 250 ms.
    func runOnce() {
        let now = timebase.now()
        if let retryAt, now < retryAt {
            timebase.wait(until: min(retryAt, now + .milliseconds(250)))
            return
        }
        do {
            if retryAt != nil {
                try microphone.start()
                retryAt = nil
                tell("sound is back")
            }
            guard let block = try microphone.nextBlock(until: now + .milliseconds(250)) else { return }
            try encoder.encode(samples: block.samples, timestamp: block.timestamp) { line.append($0) }
        } catch {
            if retryAt == nil { tell("sound lost: \(error)") }
            microphone.stop()
            retryAt = now + Self.retryInterval
        }
    }

    /// When `runOnce` is next worth calling in a virtual run.
    var nextStep: Timestamp {
        retryAt ?? (microphone as? any SteppedMicrophone)?.nextBlockTime ?? timebase.now() + .milliseconds(20)
    }

    func stop() {
        microphone.stop()
    }
}
