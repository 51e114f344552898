// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

extension [FilmClip] {
    /// Returns the middle of the part in which most moves near the clips' moments, 0…1 of the width, by the same rule as on the TV.
    /// - Parameters:
    ///   - share: the part's width, 0…1 of the picture's.
    ///   - goesOn: asked before each picture.
    func center(share: Double, goesOn: () -> Bool) throws(ClipError) -> Double {
        guard share < 1 else { return 0.5 }
        var moving = MotionStrips()
        for clip in self {
            let pictures = try FootageFrames(clip.path)
            let orientation = clip.orientation ?? pictures.orientation
            guard let grids = try ExtractReader(pictures).motion(about: .seconds(clip.place), goesOn: goesOn) else {
                throw .output(Message.clipGivenUp.description)
            }
            moving.add(grids, orientation)
        }
        return moving.center(share: share)
    }
}
