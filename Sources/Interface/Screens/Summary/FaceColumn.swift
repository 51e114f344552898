// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The left of the summary, on an upright canvas its upper part: an end's face with its numbered hits, as on the score screen, and below it
/// the group of the whole round. Of a face with several spots, one spot has all the arrows, and the sheet is a small picture in the corner.
struct FaceColumn {
    let look: Theme
    let end: EndRecord
    /// The end as it is drawn: on one spot.
    let shown: EndRecord
    /// The window through which the face is seen.
    let window: Rect
    /// The rest of the content, to the right of the face or below it.
    let beside: Rect
    let drawing: FaceDrawing
    let marks: HitMarks
    /// The circle round the end's arrows; `nil` if they form no group.
    let circle: GroupCircle?
    /// The small picture of the sheet; `nil` on a face with one spot, or without room.
    let inset: SheetInset?
    private let panel: (content: GroupPanel, rect: Rect)?
    private let caption: String?

    /// The distance from a hit within which a finger finds it.
    private static let reach = 44.0
    /// The share of an upright canvas's content that the face takes.
    private static let share = 0.46
    /// The diameter of a spot that stands for several.
    private static let spotDiameter = 560.0

    init(_ look: Theme, _ content: Rect, _ end: EndRecord, in book: ScoreBook) {
        self.look = look
        self.end = end
        let width = Areas.isUpright ? content.width : 640
        let group = SummaryFigures(end, in: book).whole.flatMap { GroupPanel(look, end.face, $0) }
        let height = group == nil ? 0 : GroupPanel.height(look)
        let space = height > 0 ? look.gap * 2 : 0
        // On an upright canvas the rest lies below the face.
        let lower = Areas.isUpright ? content.y + content.height * Self.share : content.maxY - height - space
        let window = Rect(x: content.x, y: content.y, width: width, height: lower - content.y)
        self.window = window
        let foot = window.maxY + space + height
        panel = group.map { ($0, Rect(x: content.x, y: foot - height, width: width, height: height)) }
        beside =
            Areas.isUpright
            ? Rect(x: content.x, y: foot + Theme.padding, width: width, height: content.maxY - foot - Theme.padding)
            : Rect(x: window.maxX + 40, y: content.y, width: content.maxX - window.maxX - 40, height: content.height)
        circle = GroupCircle(end.arrows)
        let hasSpots = end.face.spots.count > 1
        shown = hasSpots ? end.onOneSpot : end
        caption = hasSpots ? Strings.Summary.spotsOnOne(end.face.spots.count) : nil

        let above = hasSpots ? Self.captionHeight(look) : 0
        let area = Rect(x: window.x, y: window.y + above, width: window.width, height: window.height - above)
        let half = min(area.width, area.height) / 2
        let radius = min(Self.spotDiameter / 2, half - 8)
        var view = FaceView(shown, spot: 0, held: nil)
        if hasSpots { view.reach = end.face.scoringDiameter.millimetres / 2 * half / radius }
        if let circle { view = circle.widened(view, half: half, farthest: end.reach.millimetres * 2) }
        drawing = view.drawing(of: shown.face, in: area)
        inset =
            hasSpots
            ? SheetInset(
                end.face, end.arrows, in: window, besideDiscAt: drawing.point(ofSpot: 0), radius: drawing.units(end.face.scoringDiameter) / 2 + 8)
            : nil
        marks = HitMarks(shown, on: drawing, within: area, clearOf: inset?.rect, look: look)
    }

    private static func captionHeight(_ look: Theme) -> Double { look.lineHeight(look.small) + 16 }

    /// Returns the arrow whose hit is nearest to a finger.
    func arrow(at point: Point) -> ArrowPlace? {
        func distance(_ other: Point) -> Double { (other.x - point.x) * (other.x - point.x) + (other.y - point.y) * (other.y - point.y) }
        guard let nearest = marks.hits.min(by: { distance($0.point) < distance($1.point) }), distance(nearest.point) <= Self.reach * Self.reach
        else { return nil }
        return ArrowPlace(end: end.number, index: nearest.index)
    }

    // MARK: Drawing

    func draw(chosen: Int?, on sketch: inout DrawingBuilder) {
        let circle = circle?.commands(on: drawing, in: window) ?? []
        sketch.add([.clipped(window, cornerRadius: ScoreDrawing.windowRadius, ScoreDrawing.sheet(drawing, in: window) + circle)])
        sketch.edge(window, radius: ScoreDrawing.windowRadius, width: look.edgeWidth, look.edge)
        if let caption {
            sketch.text(caption, at: Point(window.x + Theme.padding, window.y + 12), size: look.small, width: window.width - 2 * Theme.padding)
        }
        inset?.draw(on: &sketch)
        marks.draw(chosen: chosen, on: &sketch)
        panel.map { $0.content.draw(in: $0.rect, on: &sketch) }
    }
}

extension EndRecord {
    /// The end as if all its arrows had been shot at one spot, alone on its sheet. It says where they hit, and not what they score.
    fileprivate var onOneSpot: EndRecord {
        var end = self
        end.face.spots = [.centre]
        for index in end.arrows.indices { end.arrows[index].spot = 0 }
        return end
    }
}
