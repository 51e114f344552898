// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A face with the arrows on it, one millimetre to a unit: drawn as on the TV, with numbers that lead to the clips.
struct TargetPicture {
    struct Hit {
        var arrow: PlacedArrow
        /// The diameter of its shaft.
        var shaft: Length
        /// Its description, for people who can't see it or who point at it: `Arrow 3: X, 12.3 mm at 4 o'clock`.
        var words: String
        /// The target of the link on its number; `nil` for no link.
        var link: String?
    }

    private let face: Face
    /// The hits within the view.
    private let hits: [Hit]
    private let drawing: FaceDrawing
    private let view: Rect
    private let description: String
    /// True if it repeats a part of another picture beside it: its numbers lead to the clips too, but the Tab key doesn't stop at them.
    private let isCloseUp: Bool
    /// The most arrows that have numbers: more would hide each other, and the ends' own pictures have them.
    static let mostNumbers = 24

    init(_ face: Face, hits: [Hit], description: String) {
        let drawing = FaceDrawing(face, centre: Point(0, 0), scale: 1)
        let sheet = TargetPicture.sheet(of: face)
        let margin = max(sheet.width, sheet.height)
        let reach = sheet.inset(by: -margin / 4)
        let placed = hits.filter { $0.arrow.place != nil }
        let seen = placed.filter { hit in hit.arrow.place.map { reach.contains(drawing.point(of: $0, inSpot: hit.arrow.spot)) } ?? false }
        let points = seen.compactMap { hit in hit.arrow.place.map { drawing.point(of: $0, inSpot: hit.arrow.spot) } }
        view = points.reduce(sheet) { view, point in
            view.union(Rect(x: point.x, y: point.y, width: 0, height: 0).inset(by: -margin / 50))
        }.inset(by: -margin / 50)
        self.face = face
        isCloseUp = false
        self.hits = seen
        self.drawing = drawing
        let lost = placed.count - seen.count
        self.description = lost == 0 ? description : "\(description) \(Strings.Page.beyond(lost))"
    }

    private init(_ picture: TargetPicture, seeing view: Rect) {
        (face, hits, drawing, description) = (picture.face, picture.hits, picture.drawing, picture.description)
        self.view = view
        isCloseUp = true
    }

    /// The part with the arrows; `nil` if the whole picture shows them well enough.
    var closeUp: TargetPicture? {
        let points = hits.compactMap { hit in hit.arrow.place.map { drawing.point(of: $0, inSpot: hit.arrow.spot) } }
        guard face.spots.count == 1, points.count > 1, let first = points.first else { return nil }
        let around = points.reduce(Rect(x: first.x, y: first.y, width: 0, height: 0)) {
            $0.union(Rect(x: $1.x, y: $1.y, width: 0, height: 0))
        }
        let thickest = hits.map(\.shaft.millimetres).max() ?? 0
        // Room for the numbers around the arrows.
        let side = max(around.width, around.height, thickest * 6) * 1.3
        guard side < extent * 0.6 else { return nil }
        return TargetPicture(self, seeing: Rect(x: around.center.x - side / 2, y: around.center.y - side / 2, width: side, height: side))
    }

    /// Returns all arrows of a session on its first scored face; `nil` if there is no end.
    static func whole(of record: SessionRecord) -> TargetPicture? {
        guard let first = record.pictured.first(where: { !$0.arrows.isEmpty }) ?? record.pictured.first else { return nil }
        let clips = Dictionary(record.keptClips.map { ($0.number, $0.file) }) { one, _ in one }
        let ends = record.pictured.filter { $0.face == first.face }
        let hits = ends.flatMap { end in
            Self.hits(of: end, among: record.ends.count > 1 ? record.ends : nil) { number in clips[number].flatMap(PageLink.path) }
        }
        return TargetPicture(first.face, hits: hits, description: summary(hits))
    }

    /// Returns the arrows of an end with their descriptions.
    /// - Parameter ends: the ends of the session, if each arrow is named with its end; otherwise `nil`.
    static func hits(of end: EndRecord, among ends: [EndRecord]?, link: (Int) -> String?) -> [Hit] {
        end.score.entries.map { entry in
            let number = entry.arrow.number
            let name = ends.map { Strings.Page.arrow(number, of: end, among: $0) } ?? Strings.Page.arrow(number)
            let place = PageNumber.position(of: entry.arrow).map { ", " + $0 } ?? ""
            return Hit(
                arrow: entry.arrow, shaft: end.shaft, words: "\(name): \(PageText.cut(PageText.line(entry.score.label), to: 40))\(place)",
                link: entry.arrow.clip.flatMap(link))
        }
    }

