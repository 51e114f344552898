// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The arrows on the face, to scale, each with its number beside it where there is room for one.
struct PlacedHits {
    private struct Hit {
        var number: Int
        var arrow: PlacedArrow
        var place: FacePoint
        var point: Point
    }

    private let face: FaceDrawing
    private let shaft: Length
    /// Numbers lie within it.
    private let area: Rect
    private let look: Look
    private let hits: [Hit]

    /// Around the shaft: less than around the circle that is moved.
    private static let halo = 4.0

    init(_ end: EndRecord, on face: FaceDrawing, within area: Rect, look: Look) {
        self.face = face
        self.area = area
        self.look = look
        shaft = end.shaft
        hits = end.arrows.compactMap { arrow in
            guard let place = arrow.place else { return nil }
            let point = face.point(of: place, inSpot: arrow.spot)
            // A record made elsewhere may have arrows far beside the sheet.
            return Canvas.bounds.contains(point) ? Hit(number: arrow.number, arrow: arrow, place: place, point: point) : nil
        }
    }

    func draw(on sketch: inout Sketch) {
        for hit in hits {
            // A thin dark ring lets the light one be seen on white.
            sketch.add([.disc(center: hit.point, radius: max(face.units(shaft) / 2, 1) + Self.halo + 1.5, Palette.ink)])
            sketch.add(face.hit(hit.place, inSpot: hit.arrow.spot, shaft: shaft, halo: Self.halo))
        }
        drawNumbers(on: &sketch)
    }

    // MARK: Numbers

    private var numberSize: Double { 24 * look.scale }

    /// Each number goes to the first free place around its hit, outwards first. One that finds none is in the scorecard alone.
    private func drawNumbers(on sketch: inout Sketch) {
        let clear = max(face.units(shaft) / 2, 1) + Self.halo + 2
        var taken = hits.map { Rect(x: $0.point.x - clear, y: $0.point.y - clear, width: 2 * clear, height: 2 * clear) }
        for hit in hits {
            let height = numberSize * 1.35
            let width = max(height, TextMetrics.width("\(hit.number)", size: numberSize) + numberSize * 0.6)
            guard
                let rect = places(around: hit, clear: clear, width: width, height: height)
                    .first(where: { place in area.contains(place) && !taken.contains { $0.intersects(place) } })
            else { continue }
            taken.append(rect)
            sketch.add([
                .fill(rect, cornerRadius: height / 2, Palette.ink),
                .stroke(rect.inset(by: 1), cornerRadius: height / 2, width: 2, Palette.text),
            ])
            sketch.line("\(hit.number)", x: rect.center.x, middle: rect.center.y, size: numberSize, weight: .semibold, alignment: .center)
        }
    }

    private func places(around hit: Hit, clear: Double, width: Double, height: Double) -> [Rect] {
        let outwards = hit.place.direction
        return [1.0, 2.0].flatMap { ring in
            [0.0, 45, -45, 90, -90, 135, -135, 180].map { turn in
                let way = outwards + turn
                let far = clear + ring * height / 2 + (ring - 1) * height / 2 + abs(way.right) * (width - height) / 2 + 4
                return Rect(
                    x: hit.point.x + way.right * far - width / 2, y: hit.point.y - way.up * far - height / 2, width: width,
                    height: height)
            }
        }
    }
}

extension Rect {
    /// Wholly.
    func contains(_ other: Rect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }
}
