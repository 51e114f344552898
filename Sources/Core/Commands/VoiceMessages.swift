// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the voice.
public enum VoiceCommand: Hashable, Sendable {
    /// Say these words, in the language with this tag (`en`). Words under way are cut off.
    case say(String, language: String)
    /// The voice is on or off from now on, and these are the words for it. They are heard also if it goes off, and as tones if this box has
    /// no voice. The setting says the same.
    case turn(isOn: Bool, saying: String, language: String)
}
