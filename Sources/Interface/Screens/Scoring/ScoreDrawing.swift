// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawing of the face on the score screen: the placed arrows, and the held arrow.
struct ScoreDrawing {
    let screen: ScoreScreen
    let end: EndRecord
    let book: ScoreBook
    let settings: Settings
    let layout: ScoreLayout

    var look: Theme { layout.look }
    var face: FaceDrawing { layout.face }
    var isPlacing: Bool { screen.isPlacing(end) }
    private var window: Rect { layout.window }

    static let windowRadius = 24.0

    /// The face as it is seen through the window.
    var ground: Drawing {
        var sketch = DrawingBuilder(look)
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.page)])
        sketch.add([
            .clipped(window, cornerRadius: Self.windowRadius, Self.sheet(face, in: window)),
            .stroke(window.inset(by: 0.75), cornerRadius: Self.windowRadius, width: 1.5, Palette.text.opacity(0.24)),
        ])
        return sketch.drawing
    }

    /// The placed arrows with their numbers.
    var hits: Drawing {
        var sketch = DrawingBuilder(look)
        HitMarks(end, on: face, within: window, except: screen.corrected, look: look).draw(chosen: nil, on: &sketch)
        return sketch.drawing
    }

    /// Returns a face on its well, with a rim round each spot.
    static func sheet(_ face: FaceDrawing, in area: Rect) -> [DrawingCommand] {
        let radius = face.units(face.face.scoringDiameter) / 2 + 8
        let discs = face.face.spots.indices.map { DrawingCommand.disc(center: face.point(ofSpot: $0), radius: radius, Palette.rim) }
        return [.fill(area, cornerRadius: 0, Palette.well)] + discs + face.commands
    }

    // MARK: The held arrow

    /// The held ring, the hour as on a clock, or the shaft to scale.
    var held: Drawing {
        var sketch = DrawingBuilder(look)
        switch screen.held.axis {
        case .ring: drawRing(on: &sketch)
        case .hour: drawHour(on: &sketch)
        case .fine: drawFine(on: &sketch)
        }
        return sketch.drawing
    }

    private var middle: Point { face.point(ofSpot: screen.held.spot) }
    /// The held position on the canvas.
    private var point: Point { screen.held.place.map { face.point(of: $0, inSpot: screen.held.spot) } ?? middle }

    /// Draws both edges of the ring, and its label in it at six o'clock.
    private func drawRing(on sketch: inout DrawingBuilder) {
        let rings = end.face.rings
        let ring = screen.held.ring
        func radius(_ index: Int) -> Double { face.units(rings[index].diameter) / 2 }
        let outer = ring < rings.count ? radius(ring) : radius(rings.count - 1) + Self.missGap
        let inner = ring > 0 ? radius(ring - 1) : 0
        var edges = [outer]
        if ring > 0, ring < rings.count { edges.append(inner) }
        let circles =
            edges.map { DrawingCommand.circle(center: middle, radius: $0, width: 20, Palette.ink) }
            + edges.map { .circle(center: middle, radius: $0, width: 12, Palette.held) }
        sketch.add([.clipped(window, cornerRadius: Self.windowRadius, circles)])
        let label = screen.held.score(in: end).label
        let size = 36 * min(look.scale, 1.5)
        let height = size * 56 / 36
        let width = min(max(size * 2, TextMetrics.width(label, size: size) + 24), window.width / 2)
        let isIn = ring < rings.count && outer - inner >= height + 24
        let rect = ringLabel(width: width, height: height, out: isIn ? (inner + outer) / 2 : nil, beyond: outer + 14)
        sketch.add([.fill(rect, cornerRadius: 12, Palette.held)])
        sketch.line(
            label, x: rect.center.x, middle: rect.center.y, size: size, weight: .bold, alignment: .center, color: Palette.ink, width: width,
            figures: .proportional)
    }

    /// Returns the label's rectangle: at six o'clock, or if that would cover a hit or its number, at the next hour that doesn't.
    /// - Parameters:
    ///   - out: the distance of the label's centre; `nil`: the label is too high for its ring.
    ///   - beyond: in that case, the distance outside of which the label lies.
    private func ringLabel(width: Double, height: Double, out: Double?, beyond: Double) -> Rect {
        let marks = HitMarks(end, on: face, within: window, except: screen.corrected, look: look)
        let taken = marks.labels(chosen: nil).compactMap { $0 } + marks.hits.map(\.rect)
        // The label stays in the window, also while the face moves.
        let room = window.inset(by: 8)
        let places = [6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11, 12].map { hour -> Rect in
            let way = Angle(degrees: Double(hour) * 30)
            let far = out ?? beyond + abs(way.right) * width / 2 + abs(way.up) * height / 2
            let (x, y) = (middle.x + way.right * far - width / 2, middle.y - way.up * far - height / 2)
            return Rect(x: x.clamped(to: room.x...room.maxX - width), y: y.clamped(to: room.y...room.maxY - height), width: width, height: height)
        }
        return places.first { place in !taken.contains(where: place.intersects) } ?? places[0]
    }

    /// The distance beyond the outermost ring at which the edge for a miss is drawn.
    private static let missGap = 12.0

    /// Draws twelve ticks, and a hand from the position to the rim. It reads as a clock, and the hand never crosses the middle.
    private func drawHour(on sketch: inout DrawingBuilder) {
        let half = min(window.width, window.height) / 2
        let (from, to) = (half - 28, half - 8)
        func at(_ angle: Angle, _ radius: Double) -> Point {
            Point(window.center.x + angle.right * radius, window.center.y - angle.up * radius)
        }
        for hour in 0..<12 {
            let angle = Angle(degrees: Double(hour) * 30)
            let ends = [at(angle, from), at(angle, to)]
            sketch.add([.line(ends, width: 10, Palette.ink.opacity(0.6)), .line(ends, width: 5, Palette.text.opacity(0.7))])
        }
        let direction = screen.held.direction
        let tip = at(direction, to)
        sketch.add([.line([point, tip], width: 11, Palette.ink), .line([point, tip], width: 6, Palette.held)])
        sketch.add([
            .disc(center: point, radius: 26, Palette.ink), .disc(center: point, radius: 24, Palette.held),
            .disc(center: point, radius: 16, Palette.ink), .disc(center: point, radius: 11, Palette.text),
        ])
    }

    /// Draws the line along which the fine radius moves, and the shaft to scale.
    private func drawFine(on sketch: inout DrawingBuilder) {
        let held = screen.held
        let length = max(face.units(end.face.scoringDiameter) / 2, face.units(held.distanceOut ?? .zero))
        let tip = Point(middle.x + held.direction.right * length, middle.y - held.direction.up * length)
        let way = [middle, tip]
        sketch.add([
            .clipped(
                window, cornerRadius: Self.windowRadius,
                [.line(way, width: 7, Palette.ink.opacity(0.6)), .line(way, width: 3, Palette.held)]
                    + CircleDrawing.commands(at: point, radius: face.units(end.shaft) / 2))
        ])
    }

    var magnifier: Drawing {
        var sketch = DrawingBuilder(look)
        Magnifier(screen.held, in: end, on: face, within: window).draw(end, on: &sketch)
        return sketch.drawing
    }

    /// Returns the ring that closes round the arrow that was just placed.
    func landing(_ progress: Double) -> Drawing {
        guard let arrow = end.arrows.last, let place = arrow.place else { return Drawing() }
        let radius = HitMarks.radius + 48 * (1 - progress)
        let ring = DrawingCommand.circle(
            center: face.point(of: place, inSpot: arrow.spot), radius: radius, width: 6, Palette.text.opacity(0.3 + 0.7 * progress))
        return Drawing([.clipped(window, cornerRadius: Self.windowRadius, [ring])])
    }
}

/// The drawing of the position that is moved: the shaft to scale, and rings round it that can be seen on every colour and from three
/// metres.
enum CircleDrawing {
    /// The outer radius of its rings round a thin shaft.
    static let reach = 16.0

    static func commands(at middle: Point, radius: Double) -> [DrawingCommand] {
        let shaft = max(radius, 1)
        return [
            .disc(center: middle, radius: shaft + 14, Palette.ink), .disc(center: middle, radius: shaft + 12, Palette.held),
            .disc(center: middle, radius: shaft + 8, Palette.ink), .disc(center: middle, radius: shaft + 6.5, Palette.text),
            .disc(center: middle, radius: shaft, Palette.ink),
        ]
    }
}
