// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The arrows on a face, large enough to be seen from three metres, each with a line to its number.
struct HitMarks {
    struct Hit: Hashable {
        /// The index among the end's arrows, from 0.
        var index: Int
        var number: Int
        var point: Point
        /// True if its centre lies outside the visible part of the face. Then it is drawn at the edge.
        var isBeyond: Bool
        /// The rectangle of the drawn hit.
        var rect: Rect { Rect(x: point.x - HitMarks.radius, y: point.y - HitMarks.radius, width: 2 * HitMarks.radius, height: 2 * HitMarks.radius) }
    }

    /// The radius of a drawn hit.
    static let radius = 16.0

    let hits: [Hit]
    private let area: Rect
    private let inset: Rect?
    private let look: Theme

    /// - Parameters:
    ///   - area: the visible part of the face; hits and numbers lie within it.
    ///   - except: the index of an arrow that is drawn elsewhere.
    ///   - inset: a part of the area on which no number lies.
    init(_ end: EndRecord, on face: FaceDrawing, within area: Rect, except: Int? = nil, clearOf inset: Rect? = nil, look: Theme) {
        self.area = area
        self.inset = inset
        self.look = look
        hits = Self.hits(of: end, on: face, within: area, except: except)
    }

    private static func hits(of end: EndRecord, on face: FaceDrawing, within area: Rect, except: Int?) -> [Hit] {
        let seen = area.inset(by: radius + 4)
        return end.arrows.indices.compactMap { index in
            guard index != except, let place = end.arrows[index].place else { return nil }
            let point = face.point(of: place, inSpot: end.arrows[index].spot)
            if seen.contains(point) { return Hit(index: index, number: end.arrows[index].number, point: point, isBeyond: false) }
            // The arrow is in a spot that isn't visible.
            guard end.face.spots.count == 1 else { return nil }
            // The hit moves along the line to the middle, so that its direction stays.
            let (dx, dy) = (point.x - seen.center.x, point.y - seen.center.y)
            let share = min(dx == 0 ? 1 : seen.width / 2 / abs(dx), dy == 0 ? 1 : seen.height / 2 / abs(dy), 1)
            let edge = Point(seen.center.x + dx * share, seen.center.y + dy * share)
            return Hit(index: index, number: end.arrows[index].number, point: edge, isBeyond: true)
        }
    }

    private var size: Double { 28 * look.scale }

    /// Returns the rectangle of each hit's number, `nil` for a number that finds no room in a crowd.
    func labels(chosen: Int?) -> [Rect?] {
        let height = 44 * look.scale
        let sizes = hits.map { (width: max(height, TextMetrics.width("\($0.number)", size: size) + 20 * look.scale), height: height) }
        return HitLabels.places(
            of: hits.map(\.point), sizes: sizes, radius: Self.radius, first: hits.firstIndex { $0.index == chosen }, within: area.inset(by: 8),
            clearOf: inset)
    }

    func draw(chosen: Int?, on sketch: inout DrawingBuilder) {
        let labels = labels(chosen: chosen)
        for (hit, label) in zip(hits, labels) {
            guard let label else { continue }
            let ends = [hit.point, label.center]
            sketch.add([.line(ends, width: 7, Palette.ink), .line(ends, width: 3, hit.index == chosen ? Palette.held : Palette.text)])
        }
        for hit in hits where hit.index != chosen { sketch.add(Self.discs(of: hit, Palette.text)) }
        for hit in hits where hit.index == chosen { sketch.add(Self.discs(of: hit, Palette.held)) }
        for (hit, label) in zip(hits, labels) {
            guard let label else { continue }
            let isChosen = hit.index == chosen
            sketch.add([
                .fill(label, cornerRadius: 12, isChosen ? Palette.held : Palette.page),
                .stroke(label.inset(by: 1.5), cornerRadius: 11, width: 3, isChosen ? Palette.ink : Palette.text),
            ])
            sketch.line(
                "\(hit.number)", x: label.center.x, middle: label.center.y, size: size, weight: .bold, alignment: .center,
                color: isChosen ? Palette.ink : Palette.text, figures: .proportional)
        }
    }

    /// Returns the hits without their numbers.
    static func discs(of end: EndRecord, on face: FaceDrawing, within area: Rect) -> [DrawingCommand] {
        hits(of: end, on: face, within: area, except: nil).flatMap { discs(of: $0, Palette.text) }
    }

    /// Returns discs in dark, light, dark, and a light dot, which can be seen on every colour of a face.
    private static func discs(of hit: Hit, _ color: Color) -> [DrawingCommand] {
        [
            .disc(center: hit.point, radius: radius, Palette.ink), .disc(center: hit.point, radius: radius - 1.5, color),
            .disc(center: hit.point, radius: radius - 6.5, Palette.page),
        ] + (hit.isBeyond ? [] : [.disc(center: hit.point, radius: 4, color)])
    }
}

extension Rect {
    /// Returns true if the other rectangle lies wholly within this one.
    func contains(_ other: Rect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }
}
