// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The seam to a voice, which makes sound of words.
///
/// Thread-bound: `say` takes as long as the sound needs to be made, a small part of the time in which it is heard.
public protocol Voice: AnyObject {
    /// The samples a second of what `say` returns.
    var sampleRate: Int { get }

    /// Says words in a language, or in English if the voice doesn't know the language.
    /// - Parameters:
    ///   - language: the language's tag: `en`, `de`.
    ///   - goesOn: asked with each piece of sound, some 60 ms of it; false ends the words.
    /// - Returns: the sound, of one channel; `nil` if the words were ended.
    func say(_ words: String, language: String, goesOn: () -> Bool) throws(VoiceError) -> [Int16]?
}
