// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The moving pictures of Live: the delayed one, the live one until that is there, or both side by side.
struct LivePictures {
    private let settings: Settings
    private let stream: StreamParameters
    private let isDelayedUp: Bool
    private let zoom: Zoom
    /// The person's place, as displayed.
    private let person: Point?
    /// The part of the canvas for the pictures: all of it, unless the line at the foot asks something.
    let area: Rect
    /// The lower limit for what lies on the pictures.
    let bottom: Double
    private let share: Double

    init(_ context: Context, at now: Timestamp) {
        self.init(context, isDelayedUp: context.isDelayedUp(at: now), share: context.stepBack.value(at: now), person: context.livePerson(at: now))
    }

    /// - Parameters:
    ///   - share: the share by which they have stepped back, 0…1.
    ///   - person: where the person is, as displayed.
    init(_ context: Context, isDelayedUp: Bool, share: Double, person: Point? = nil) {
        self.person = person
        settings = context.settings
        stream = context.stream
        self.isDelayedUp = isDelayedUp
        zoom = context.zoom
        self.share = share
        let look = Theme(settings)
        area = Self.area(look, share: share, aspect: Self.aspect(settings, stream))
        // Two pictures that have stepped back end well above the line at the foot.
        let isStripFree = context.hasFrameStrip && !(settings.isSplit && share > 0)
        let strip = isStripFree && !Areas.isUpright ? area.height * Areas.middleBottom / Canvas.bounds.height : Areas.bottom
        let usual = min(FooterLayout(look).rect.y - Theme.margin, area.maxY - Theme.margin, strip)
        // An upright picture doesn't step back, so its label makes way for the line at the foot.
        bottom = Areas.isUpright ? usual.moved(share, to: min(usual, OfferLine.place(look).y - Theme.margin)) : usual
    }

    /// Returns the pictures' area. Stepped back it is 1536 × 864 at 192, 0; with large text the line at the foot is higher, so the area is
    /// smaller. On an upright canvas a wide picture ends above that line as it is.
    private static func area(_ look: Theme, share: Double, aspect: Double) -> Rect {
        let canvas = Canvas.bounds
        if Canvas.shape.place(ofPicture: aspect) != canvas { return canvas }
        let least = min(0.8, (OfferLine.place(look).y - 14) / canvas.height)
        let scale = 1 - (1 - least) * share
        return Rect(x: canvas.center.x - canvas.width * scale / 2, y: 0, width: canvas.width * scale, height: canvas.height * scale)
    }

    var layers: [Layer] {
        guard settings.isSplit else { return [picture(isDelayedUp ? .delayed : .live, within: area)] }
        return [half(.live)] + (isDelayedUp ? [half(.delayed)] : [])
    }

    /// Returns the pictures as a ground for standing lines and movement.
    func drawn(in context: Context) -> [DrawnPicture] {
        guard context.lines.isOn || context.movement.isOn else { return [] }
        let leftHanded = context.isShooterLeftHanded
        return layers.map { DrawnPicture(.line, $0, orientation: settings.orientation, size: stream.size, seconds: nil, isLeftHanded: leftHanded) }
    }

    /// The places of the two pictures of a split screen, whether or not the delayed one is up.
    var halves: (live: Rect, delayed: Rect) {
        (half(.live).place, half(.delayed).place)
    }

    /// Returns the top of the label at a picture's foot, and the size of its figure.
    func label(on picture: Rect, _ look: Theme) -> (top: Double, size: Double) {
        let size = (look.when * 2 / 3).rounded()
        return (min(bottom, picture.maxY - Theme.padding) - WhenSign.height(size), size)
    }

    /// Returns the top of the upper one of both labels.
    func labelTop(_ look: Theme) -> Double { min(label(on: halves.live, look).top, label(on: halves.delayed, look).top) }

