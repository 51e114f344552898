// SPDX-License-Identifier: GPL-3.0-or-later

/// An error of a microphone, a speaker or a voice. The description is one line that says what to do.
public struct SoundError: Error, Hashable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) {
        self.description = description
    }
}

public typealias MicrophoneError = SoundError
public typealias SpeakerError = SoundError
public typealias VoiceError = SoundError
