// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A round glass near the held arrow that shows the face at three times its size, with the arrow in the middle.
struct Magnifier {
    static let power = 3.0
    static let radius = 132.0
    /// The gap between the glass and the circle's own rings.
    static let gap = 20.0
    private static let margin = 8.0

    let held: HeldArrow
    let face: FaceDrawing
    /// The position of the held arrow.
    let point: Point
    private let place: FacePoint
    /// The centre of the glass.
    let centre: Point

    /// - Parameter window: the visible part of the face; the glass lies within it.
    init(_ held: HeldArrow, in end: EndRecord, on face: FaceDrawing, within window: Rect) {
        self.held = held
        self.face = face
        place = held.place ?? .centre
        let point = face.point(of: place, inSpot: held.spot)
        self.point = point
        let far = CircleDrawing.reach + Self.gap + Self.radius
        let room = window.inset(by: Self.radius + Self.margin)
        // The glass goes away from the middle, so that it covers nothing that the arrow is compared with. Without room there, it goes to
        // the side.
        let turns = stride(from: 0.0, through: 180, by: 7.5).flatMap { [$0, -$0] }
        let candidates = turns.map { turn in
            let way = held.direction + turn
            return Point(point.x + way.right * far, point.y - way.up * far)
        }
        centre = candidates.first { room.contains($0) } ?? window.center
    }

    var frame: Rect { Rect(x: centre.x - Self.radius, y: centre.y - Self.radius, width: 2 * Self.radius, height: 2 * Self.radius) }

    /// The face as it lies under the glass.
    private var enlarged: FaceDrawing {
        let scale = face.scale * Self.power
        let place = place.absolute(from: face.face.spots[held.spot])
        return FaceDrawing(face.face, centre: Point(centre.x - place.x.millimetres * scale, centre.y + place.y.millimetres * scale), scale: scale)
    }

    func draw(_ end: EndRecord, on sketch: inout DrawingBuilder) {
        let enlarged = enlarged
        let seen = frame.inset(by: -Self.radius)
        let hits = end.arrows.flatMap { arrow -> [DrawingCommand] in
            guard let place = arrow.place, seen.contains(enlarged.point(of: place, inSpot: arrow.spot)) else { return [] }
            return enlarged.hit(place, inSpot: arrow.spot, shaft: end.shaft, halo: 4)
        }
        let under = [DrawingCommand.fill(frame, cornerRadius: 0, Palette.page)] + enlarged.commands + hits + cross(end.shaft)
        sketch.add([
            .disc(center: centre, radius: Self.radius + 5, Palette.ink),
            .clipped(frame, cornerRadius: Self.radius, under),
            .circle(center: centre, radius: Self.radius, width: 5, Palette.text),
        ])
    }

    /// Returns the shaft to scale within a fine ring, which shows whether it touches a line, and four lines that lead the eye to it.
    private func cross(_ shaft: Length) -> [DrawingCommand] {
        let radius = max(face.units(shaft) / 2 * Self.power, 1)
        let lines = [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)].flatMap { x, y -> [DrawingCommand] in
            let points = [radius + 14, radius + 40].map { Point(centre.x + x * $0, centre.y + y * $0) }
            return [.line(points, width: 6, Palette.ink.opacity(0.6)), .line(points, width: 3, Palette.held)]
        }
        return lines + [
            .disc(center: centre, radius: radius + 4, Palette.ink), .disc(center: centre, radius: radius + 3, Palette.text),
            .disc(center: centre, radius: radius, Palette.ink),
        ]
    }
}
