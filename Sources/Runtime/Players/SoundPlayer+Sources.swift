// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media

extension SoundPlayer {
    /// Access to the sound, and to the speaker.
    struct Sources {
        /// Returns the path of a clip's file.
        var file: (ClipKey) -> String?
        /// Returns the delay line's sound, if there is any.
        var line: () -> SoundLine?
        /// Returns whether the track's pictures are there: nothing is heard before it is seen.
        var isShown: (Track) -> Bool
        /// Opens the speaker for a word of the settings.
        var openSpeaker: (String) throws -> any Speaker

        /// Sources with which nothing can be heard.
        static var none: Sources {
            Sources(file: { _ in nil }, line: { nil }, isShown: { _ in false }, openSpeaker: { _ in throw SpeakerError("there is no speaker") })
        }
    }
}
