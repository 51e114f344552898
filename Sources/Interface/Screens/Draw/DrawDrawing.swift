// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws the screen for drawing: the picture with its drawings, the drawing in progress, the cross with a loupe beside it, and the palette.
///
/// The cross is one drawing that is only moved, so it costs no painting.
struct DrawDrawing {
    private let mode: DrawMode
    private let playback: any Playback
    private let context: Context
    private let now: Timestamp
    private let look: Theme
    private let pictures: [DrawnPicture]
    private let place: Point

    private static let loupe = (radius: 144.0, factor: 3.0, beside: 320.0, below: 200.0)
    private static let cross = (length: 20.0, gap: 14.0)
    private static let handle = 9.0

    init(_ mode: DrawMode, _ playback: any Playback, _ context: Context, at now: Timestamp) {
        (self.mode, self.playback, self.context, self.now) = (mode, playback, context, now)
        look = Theme(context.settings)
        pictures = mode.pictures(on: playback, in: context, at: now)
        place = mode.cursor.position(at: now)
    }

    var layers: [Layer] {
        var layers = ground
        let hidden = mode.grasp?.annotation.id
        layers += pictures.flatMap { $0.layers(in: context, hiding: hidden) }
        if let changing { layers.append(Layer(.drawing(Drawing(changing)))) }
        if let loupe { layers += loupe }
        layers.append(cross)
        var words = DrawingBuilder(look)
        head(on: &words)
        PaletteBar(context, mode.held).draw(on: &words)
        layers.append(Layer(.drawing(words.drawing)))
        return layers
    }

    /// The scene that is saved: the picture with its drawings, without the controls.
    var kept: Scene { Scene(layers: ground + pictures.flatMap { $0.layers(in: context) }) }

    /// The pictures, with the drawings on those that can't be drawn on.
    private var ground: [Layer] {
        let others = playback.pictures(in: context, at: now).filter { other in !pictures.contains { $0.subject == other.subject } }
        return playback.pictureLayers(in: context, at: now) + others.flatMap { $0.layers(in: context) }
    }

    // MARK: The drawing in progress

    /// The drawing that is made or changed, as it would be if the cross were its next point.
    private var made: (annotation: Annotation, picture: DrawnPicture)? {
        if let grasp = mode.grasp {
            var changed = grasp.annotation
            let map = pictures[grasp.picture].map
            changed.points[grasp.point] = map.picture(changed.snapped(place, point: grasp.point, map).point)
            return (changed, pictures[grasp.picture])
        }
        guard let draft = mode.draft, pictures.indices.contains(draft.picture) else { return nil }
        let map = pictures[draft.picture].map
        var next = draft.annotation
        next.points.append(map.picture(next.snapped(place, point: next.points.count, map).point))
        return (next, pictures[draft.picture])
    }

    private var changing: [DrawingCommand]? {
        guard let made else { return nil }
        let (annotation, map) = (made.annotation, made.picture.map)
        var commands = AnnotationPainting(map).commands(annotation)
        if annotation.kind != .freehand {
            for point in annotation.points.map(map.canvas) {
                commands += [.disc(center: point, radius: Self.handle + 3, Palette.ink), .disc(center: point, radius: Self.handle, Palette.text)]
            }
        }
        commands += tick(on: annotation, map)
        return [.clipped(made.picture.area, cornerRadius: 0, commands)]
    }

    /// Returns a tick across a line, or across an arm of an angle, that snapped.
    private func tick(on annotation: Annotation, _ map: PictureMap) -> [DrawingCommand] {
        let point = mode.grasp?.point ?? annotation.points.count - 1
        let (end, snapped) = annotation.snapped(place, point: point, map)
        guard let (snap, from) = snapped else { return [] }
        let middle = (from + end) * 0.5
        let across = snap == .upright ? Point(18, 0) : Point(0, 18)
        let tick = [middle - across, middle + across]
        return [.line(tick, width: 10, Palette.ink), .line(tick, width: 5, Palette.text)]
    }

    // MARK: The cross

    private static var heldCross: Drawing { drawing(ofCrossIn: Palette.held) }
    private static var restingCross: Drawing { drawing(ofCrossIn: Palette.text) }

