// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// Draws annotations over a picture: on the TV, in a still, in an exported film.
///
/// Each stroke has a dark edge, so that it is visible on any picture; text has a dark background.
public struct AnnotationPainting: Sendable {
    private let map: PictureMap
    /// Canvas units for a pixel of a picture 1080 lines high.
    private let unit: Double

    /// The width of the dark edge on each side of a stroke.
    private static let edge = 2.0
    /// The size of an arrowhead: in widths of its line, and the smallest size.
    private static let head = (widths: 4.0, least: 24.0)
    private static let dash = (on: 20.0, off: 14.0)
    private static let sector = (radius: 92.0, opacity: 0.35)
    private static let label = (size: 48.0, away: 54.0, ground: 0.7)
    private static let textSize = 44.0
    /// The number of segments from one point of a smooth path to the next.
    private static let curveSteps = 12

    public init(_ map: PictureMap) {
        self.map = map
        unit = map.thickness(1)
    }

    /// Returns the drawing commands of these annotations at one instant, in canvas units.
    /// - Parameter seconds: the time after the clip's first picture; `nil`: draws all of them, whatever their spans.
    public func commands(_ annotations: [Annotation], at seconds: Double?) -> [DrawingCommand] {
        annotations.flatMap { annotation in
            commands(annotation, opacity: seconds.map { annotation.opacity(at: $0) } ?? 1)
        }
    }

    /// Returns the commands for the lines only, without texts and their backgrounds: for a detail that is shown enlarged.
    package func lines(_ annotations: [Annotation]) -> [DrawingCommand] {
        annotations.flatMap { commands($0) }.filter { command in
            switch command {
            case .text, .fill: false
            default: true
            }
        }
    }

    /// Returns the commands of one annotation; an incomplete one is drawn as far as its points go.
    public func commands(_ annotation: Annotation, opacity: Double = 1) -> [DrawingCommand] {
        guard opacity > 0 else { return [] }
        let ink = annotation.ink.color.opacity(opacity)
        let dark = Color(hex: 0x000000).opacity(0.85 * opacity)
        let points = annotation.points.map(map.canvas)
        let width = annotation.width * unit
        guard let first = points.first else { return [] }
        func stroke(_ paths: [[Point]]) -> [DrawingCommand] {
            let drawn = paths.filter { $0.count > 1 }
            return drawn.map { .line($0, width: width + 2 * Self.edge * unit, dark) } + drawn.map { .line($0, width: width, ink) }
        }
        switch annotation.kind {
        case .line: return stroke(annotation.isDashed ? dashes(points) : [points])
        case .arrow: return arrow(points, width, stroke: stroke, ink, dark, isDashed: annotation.isDashed)
        case .circle:
            guard points.count > 1 else { return [] }
            let radius = (points[1] - first).length
            return [
                .circle(center: first, radius: radius, width: width + 2 * Self.edge * unit, dark),
                .circle(center: first, radius: radius, width: width, ink),
            ]
        case .freehand: return stroke([points])
        case .curve: return stroke([Self.smooth(points)])
        case .text: return text(annotation.text, at: first, ink, opacity)
        case .angle:
            guard points.count > 2 else { return stroke([points]) }
            return sector(points[0], points[1], points[2], ink, opacity, stroke([points]))
        case .fromUpright, .fromLevel:
            guard points.count > 1 else { return [] }
            let other = Self.reference(of: annotation.kind, from: first, towards: points[1])
            return sector(points[1], first, other, ink, opacity, stroke([points] + dashes([first, other])))
        }
    }

    /// Returns the degrees of an angle; `nil` for the other kinds and for an incomplete angle.
    public func degrees(_ annotation: Annotation) -> Double? {
        guard annotation.isWhole else { return nil }
        let points = annotation.points.map(map.canvas)
        return switch annotation.kind {
        case .angle: PictureAngle.between(points[0], vertex: points[1], points[2])
        case .fromUpright: PictureAngle.fromUpright(points[0], points[1])
        case .fromLevel: PictureAngle.fromLevel(points[0], points[1])
        default: nil
        }
    }

    // MARK: Shapes

    private func arrow(
        _ points: [Point], _ width: Double, stroke: ([[Point]]) -> [DrawingCommand], _ ink: Color, _ dark: Color, isDashed: Bool
    ) -> [DrawingCommand] {
        guard points.count > 1, let tip = points.last, let tail = points.first else { return [] }
        let way = tip - tail
        guard way.length > 0 else { return [] }
        let along = way * (1 / way.length)
        let across = Point(-along.y, along.x)
        let size = min(max(Self.head.widths * width, Self.head.least * unit), way.length)
        let foot = tip - along * size
        func triangle(_ grown: Double) -> [Point] {
            [tip + along * (grown * 1.6), foot + across * (size * 0.5 + grown) - along * grown, foot - across * (size * 0.5 + grown) - along * grown]
        }
        // The shaft ends inside the head.
        let shaft = [tail, tip - along * (size * 0.8)]
        return [.polygon(triangle(Self.edge * unit), dark)] + stroke(isDashed ? dashes(shaft) : [shaft]) + [.polygon(triangle(0), ink)]
    }

