// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the stream from the camera to the TV.
public enum StreamCommand: Hashable, Sendable {
    /// Set the time by which the TV lags life from now on.
    case setDelay(Duration)
    /// Stop the stream and start it with these settings, because size, rate, camera, sound or the buffer's length has changed.
    case restart(Settings)
    /// Make the next picture a keyframe, because a clip is about to begin there.
    case requestKeyframe
}

/// The trouble with a camera that gives no frames, by what a person has to do about it.
public enum CameraTrouble: Hashable, Sendable {
    /// Nothing but see to its cable.
    case silent
    /// The part that reads libcamera's cameras was made for another libcamera.
    case libcameraChanged
    /// That part isn't on this machine.
    case partMissing
}

/// A report of the stream: of the camera, the codecs, the delay line.
public enum StreamNews: Hashable, Sendable {
    /// The camera gives no frames, and why, in words.
    case cameraLost(String, CameraTrouble = .silent)
    case cameraBack(StreamParameters)
    /// The encoder failed, and why. The live picture goes on, but nothing is recorded.
    case encoderFailed(Message)
    /// Encoding works again; the encoder's name.
    case encoderBack(String)
    case codec(CodecNews)
    /// Sound is wanted but no microphone gives any, and why, in words.
    case noSound(String)
    /// The state of the delay line; ten times a second is often enough.
    case line(DelayLineSummary)
    case diagnostics(Diagnostics)
    /// The counts of frames since the run began; twice a second is often enough.
    case frames(FrameCounts)
}

/// A report of the codecs.
public enum CodecNews: Hashable, Sendable {
    /// The hardware can't be used for this stream, and why.
    case unavailable(part: String, device: String, reason: String)
    /// According to the board's figures it can't handle this stream, but it can handle `instead`.
    case tooMuch(StreamParameters, instead: [StreamParameters])
    /// A codec failed, and another one replaced it.
    case tookOver(part: String, from: String, to: String, reason: String, lost: Int)
    /// The hardware skipped pictures.
    case dropped(codec: String, count: Int)
}

extension CodecNews: CustomStringConvertible {
    /// For the log, the report and the TV.
    public var description: String {
        switch self {
        case .unavailable(let part, let device, let reason):
            "\(part): software, since \(device) can't be used: \(reason)"
        case .tooMuch(let stream, let instead):
            "\(Self.words(stream)) is more than this board is known to hold: " + instead.map(Self.words).joined(separator: " or ") + " would hold"
        case .tookOver(let part, let from, let to, let reason, let lost):
            "\(part) \(from) failed (\(reason)): \(to) goes on" + (lost > 0 ? ", \(lost) picture\(lost == 1 ? "" : "s") lost" : "")
        case .dropped(let codec, let count):
            "\(codec) left out \(count) picture\(count == 1 ? "" : "s")"
        }
    }

    private static func words(_ stream: StreamParameters) -> String { "\(stream.size) at \(Int(stream.rate.hertz.rounded())) fps" }
}