    /// Returns the span from left to right that the HUD takes: it lies on the picture if that is wide enough for all of it.
    /// - Parameter right: the left edge of what lies over Live.
    func hudSpan(_ look: Theme, right: Double) -> ClosedRange<Double> {
        // The picture may be wide enough only before it steps back; the HUD moves along all the same.
        let (whole, back) = (hudSpan(look, right: right, share: 0), hudSpan(look, right: right, share: 1))
        return whole.lowerBound.moved(share, to: back.lowerBound)...whole.upperBound.moved(share, to: back.upperBound)
    }

    private func hudSpan(_ look: Theme, right: Double, share: Double) -> ClosedRange<Double> {
        let place = picture(.delayed, within: Self.area(look, share: share, aspect: Self.aspect(settings, stream))).place
        let left = place.x + Theme.padding
        guard !settings.isSplit, place.width - 2 * Theme.padding >= Self.hudWidth(look, isAsked: share > 0) else { return Areas.left...right }
        return max(Areas.left, left)...min(right, max(Areas.left, place.maxX - Theme.padding), Areas.right)
    }

    /// The right edge of the room for the status below the age sign: the black bar at the left of the picture, or on an upright canvas all
    /// of the bar above the picture. `nil` if the bar at the left is narrower than 300.
    var leftBar: Double? {
        if Areas.isUpright { return settings.isSplit ? nil : Areas.right + Theme.margin }
        guard !settings.isSplit, share == 0 else { return nil }
        let edge = picture(.delayed, within: area).place.x
        return edge >= Self.leastBar ? edge : nil
    }

    private static let leastBar = 300.0

    /// Returns the width that the HUD needs at most, apart from long names: for sign, status and chip. Beside a question the status may
    /// give way.
    private static func hudWidth(_ look: Theme, isAsked: Bool) -> Double {
        let status = LiveStatus(end: 88, marks: 8, arrows: 8).line.width(look.status) + 2 * Theme.padding
        let signs: [WhenSign.Content] = [.ago(Settings.delayRange.upperBound), .noCamera]
        let when = signs.map { WhenSign.width($0, size: look.when) }.max() ?? 0
        return when + ChipLayout.mostWidth(look) + (isAsked ? Theme.margin : status + 2 * Theme.margin)
    }

    /// Returns one of the two pictures of a split screen: the part round the person that fills its half, as beside another clip.
    private func half(_ source: VideoSource) -> Layer {
        var layer = picture(source, within: area)
        let zoom = zoom.aimed(at: person)
        let aspect = layer.place.width / layer.place.height
        let half = ComparisonView(zoom: zoom, otherZoom: zoom).picture(isOther: source == .delayed, aspect: aspect)
        layer.crop = half.crop
        layer.place = area.part(half.place.inUnits(of: Canvas.bounds)).fitted(aspect: aspect * half.crop.width / half.crop.height)
        return layer
    }

    private func picture(_ source: VideoSource, within area: Rect) -> Layer { Self.picture(source, settings, stream, zoom, within: area) }

    /// Returns the camera's live or delayed picture, as large as it fits, turned and mirrored as it is set.
    static func picture(_ source: VideoSource, _ context: Context, within area: Rect) -> Layer {
        picture(source, context.settings, context.stream, context.zoom, within: area)
    }

    private static func picture(
        _ source: VideoSource, _ settings: Settings, _ stream: StreamParameters, _ zoom: Zoom, within area: Rect
    ) -> Layer {
        let aspect = aspect(settings, stream)
        let area = area == Canvas.bounds ? Canvas.shape.place(ofPicture: aspect) : area
        return Layer(
            .video(source), place: area.fitted(aspect: aspect), crop: zoom.crop,
            placement: Placement().placing(settings.orientation))
    }

    /// Returns the width of the picture over its height, as it is displayed.
    private static func aspect(_ settings: Settings, _ stream: StreamParameters) -> Double {
        let (width, height) = (Double(stream.size.width), Double(stream.size.height))
        return settings.orientation.isOnItsSide ? height / width : width / height
    }
}
