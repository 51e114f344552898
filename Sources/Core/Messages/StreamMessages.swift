// SPDX-License-Identifier: GPL-3.0-or-later

/// What the stream from the camera to the TV is to do.
public enum StreamCommand: Hashable, Sendable {
    /// How far the TV lags life from now on.
    case setDelay(Duration)
    /// Size, rate, camera, sound or the buffer's length changed: stop the stream and start it as these settings say.
    case restart(Settings)
    /// Make the next picture a keyframe: a clip is about to begin there.
    case requestKeyframe
}

/// What the stream tells: the camera, the codecs, the delay line.
public enum StreamNews: Hashable, Sendable {
    /// No frames come; why, in words.
    case cameraLost(String)
    case cameraBack(StreamParameters)
    /// Why; the live picture goes on, nothing is recorded.
    case encoderFailed(Message)
    /// The encoder's name.
    case encoderBack(String)
    case codec(CodecNews)
    /// Sound is wanted, and no microphone gives any; why, in words.
    case noSound(String)
    /// How it stands with the delay line; ten times a second is often enough.
    case line(DelayLineSummary)
    case diagnostics(Diagnostics)
    /// What became of the frames since the run began; twice a second is often enough.
    case frames(FrameCounts)
}

/// What the codecs tell.
public enum CodecNews: Hashable, Sendable {
    /// The hardware can't be had for this stream, for this reason.
    case unavailable(part: String, device: String, reason: String)
    /// The board's figures don't promise this stream, but these.
    case tooMuch(StreamParameters, instead: [StreamParameters])
    /// A codec failed, and another one goes on.
    case tookOver(part: String, from: String, to: String, reason: String, lost: Int)
    /// The hardware left out pictures.
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
