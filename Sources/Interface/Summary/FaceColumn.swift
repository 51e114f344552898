// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The left of the summary: an end's face with its numbered hits, and below it how they group.
struct FaceColumn {
    struct Hit {
        var index: Int
        var number: Int
        var point: Point
        /// Its middle lies beyond what is seen of the face; it is drawn at the edge.
        var isBeyond: Bool
        var label: Rect?
    }

    let look: Look
    let end: EndRecord
    /// What the face and everything beside it take.
    let area: Rect
    /// The rest of the content, to the right of it.
    let beside: Rect
    let drawing: FaceDrawing
    let group: ArrowGroup?
    private let lines: [(words: String, origin: Point)]
    /// Of what is drawn of a hit, its light ring included.
    private let radius: Double

    /// Around a hit.
    private static let halo = 6.0
    /// How far around a hit a finger finds it.
    private static let reach = 44.0

    init(_ look: Look, _ content: Rect, _ end: EndRecord) {
        self.look = look
        self.end = end
        let width = look.scale > 1.5 ? 696.0 : look.scale > 1 ? 660 : 712
        let group = end.arrows.count { $0.place != nil } > 1 ? end.group : nil
        self.group = group
        let words =
            group.map { [Strings.Summary.meanRadius($0.meanRadius), Strings.Summary.spread($0.extremeSpread), Strings.Summary.groupCentre($0)] } ?? []
        let rows = Self.rows(words, look, width: width)
        let height = Double(rows.count) * look.lineHeight(look.small)
        let area = Rect(x: content.x, y: content.y, width: width, height: content.height - height - (rows.isEmpty ? 0 : 12))
        self.area = area
        beside = Rect(x: area.maxX + 32, y: content.y, width: content.maxX - area.maxX - 32, height: content.height)
        drawing = FaceDrawing(end.face, fitting: area.inset(by: area.height * 0.035))
        radius = max(drawing.units(end.shaft) / 2, 1) + Self.halo
        lines = rows.enumerated().flatMap { row, items in
            items.map { ($0.words, Point(area.x + $0.x, area.maxY + 12 + Double(row) * look.lineHeight(look.small))) }
        }
    }

    /// Words one after another, in as many rows as they need. The last of them stands behind the cross that it tells of.
    private static func rows(_ words: [String], _ look: Look, width: Double) -> [[(words: String, x: Double)]] {
        var rows: [[(words: String, x: Double)]] = []
        var x = 0.0
        for (index, word) in words.enumerated() {
            let lead = index == words.count - 1 ? crossSide(look) + look.gap : 0
            let needed = TextMetrics.width(word, size: look.small) + lead
            if rows.isEmpty || x + needed > width {
                rows.append([])
                x = 0
            }
            rows[rows.count - 1].append((word, x + lead))
            x += needed + 36
        }
        return rows
    }

    private static func crossSide(_ look: Look) -> Double { look.small }

    // MARK: Hits

    /// Of the arrows that were placed, those beyond the edge brought to it.
    var points: [(index: Int, point: Point, isBeyond: Bool)] {
        let seen = area.inset(by: radius + 2)
        return end.arrows.indices.compactMap { index in
            guard let place = end.arrows[index].place else { return nil }
            let point = drawing.point(of: place, inSpot: end.arrows[index].spot)
            guard !seen.contains(point) else { return (index, point, false) }
            // Along the line to the middle, so that its direction stays.
            let dx = point.x - seen.center.x
            let dy = point.y - seen.center.y
            let share = min(dx == 0 ? 1 : seen.width / 2 / abs(dx), dy == 0 ? 1 : seen.height / 2 / abs(dy), 1)
            return (index, Point(seen.center.x + dx * share, seen.center.y + dy * share), true)
        }
    }

    private func hits(chosen: Int?) -> [Hit] {
        let points = points
        let size = labelSize
        let sizes = points.map {
            (width: max(size * 1.3, TextMetrics.width("\(end.arrows[$0.index].number)", size: size) + size * 0.6), height: size * 1.25)
        }
        let places = HitLabels.places(
            of: points.map(\.point), sizes: sizes, radius: radius, first: points.firstIndex { $0.index == chosen },
            within: area)
        return zip(points, places).map { point, label in
            Hit(index: point.index, number: end.arrows[point.index].number, point: point.point, isBeyond: point.isBeyond, label: label)
        }
    }

    private var labelSize: Double { 24 * look.scale }

