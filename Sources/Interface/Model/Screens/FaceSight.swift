// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The view of an end's target face on a screen. When another screen shows the face elsewhere, the face moves there instead of being replaced.
struct FaceSight: Hashable, Sendable {
    let end: EndRecord
    let drawing: FaceDrawing
    /// The part of the canvas through which it is seen.
    let window: Rect

    /// Returns the face on its way from here to another one.
    /// - Parameter share: the part of the way that is covered, 0…1.
    func moved(_ share: Double, to other: FaceSight) -> FaceSight {
        let centre = Point(drawing.centre.x.moved(share, to: other.drawing.centre.x), drawing.centre.y.moved(share, to: other.drawing.centre.y))
        let scale = drawing.scale.moved(share, to: other.drawing.scale)
        return FaceSight(
            end: other.end, drawing: FaceDrawing(other.drawing.face, centre: centre, scale: scale), window: window.moved(share, to: other.window))
    }
}
