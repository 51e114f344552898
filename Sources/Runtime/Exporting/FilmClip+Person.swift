// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

extension FilmClip {
    /// Returns where the person is in the picture as it is displayed, 0…1 both ways, by the same rule as on the TV; `nil` if nothing moves.
    /// - Parameter goesOn: asked before each picture.
    func person(goesOn: () -> Bool) throws(ClipError) -> Point? {
        let pictures = try FootageFrames(path)
        let orientation = orientation ?? pictures.orientation
        let moment = Duration.seconds(place)
        guard let moving = try ExtractReader(pictures).motion(about: moment, goesOn: goesOn) else {
            throw .output(Message.clipGivenUp.description)
        }
        var finder = PersonFinder()
        finder.add(moving, about: moment)
        return finder.region().map { orientation.shown($0.center) }
    }
}