    static func summary(_ hits: [Hit]) -> String {
        hits.isEmpty ? Strings.Page.noArrows : hits.map(\.words).joined(separator: "; ") + "."
    }

    private static func sheet(of face: Face) -> Rect {
        let radius = face.scoringDiameter.millimetres / 2
        return face.spots.map { spot in
            Rect(x: spot.x.millimetres - radius, y: -spot.y.millimetres - radius, width: 2 * radius, height: 2 * radius)
        }.reduce(nil) { (all: Rect?, one) in all?.union(one) ?? one } ?? Rect(x: 0, y: 0, width: 1, height: 1)
    }

    // MARK: As text

    /// The content of `target.svg`.
    var file: String {
        svg("target").picture(view, title: title, description: description, role: "img", isFile: true)
    }

    /// Returns the picture as a part of a page.
    /// - Parameter name: the beginning of its ids; no other picture of the page has it.
    func part(named name: String) -> String {
        // A listener to the page may follow the links; a plain picture has no parts.
        let role = isNumbered && hits.contains { $0.link != nil } ? "group" : "img"
        return svg(name).picture(view, title: title, description: description, role: role, isFile: false)
    }

    private var title: String {
        Strings.Page.picture(PageText.cut(PageText.line(face.name), to: SessionPage.longestName), arrows: hits.count)
    }

    private var isNumbered: Bool { hits.count <= Self.mostNumbers }
    /// The longer side of the view, in millimetres. Sizes that must stay readable are a share of it.
    private var extent: Double { max(view.width, view.height) }

    private func svg(_ name: String) -> SVG {
        var svg = SVG(named: name)
        svg.draw(drawing.commands)
        let points = hits.compactMap { hit in hit.arrow.place.map { drawing.point(of: $0, inSpot: hit.arrow.spot) } }
        let halo = extent * 0.004
        let thickest = hits.map(\.shaft.millimetres).max() ?? 0
        let hitRadius = max(thickest / 2, 1) + halo * 1.5
        let labels =
            isNumbered
            ? PageHitLabels(points, hitRadius: hitRadius, radius: extent * 0.028, within: view) : nil
        // Lines below all arrows, arrows below all numbers.
        if let labels { svg.draw(zip(points, labels.places).flatMap { leader(from: $0, to: $1, hitRadius, labels.radius) }) }
        for (hit, point) in zip(hits, points) { svg.draw(marker(hit, at: point, halo: halo)) }
        if let labels {
            for (hit, place) in zip(hits, labels.places) { number(hit, at: place, radius: labels.radius, in: &svg) }
        }
        return svg
    }

    /// Draws the shaft to scale, a light ring around it, and a dark ring that separates it from white.
    private func marker(_ hit: Hit, at point: Point, halo: Double) -> [DrawingCommand] {
        let radius = max(hit.shaft.millimetres / 2, 1)
        return drawing.hit(hit.arrow.place ?? .centre, inSpot: hit.arrow.spot, shaft: hit.shaft, halo: halo)
            + [.circle(center: point, radius: radius + halo * 1.25, width: halo / 2, Color(hex: 0x000000))]
    }

    private func leader(from point: Point, to place: Point, _ hitRadius: Double, _ radius: Double) -> [DrawingCommand] {
        guard PageHitLabels.distance(point, place) > hitRadius + radius * 1.5 else { return [] }
        return [
            .line([point, place], width: extent * 0.006, Color(hex: 0xFFFFFF)),
            .line([point, place], width: extent * 0.0025, Color(hex: 0x000000)),
        ]
    }

    private func number(_ hit: Hit, at place: Point, radius: Double, in svg: inout SVG) {
        if let link = hit.link { svg.open("a", isCloseUp ? ["href": link, "tabindex": "-1"] : ["href": link]) } else { svg.open("g") }
        svg.title(hit.words)
        let size = radius * (hit.arrow.number > 99 ? 0.85 : 1.25)
        svg.draw([
            .disc(center: place, radius: radius, Color(hex: 0x101418)),
            .circle(center: place, radius: radius * 0.93, width: radius * 0.14, Color(hex: 0xFFFFFF)),
            .text(
                TextRun(
                    "\(hit.arrow.number)", at: Point(place.x, place.y - size * 0.61), size: size, weight: .semibold,
                    alignment: .center, color: Color(hex: 0xFFFFFF))),
        ])
        svg.close(hit.link == nil ? "g" : "a")
    }
}