    /// The arrow whose hit lies nearest to a finger.
    func arrow(at point: Point) -> ArrowPlace? {
        func distance(_ other: Point) -> Double { (other.x - point.x) * (other.x - point.x) + (other.y - point.y) * (other.y - point.y) }
        guard let nearest = points.min(by: { distance($0.point) < distance($1.point) }),
            distance(nearest.point) <= Self.reach * Self.reach
        else { return nil }
        return ArrowPlace(end: end.number, index: nearest.index)
    }

    // MARK: Drawing

    func draw(chosen: Int?, on sketch: inout Sketch) {
        sketch.add(drawing.commands)
        drawGroup(on: &sketch)
        let hits = hits(chosen: chosen)
        for hit in hits { drawLead(of: hit, on: &sketch) }
        for hit in hits where hit.index != chosen { draw(hit, isChosen: false, on: &sketch) }
        for hit in hits where hit.index == chosen { draw(hit, isChosen: true, on: &sketch) }
        for hit in hits { drawLabel(of: hit, isChosen: hit.index == chosen, on: &sketch) }
        for (words, origin) in lines {
            let room = area.maxX - origin.x
            sketch.text(words, at: origin, size: look.small, width: TextMetrics.width(words, size: look.small) > room ? room : nil)
        }
        if let last = lines.last {
            let side = Self.crossSide(look)
            drawCross(at: Point(last.origin.x - look.gap - side / 2, last.origin.y + look.lineHeight(look.small) / 2), arm: side * 0.42, on: &sketch)
        }
    }

    private func draw(_ hit: Hit, isChosen: Bool, on sketch: inout Sketch) {
        let shaft = radius - Self.halo
        if isChosen {
            sketch.add([
                .disc(center: hit.point, radius: max(shaft, 9) + Self.halo + 5, Palette.text),
                .disc(center: hit.point, radius: max(shaft, 9) + Self.halo, Palette.selected),
            ])
        } else {
            // The edge around the light ring keeps it apart from white rings and other hits.
            sketch.add([
                .circle(center: hit.point, radius: radius + 1, width: 2, Palette.ink), .disc(center: hit.point, radius: radius, Palette.text),
            ])
        }
        if !hit.isBeyond { sketch.add([.disc(center: hit.point, radius: shaft, Palette.ink)]) }
    }

    /// A number that found its place further off is led back to its hit.
    private func drawLead(of hit: Hit, on sketch: inout Sketch) {
        guard let label = hit.label else { return }
        let from = hit.point
        let to = label.center
        let dx = to.x - from.x
        let dy = to.y - from.y
        guard dx * dx + dy * dy > 2 * label.width * label.width else { return }
        sketch.add([.line([from, to], width: 5, Palette.ink.opacity(0.8)), .line([from, to], width: 2, Palette.text)])
    }

    private func drawLabel(of hit: Hit, isChosen: Bool, on sketch: inout Sketch) {
        guard let label = hit.label else { return }
        sketch.add([.fill(label, cornerRadius: label.height * 0.3, isChosen ? Palette.selected : Palette.ink)])
        if look.hasHighContrast || isChosen { sketch.add([.stroke(label.inset(by: 1), cornerRadius: label.height * 0.3, width: 2, Palette.text)]) }
        sketch.line("\(hit.number)", x: label.center.x, middle: label.center.y, size: labelSize, weight: .semibold, alignment: .center)
    }

    /// At each spot, as the group is seen from a spot's centre.
    private func drawGroup(on sketch: inout Sketch) {
        guard let group else { return }
        for spot in end.face.spots.indices {
            let middle = drawing.point(ofSpot: spot)
            let centre = Point(middle.x + group.centreX * drawing.scale, middle.y - group.centreY * drawing.scale)
            guard area.contains(centre) else { continue }
            let radius = group.meanRadius * drawing.scale
            if radius > 6, radius < area.height / 2 {
                sketch.add([
                    .circle(center: centre, radius: radius, width: 6, Palette.ink.opacity(0.6)),
                    .circle(center: centre, radius: radius, width: 2.5, Palette.text),
                ])
            }
            drawCross(at: centre, arm: 12, on: &sketch)
        }
    }

    private func drawCross(at point: Point, arm: Double, on sketch: inout Sketch) {
        let bars = [[Point(point.x - arm, point.y), Point(point.x + arm, point.y)], [Point(point.x, point.y - arm), Point(point.x, point.y + arm)]]
        sketch.add(bars.map { .line($0, width: 8, Palette.ink.opacity(0.8)) } + bars.map { .line($0, width: 3, Palette.text) })
    }
}
