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
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
        let centre = Point(between(drawing.centre.x, other.drawing.centre.x), between(drawing.centre.y, other.drawing.centre.y))
        let window = Rect(
            x: between(window.x, other.window.x), y: between(window.y, other.window.y), width: between(window.width, other.window.width),
            height: between(window.height, other.window.height))
        return FaceSight(
            end: other.end, drawing: FaceDrawing(other.drawing.face, centre: centre, scale: between(drawing.scale, other.drawing.scale)),
            window: window)
    }

    /// The face with its hits; their numbers belong to the screens.
    var picture: Drawing {
        let shaft = max(drawing.units(end.shaft) / 2, 1)
        let hits = end.arrows.compactMap { arrow in arrow.place.map { drawing.point(of: $0, inSpot: arrow.spot) } }
        let discs = hits.flatMap { hit -> [DrawingCommand] in
            [
                .circle(center: hit, radius: shaft + 7, width: 2, Palette.ink), .disc(center: hit, radius: shaft + 6, Palette.text),
                .disc(center: hit, radius: shaft, Palette.ink),
            ]
        }
        let ground = DrawingCommand.fill(window, cornerRadius: 0, Palette.page)
        return Drawing([.clipped(window, cornerRadius: ScoreDrawing.windowRadius, [ground] + drawing.commands + discs)])
    }
}
