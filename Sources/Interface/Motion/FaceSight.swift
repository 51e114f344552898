// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// An end's face as a screen shows it: from one screen to the next it is the same object, which moves.
struct FaceSight: Hashable, Sendable {
    let end: EndRecord
    let drawing: FaceDrawing
    /// What of the canvas it is seen through.
    let window: Rect

    /// On the way from this to another.
    /// - Parameter share: 0…1.
    func moved(_ share: Double, to other: FaceSight) -> FaceSight {
        let centre = Point(drawing.centre.x.moved(share, to: other.drawing.centre.x), drawing.centre.y.moved(share, to: other.drawing.centre.y))
        let scale = drawing.scale.moved(share, to: other.drawing.scale)
        return FaceSight(
            end: other.end, drawing: FaceDrawing(other.drawing.face, centre: centre, scale: scale), window: window.moved(share, to: other.window))
    }

    /// The face with its hits; their numbers belong to the screens.
    var picture: Drawing {
        let ground = DrawingCommand.clipped(window, cornerRadius: ScoreDrawing.windowRadius, ScoreDrawing.sheet(drawing, in: window))
        return Drawing([ground] + HitMarks.discs(of: end, on: drawing, within: window))
    }
}
