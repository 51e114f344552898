import Core
import Media

/// The recorded stream of one run of the camera: the delay line, its sound, and what they are.
///
/// A change of size or rate makes a new one; clips that are still being cut keep the old one alive.
public final class Footage: Sendable {
    public let parameters: StreamParameters
    public let encoderName: String
    public let line: DelayLine
    /// How long the line was made for.
    public let maximumSeconds: Double
    public let sound: SoundTrack

    public init(parameters: StreamParameters, encoderName: String, line: DelayLine, maximumSeconds: Double,
                sound: SoundTrack) {
        self.parameters = parameters
        self.encoderName = encoderName
        self.line = line
        self.maximumSeconds = maximumSeconds
        self.sound = sound
    }
}
