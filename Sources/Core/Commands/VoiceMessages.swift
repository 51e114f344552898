// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the voice.
public enum VoiceCommand: Hashable, Sendable {
    /// Say these words, in the language with this tag (`en`). Words under way are cut off.
    case say(String, language: String)
}
