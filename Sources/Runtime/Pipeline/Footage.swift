import Core
import Media

/// The recorded stream of one run of the camera: the delay line, its sound, and what they are.
///
/// A change of size or rate makes a new one; clips that are still being cut keep the old one alive.
public final class Footage: Sendable {
    public let parameters: StreamParameters
    public let encoderName: String
    public let line: DelayLine
    /// `nil` where no sound is recorded.
    public let sound: SoundLine?

    public init(parameters: StreamParameters, encoderName: String, line: DelayLine, sound: SoundLine?) {
        self.parameters = parameters
        self.encoderName = encoderName
        self.line = line
        self.sound = sound
    }
}
