// SPDX-License-Identifier: GPL-3.0-or-later

/// A target face drawn to scale on the canvas (or on a page): converts positions on its sheet, and makes the drawing.
public struct FaceDrawing: Hashable, Sendable {
    public let face: Face
    /// The position of the sheet's centre.
    public let centre: Point
    /// Canvas units per millimetre.
    public let scale: Double

    /// The width of a dividing line. Every rulebook allows it: World Archery's round faces have lines of at most 2 mm, its field faces of 1
    /// mm (Book 2).
    private static let lineMillimetres = 1.0
    /// The least width of a line on a small face, in canvas units, so that it can be seen from three metres.
    static let thinnestLine = 1.5
    /// The largest share of its ring's width that a line takes, however narrow the ring is.
    private static let widestShare = 0.2
    /// The centre's cross: at most 4 mm long, its lines 1 mm wide.
    private static let crossMillimetres = 4.0
    /// The shortest cross that is drawn, in canvas units. Nobody would see a shorter one.
    private static let smallestCross = 4.0

    public init(_ face: Face, centre: Point, scale: Double) {
        self.face = face
        self.centre = centre
        self.scale = scale
    }

    /// Makes the whole sheet as large as fits into a rectangle, centred.
    public init(_ face: Face, fitting area: Rect) {
        let sheet = FaceDrawing.sheet(of: face)
        let scale = min(area.width / sheet.width, area.height / sheet.height)
        let middle = Point((sheet.x + sheet.width / 2) * scale, (sheet.y + sheet.height / 2) * scale)
        self.init(face, centre: Point(area.center.x - middle.x, area.center.y - middle.y), scale: scale)
    }

    /// Returns the rectangle that the spots cover, in millimetres from the sheet's centre, y down as on the canvas.
    package static func sheet(of face: Face) -> Rect {
        let radius = face.scoringDiameter.millimetres / 2
        let xs = face.spots.map(\.x.millimetres)
        let ys = face.spots.map { -$0.y.millimetres }
        let left = (xs.min() ?? 0) - radius
        let right = (xs.max() ?? 0) + radius
        let top = (ys.min() ?? 0) - radius
        let bottom = (ys.max() ?? 0) + radius
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    // MARK: Positions

    public func point(ofSpot spot: Int) -> Point { point(face.spots[spot]) }

    /// Returns the canvas point of a position that is measured from a spot's centre.
    public func point(of place: FacePoint, inSpot spot: Int) -> Point { point(place.absolute(from: face.spots[spot])) }

    /// Returns the canvas point of a position that is measured from the sheet's centre.
    public func point(_ place: FacePoint) -> Point {
        Point(centre.x + place.x.millimetres * scale, centre.y - place.y.millimetres * scale)
    }

    /// Returns the position under a point of the canvas, measured from the sheet's centre. Each coordinate is clamped to 100 m.
    public func place(at point: Point) -> FacePoint {
        func length(_ units: Double) -> Length { Length(millimetres: (units / scale).clamped(to: -100_000...100_000)) }
        return FacePoint(x: length(point.x - centre.x), y: length(centre.y - point.y))
    }

    public func units(_ length: Length) -> Double { length.millimetres * scale }

    // MARK: Drawing

    /// The sheet with its rings in the printed colours. Dividing lines lie wholly in the higher ring.
    public var commands: [DrawingCommand] {
        face.spots.flatMap { spot in
            let middle = point(spot)
            return face.rings.indices.reversed().flatMap { commands(ofRing: $0, at: middle) } + cross(at: middle)
        }
    }

    private func commands(ofRing index: Int, at middle: Point) -> [DrawingCommand] {
        let ring = face.rings[index]
        let radius = units(ring.diameter) / 2
        let disc = DrawingCommand.disc(center: middle, radius: radius, Color(hex: ring.color.hex))
        guard let line = ring.line else { return [disc] }
        let width = lineWidth(ofRing: index)
        return [disc, .circle(center: middle, radius: radius - width / 2, width: width, Color(hex: line.hex))]
    }

    /// Returns the width of a ring's dividing line, in canvas units.
    func lineWidth(ofRing index: Int) -> Double {
        let inner = index > 0 ? units(face.rings[index - 1].diameter) / 2 : 0
        let ring = units(face.rings[index].diameter) / 2 - inner
        return min(max(Self.lineMillimetres * scale, Self.thinnestLine), ring * Self.widestShare)
    }

    private func cross(at middle: Point) -> [DrawingCommand] {
        let length = Self.crossMillimetres * scale
        guard let inner = face.rings.first, length >= Self.smallestCross, length < units(inner.diameter) / 2 else { return [] }
        let color = Color(hex: inner.line?.hex ?? FaceColor.black.hex)
        let width = length / 4
        // Lines have round caps, which add half a width at each end.
        let arm = (length - width) / 2
        return [
            .line([Point(middle.x - arm, middle.y), Point(middle.x + arm, middle.y)], width: width, color),
            .line([Point(middle.x, middle.y - arm), Point(middle.x, middle.y + arm)], width: width, color),
        ]
    }

    /// Returns the drawing of a hit to scale: the black shaft in a light ring, so that it can be seen on black and from three metres.
    /// - Parameter halo: the ring's width, in canvas units.
    public func hit(_ place: FacePoint, inSpot spot: Int, shaft: Length, halo: Double = 6, color: Color = Color(hex: 0xFFFFFF)) -> [DrawingCommand] {
        let middle = point(of: place, inSpot: spot)
        let radius = max(units(shaft) / 2, 1)
        return [.circle(center: middle, radius: radius + halo / 2, width: halo, color), .disc(center: middle, radius: radius, Color(hex: 0x000000))]
    }
}
