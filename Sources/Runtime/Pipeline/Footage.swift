// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// The recorded stream of one run of the camera: the delay line, its sound, and their parameters.
///
/// A change of size or rate makes a new one; clips that are still being cut keep the old one alive.
public final class Footage: Sendable {
    public let parameters: StreamParameters
    /// The names of the encoders that ran or run; whoever gives out an encoder notes it here.
    let encoders: CodecNames
    public let line: DelayLine
    /// The longest time that the line was made for, in seconds.
    public let maximumSeconds: Double
    public let sound: SoundTrack

    /// The name of the encoder that runs now.
    public var encoderName: String { encoders.current }
    /// The names of all encoders that ran, in order: `h264_v4l2m2m, then libx264`.
    public var encoderNames: String { encoders.all }

    public convenience init(
        parameters: StreamParameters, encoderName: String, line: DelayLine, maximumSeconds: Double,
        sound: SoundTrack
    ) {
        self.init(parameters: parameters, encoders: CodecNames(encoderName), line: line, maximumSeconds: maximumSeconds, sound: sound)
    }

    init(parameters: StreamParameters, encoders: CodecNames, line: DelayLine, maximumSeconds: Double, sound: SoundTrack) {
        self.parameters = parameters
        self.encoders = encoders
        self.line = line
        self.maximumSeconds = maximumSeconds
        self.sound = sound
    }
}
