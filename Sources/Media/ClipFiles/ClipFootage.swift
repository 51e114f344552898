// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The source of a clip's pictures and sound.
struct ClipFootage {
    var line: DelayLine
    var sound: SoundLine?
    /// The sensor time of the first picture shown: time 0 of the clip.
    var first: Timestamp
    /// The latest sensor time that a picture of the clip may have.
    var through: Timestamp
    var parameters: StreamParameters
    /// The orientation in which the pictures are shown.
    var orientation: PictureOrientation

    /// The highest possible number of units of sound.
    var soundUnits: Int {
        guard let sound else { return 0 }
        let span = first.duration(to: through) / sound.format.unitDuration
        return Int(min(max(span, 0), 1e7)) + 8
    }
}