    private static func drawing(ofCrossIn color: Color) -> Drawing {
        let middle = Canvas.bounds.center
        let strokes: [[Point]] = [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)].map { x, y in
            let (from, to) = (cross.gap, cross.gap + cross.length)
            return [Point(middle.x + x * from, middle.y + y * from), Point(middle.x + x * to, middle.y + y * to)]
        }
        return Drawing(strokes.map { .line($0, width: 8, Palette.ink) } + strokes.map { .line($0, width: 4, color) })
    }

    /// True if the knob moves the cross, and not the palette's value.
    private var isCrossHeld: Bool { if case .cursor = mode.held { true } else { false } }

    private var cross: Layer {
        let (bounds, middle) = (Canvas.bounds, Canvas.bounds.center)
        return Layer(
            .drawing(isCrossHeld ? Self.heldCross : Self.restingCross),
            place: Rect(x: place.x - middle.x, y: place.y - middle.y, width: bounds.width, height: bounds.height))
    }

    // MARK: The loupe

    /// The loupe, which enlarges three times, on the side of the cross that has room.
    private var loupe: [Layer]? {
        guard let picture = pictures.first(where: { $0.area.contains(place) }), let video = ground(of: picture) else { return nil }
        let (radius, factor) = (Self.loupe.radius, Self.loupe.factor)
        let center = loupeCenter
        let rect = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        let map = picture.map
        let span = Rect(x: place.x - radius / factor, y: place.y - radius / factor, width: 2 * radius / factor, height: 2 * radius / factor)
        // The loupe can't show more than the picture has. So near the picture's edge the loupe stays full, and the cross moves in it.
        let crop = map.crop.part(span.inUnits(of: map.place)).moved(into: .unit)
        let inPlace = crop.inUnits(of: map.crop)
        let corner = map.place.part(inPlace)
        let cross = Point((place.x - corner.x) * factor - radius, (place.y - corner.y) * factor - radius)
        var layer = video
        (layer.place, layer.crop) = (rect, crop)
        layer.placement.opacity = 1
        layer.placement.border = Placement.Border(cornerRadius: radius, width: 0, Palette.text)
        let loupeMap = PictureMap(
            within: Rect(
                x: rect.x - inPlace.x * rect.width / inPlace.width, y: rect.y - inPlace.y * rect.height / inPlace.height,
                width: rect.width / inPlace.width, height: rect.height / inPlace.height), crop: map.crop, orientation: map.orientation,
            aspect: map.aspect)
        return [Layer(.drawing(Drawing([.disc(center: center, radius: radius, Palette.ink)]))), layer, ring(center, cross: cross, picture, loupeMap)]
    }

    /// The loupe's centre: right of the cross and below it, or on another side that has more room, or further off. If possible it hides no
    /// angle's degrees.
    private var loupeCenter: Point {
        let radius = Self.loupe.radius
        let room = Rect(
            x: Areas.left, y: Areas.top, width: Areas.right - Areas.left, height: PaletteBar(context, mode.held).rect.y - Theme.margin - Areas.top)
        func square(_ center: Point) -> Rect { Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius) }
        let sides = [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1), (1.6, 1), (-1.6, 1)].map { x, y in
            Point(place.x + x * Self.loupe.beside, place.y + y * Self.loupe.below)
        }
        let fitting = sides.filter { room.encloses(square($0)) }
        let labels = labels
        return fitting.first { side in !labels.contains { $0.intersects(square(side)) } } ?? fitting.first ?? sides[3]
    }

    /// The rectangles of the words in drawings.
    private var labels: [Rect] {
        let hidden = made?.annotation.id
        let seen = pictures.flatMap { picture in
            AnnotationPainting(picture.map).commands(picture.visible(in: context).filter { $0.id != hidden }, at: nil)
        }
        return (seen + (made.map { AnnotationPainting($0.picture.map).commands($0.annotation) } ?? [])).compactMap { command in
            if case .text(let run) = command { TextMetrics.bounds(of: run).inset(by: -12) } else { nil }
        }
    }

    /// Returns the video layer that shows a picture.
    private func ground(of picture: DrawnPicture) -> Layer? {
        ground.first { layer in
            guard case .video = layer.content else { return false }
            return layer.place.contains(place) || layer.place.fitted(aspect: picture.map.place.width / picture.map.place.height).contains(place)
        }
    }

    /// - Parameter cross: the place of the cross, from the centre. In a corner of the picture the cross stays inside the ring.
    private func ring(_ center: Point, cross: Point, _ picture: DrawnPicture, _ map: PictureMap) -> Layer {
        let radius = Self.loupe.radius
        let middle = center + cross * min(1, (radius - 12) / max(1, cross.length))
        let rect = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        let hidden = made?.annotation.id
        var drawn = picture.visible(in: context).filter { $0.id != hidden }
        if let made { drawn.append(made.annotation) }
        // Lines aren't enlarged, so that the place under them stays visible.
        let thin = drawn.map { annotation in
            var thin = annotation
            thin.width = annotation.width / Self.loupe.factor
            return thin
        }
        var commands: [DrawingCommand] = [.clipped(rect, cornerRadius: radius, AnnotationPainting(map).lines(thin))]
        let directions: [Point] = [Point(1, 0), Point(-1, 0), Point(0, 1), Point(0, -1)]
        let strokes = directions.map { [middle + $0 * 12, middle + $0 * 42] }
        let sign = strokes.map { DrawingCommand.line($0, width: 8, Palette.ink) } + strokes.map { DrawingCommand.line($0, width: 4, Palette.text) }
        commands.append(.clipped(rect, cornerRadius: radius, sign))
        commands += [
            .circle(center: center, radius: radius, width: 10, Palette.ink), .circle(center: center, radius: radius, width: 5, Palette.text),
        ]
        return Layer(.drawing(Drawing(commands)))
    }

    // MARK: Words

    private func head(on sketch: inout DrawingBuilder) {
        ReplayHead(.paused, playback.time(in: context, at: now), line, look, right: (context.pageCorner(at: now)?.x ?? Areas.right) - Theme.margin)
            .draw(on: &sketch)
    }

    /// The words for what the next push of the knob acts on.
    private var line: String {
        if let grasp = mode.grasp { return Strings.name(of: grasp.annotation.kind) }
        if let draft = mode.draft, let count = draft.annotation.kind.pointCount, count > 1 {
            return Strings.pointsLeft(draft.annotation.kind, draft.annotation.points.count + 1, of: count)
        }
        if mode.draft == nil, let near = mode.nearPoint(on: playback, in: context, at: now) { return Strings.pointOf(near.annotation.kind) }
        return Strings.name(of: mode.draft?.annotation.kind ?? context.pen.kind)
    }
}

extension Rect {
    /// Returns the rectangle moved as little as possible, so that it lies in another one as far as it fits.
    fileprivate func moved(into room: Rect) -> Rect {
        var rect = self
        rect.x = max(room.x, min(x, room.maxX - width))
        rect.y = max(room.y, min(y, room.maxY - height))
        return rect
    }
}
