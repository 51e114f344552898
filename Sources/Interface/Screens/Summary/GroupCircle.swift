// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The dashed circle round a group: about the mean of its arrows, out to the farthest of them, with a cross in the middle.
struct GroupCircle: Hashable, Sendable {
    /// The mean of the arrows, in millimetres from the spot's centre, x to the right, y up.
    private let x: Double
    private let y: Double
    /// The distance from the mean to the farthest arrow, in millimetres.
    private let reach: Double

    /// The room round the farthest arrow for its drawn hit and the circle's line.
    private static let room = HitMarks.radius + 8
    /// The radius below which the hits themselves hide the circle.
    private static let least = 24.0

    /// Returns `nil` if the arrows form no group.
    init?(_ arrows: [PlacedArrow]) {
        guard let group = ArrowGroup(arrows) else { return nil }
        (x, y) = (group.centreX, group.centreY)
        reach =
            arrows.compactMap(\.place).map { place in
                let (dx, dy) = (place.x.millimetres - group.centreX, place.y.millimetres - group.centreY)
                return (dx * dx + dy * dy).squareRoot()
            }.max() ?? 0
    }

    /// Returns the view in which the circle is whole.
    /// - Parameters:
    ///   - half: half of the window's shorter side.
    ///   - farthest: the greatest reach of a view, in millimetres. Beyond it the view stays as it is.
    func widened(_ view: FaceView, half: Double, farthest: Double) -> FaceView {
        let needed = (max(abs(x), abs(y)) + reach) * half / max(1, half - Self.room)
        var view = view
        if needed <= farthest { view.reach = max(view.reach, needed) }
        return view
    }

    /// Returns the circle and the cross on a face with one spot; nothing if the circle would be cut by the window.
    func commands(on drawing: FaceDrawing, in window: Rect) -> [DrawingCommand] {
        let middle = drawing.point(ofSpot: 0)
        let centre = Point(middle.x + x * drawing.scale, middle.y - y * drawing.scale)
        let radius = reach * drawing.scale + HitMarks.radius
        let bounds = Rect(x: centre.x, y: centre.y, width: 0, height: 0).inset(by: -radius - 5)
        guard window.contains(bounds) else { return [] }
        return dashes(around: centre, radius: radius) + cross(at: centre, arm: 14)
    }

    private func dashes(around centre: Point, radius: Double) -> [DrawingCommand] {
        guard radius > Self.least else { return [] }
        let count = max(12, Int(radius / 5))
        let step = 2 * Double.pi / Double(count)
        return [.circle(center: centre, radius: radius, width: 9, Palette.ink)]
            + (0..<count).map { index in
                let start = Double(index) * step
                return .arc(center: centre, radius: radius, from: start, to: start + step * 0.6, width: 4, Palette.text)
            }
    }

    private func cross(at point: Point, arm: Double) -> [DrawingCommand] {
        let bars = [[Point(point.x - arm, point.y), Point(point.x + arm, point.y)], [Point(point.x, point.y - arm), Point(point.x, point.y + arm)]]
        return bars.map { .line($0, width: 8, Palette.ink) } + bars.map { .line($0, width: 3.5, Palette.text) }
    }
}
