// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The left of the summary: an end's face with its numbered hits, as on the score screen, and below it the group of the whole round.
struct FaceColumn {
    let look: Theme
    let end: EndRecord
    /// The window through which the face is seen.
    let window: Rect
    /// The rest of the content, to the right of the face.
    let beside: Rect
    let drawing: FaceDrawing
    let marks: HitMarks
    /// The group of the end's arrows; `nil` for fewer than two.
    let group: ArrowGroup?
    private let panel: (content: GroupPanel, rect: Rect)?

    /// The distance from a hit within which a finger finds it.
    private static let reach = 44.0

    init(_ look: Theme, _ content: Rect, _ end: EndRecord, in book: ScoreBook) {
        self.look = look
        self.end = end
        let figures = SummaryFigures(end, in: book)
        group = figures.end.group
        let width = 640.0
        let height = figures.whole == nil ? 0 : GroupPanel.height(look)
        let window = Rect(x: content.x, y: content.y, width: width, height: content.height - height - (height > 0 ? look.gap * 2 : 0))
        self.window = window
        panel = figures.whole.map { whole in
            (GroupPanel(look: look, face: end.face, scope: whole), Rect(x: content.x, y: content.maxY - height, width: width, height: height))
        }
        beside = Rect(x: window.maxX + 40, y: content.y, width: content.maxX - window.maxX - 40, height: content.height)
        let view = end.face.spots.count > 1 ? FaceView(sheetOf: end.face) : FaceView(end, spot: 0, held: nil)
        drawing = view.drawing(of: end.face, in: window)
        marks = HitMarks(end, on: drawing, within: window, look: look)
    }

    /// Returns the arrow whose hit is nearest to a finger.
    func arrow(at point: Point) -> ArrowPlace? {
        func distance(_ other: Point) -> Double { (other.x - point.x) * (other.x - point.x) + (other.y - point.y) * (other.y - point.y) }
        guard let nearest = marks.hits.min(by: { distance($0.point) < distance($1.point) }), distance(nearest.point) <= Self.reach * Self.reach
        else { return nil }
        return ArrowPlace(end: end.number, index: nearest.index)
    }

    // MARK: Drawing

    func draw(chosen: Int?, on sketch: inout DrawingBuilder) {
        sketch.add([.clipped(window, cornerRadius: ScoreDrawing.windowRadius, ScoreDrawing.sheet(drawing, in: window) + groupCommands)])
        sketch.edge(window, radius: ScoreDrawing.windowRadius, width: look.edgeWidth, look.edge)
        marks.draw(chosen: chosen, on: &sketch)
        panel.map { $0.content.draw(in: $0.rect, on: &sketch) }
    }

    /// A circle round the group's mean, out to the farthest arrow, and a cross in the middle. It is drawn at each spot, because the group
    /// is relative to a spot's centre.
    private var groupCommands: [DrawingCommand] {
        guard let group else { return [] }
        let places = end.arrows.compactMap(\.place)
        let farthest = places.map { place in
            let (dx, dy) = (place.x.millimetres - group.centreX, place.y.millimetres - group.centreY)
            return (dx * dx + dy * dy).squareRoot()
        }.max()
        return end.face.spots.indices.flatMap { spot -> [DrawingCommand] in
            let middle = drawing.point(ofSpot: spot)
            let centre = Point(middle.x + group.centreX * drawing.scale, middle.y - group.centreY * drawing.scale)
            let radius = (farthest ?? 0) * drawing.scale + HitMarks.radius
            return dashes(around: centre, radius: radius) + cross(at: centre, arm: 14)
        }
    }

    private func dashes(around centre: Point, radius: Double) -> [DrawingCommand] {
        guard radius > 24, radius < window.height else { return [] }
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