    private func dashes(_ points: [Point]) -> [[Point]] {
        guard points.count > 1 else { return [] }
        let way = points[1] - points[0]
        let length = way.length
        let step = (Self.dash.on + Self.dash.off) * unit
        guard length > 0, step > 0, length / step < 1000 else { return [points] }
        let along = way * (1 / length)
        return stride(from: 0, to: length, by: step).map { from in
            [points[0] + along * from, points[0] + along * min(length, from + Self.dash.on * unit)]
        }
    }

    /// Returns the end of the arm from which an angle to the upright or the level is measured: as long as the line, and on its side.
    private static func reference(of kind: Annotation.Kind, from vertex: Point, towards point: Point) -> Point {
        let way = point - vertex
        return kind == .fromUpright
            ? Point(vertex.x, vertex.y + (way.y < 0 ? -1 : 1) * way.length) : Point(vertex.x + (way.x < 0 ? -1 : 1) * way.length, vertex.y)
    }

    private func sector(
        _ one: Point, _ vertex: Point, _ other: Point, _ ink: Color, _ opacity: Double, _ arms: [DrawingCommand]
    ) -> [DrawingCommand] {
        let (a, b) = (one - vertex, other - vertex)
        guard a.length > 0, b.length > 0 else { return arms }
        let radius = min(Self.sector.radius * unit, a.length, b.length)
        let from = Double.atan2(y: a.y, x: a.x)
        let turn = Double.atan2(y: a.x * b.y - a.y * b.x, x: a.x * b.x + a.y * b.y)
        let steps = max(2, Int(abs(turn) * 16))
        let rim = (0...steps).map { step in
            let angle = from + turn * Double(step) / Double(steps)
            return vertex + Point(Double.cos(angle), Double.sin(angle)) * radius
        }
        let middle = from + turn / 2
        let away = radius + Self.label.away * unit
        let center = vertex + Point(Double.cos(middle), Double.sin(middle)) * away
        let degrees = "\(Int((abs(turn) * 180 / .pi).rounded()))°"
        return [.polygon([vertex] + rim, ink.opacity(Self.sector.opacity))] + arms + label(degrees, at: center, opacity)
    }

    private func label(_ words: String, at center: Point, _ opacity: Double) -> [DrawingCommand] {
        let size = Self.label.size * unit
        let width = TextMetrics.width(words, size: size) + 24 * unit
        let height = size * 1.25
        let ground = Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
        return [
            .fill(ground, cornerRadius: 10 * unit, Color(hex: 0x000000).opacity(Self.label.ground * opacity)),
            .text(
                TextRun(
                    words, at: Point(center.x, center.y - size * TextMetrics.lineHeight / 2), size: size, weight: .bold, alignment: .center,
                    color: Color(hex: 0xFFFFFF).opacity(opacity))),
        ]
    }

    /// The point is the middle of the background's left edge.
    private func text(_ words: String, at point: Point, _ ink: Color, _ opacity: Double) -> [DrawingCommand] {
        guard !words.isEmpty else { return [] }
        let size = Self.textSize * unit
        let width = TextMetrics.width(words, size: size) + 28 * unit
        let ground = Rect(x: point.x, y: point.y - size * 0.7, width: width, height: size * 1.4)
        return [
            .fill(ground, cornerRadius: 10 * unit, Color(hex: 0x000000).opacity(Self.label.ground * opacity)),
            .text(
                TextRun(
                    words, at: Point(ground.x + 14 * unit, ground.center.y - size * TextMetrics.lineHeight / 2), size: size, weight: .semibold,
                    color: ink)),
        ]
    }

    /// Returns a Catmull-Rom spline: it goes through each of the points.
    static func smooth(_ points: [Point]) -> [Point] {
        guard points.count > 2 else { return points }
        var path = [points[0]]
        for index in 0..<points.count - 1 {
            let (p1, p2) = (points[index], points[index + 1])
            let p0 = index > 0 ? points[index - 1] : p1
            let p3 = index + 2 < points.count ? points[index + 2] : p2
            for step in 1...curveSteps {
                let t = Double(step) / Double(curveSteps)
                let a = (p1 * 3 - p0) - p2 * 3 + p3
                let b = p0 * 2 - p1 * 5 + p2 * 4 - p3
                path.append((p1 * 2 + (p2 - p0) * t + b * (t * t) + a * (t * t * t)) * 0.5)
            }
        }
        return path
    }
}
