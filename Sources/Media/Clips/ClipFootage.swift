// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Where a clip's pictures and sound come from.
struct ClipFootage {
    var line: DelayLine
    var sound: SoundLine?
    /// The sensor time of the first picture shown: time 0 of the clip.
    var first: Timestamp
    /// No picture later than this is in it.
    var through: Timestamp
    var parameters: StreamParameters
    /// How the pictures are turned and mirrored to be looked at.
    var orientation: PictureOrientation

    /// How many units of sound there are at most.
    var soundUnits: Int {
        guard let sound else { return 0 }
        let span = first.duration(to: through) / sound.format.unitDuration
        return Int(min(max(span, 0), 1e7)) + 8
    }
}
