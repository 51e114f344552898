// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawing of a moment that comes again by itself, or of an end's strip: the picture or pictures, a head that says which moment plays, the
/// speed, and what the camera sees, small.
struct AutoReplayDrawing {
    private let screen: AutoReplayScreen
    private let context: Context
    private let now: Timestamp
    private let look: Theme

    init(_ screen: AutoReplayScreen, _ context: Context, at now: Timestamp) {
        (self.screen, self.context, self.now) = (screen, context, now)
        look = Theme(context.settings)
    }

    /// The room for the small picture, alone and beside a strip. A picture on its side is narrower.
    private static let (room, roomBesideStrip) = ((width: 480.0, height: 270.0), (width: 384.0, height: 216.0))

    var layers: [Layer] {
        let small = LivePictures.picture(screen.corner, context, within: corner)
        var sketch = DrawingBuilder(look)
        sketch.edge(small.place.inset(by: -4), radius: 4, width: 4, Palette.text)
        WhenSign(when, x: small.place.x + 8, y: small.place.maxY - WhenSign.height(Self.whenSize) - 8, size: Self.whenSize).draw(on: &sketch)
        let head = ReplayHead(.lookingBack, figure, line, look, right: headRight)
        head.draw(on: &sketch)
        return pictures(below: head.rect.maxY, on: &sketch) + [small, Layer(.drawing(sketch.drawing))]
            + (context.markSign?.layers(overReplayIn: context, at: now) ?? [])
    }

    /// Returns the picture that fills the TV, or the pictures of the strip, and draws what lies on them.
    private func pictures(below head: Double, on sketch: inout DrawingBuilder) -> [Layer] {
        guard screen.isOfEnd else {
            if screen.transport.speed != 1 { SpeedLadder.sign(screen.transport.speed, y: top, on: &sketch) }
            return [LivePictures.picture(.replay, context, within: Canvas.bounds)]
        }
        let from = (Areas.isUpright ? head : max(head, corner.maxY)) + Theme.margin
        let through = Areas.isUpright ? corner.y - Theme.margin : Areas.bottom
        let strip = EndStrip(
            screen, context, within: Rect(x: Areas.left, y: from, width: Areas.right - Areas.left, height: through - from))
        strip.draw(on: &sketch)
        return strip.layers
    }

    private static let whenSize = 40.0

    private var when: WhenSign.Content { screen.corner == .live ? .live : .ago(context.settings.delaySeconds) }

    /// The upper edge of what lies at the right.
    private var top: Double { context.pageCorner(at: now).map { $0.maxY + Theme.margin } ?? Areas.top }

    private var corner: Rect {
        let room = screen.isOfEnd ? Self.roomBesideStrip : Self.room
        let y =
            switch (screen.isOfEnd, Areas.isUpright) {
            case (true, true): Areas.bottom - room.height
            case (true, false): top
            case (false, true): Areas.belowFilm
            case (false, false): top + SpeedLadder.signHeight + 12
            }
        return Rect(x: Areas.right - room.width, y: y, width: room.width, height: room.height)
    }

    /// The right end of the head's room. On an upright canvas the small picture lies below the strip and not beside the head.
    private var headRight: Double {
        guard screen.isOfEnd else { return corner.x - Theme.margin }
        let chip = context.pageCorner(at: now).map { $0.x - Theme.margin } ?? Areas.right
        return Areas.isUpright ? chip : min(chip, corner.x - Theme.margin)
    }

    /// The name of the moment's mark; a shot that no mark has taken has no number. The shots of an end are counted in it.
    private var figure: String {
        if screen.isOfEnd { return Strings.shot(screen.index + 1, of: screen.moments.count) }
        return context.lineMoments.last { screen.moment.isOf($0) }.map(context.title) ?? Strings.heardMoment
    }

    private var line: String {
        let age = Strings.age(screen.moment.stamp.timestamp.duration(to: now).inSeconds)
        let session = context.sessions.session
        let end = screen.isOfEnd ? session.scoredEnds.placed.name(of: context.newEnd(of: session)) : nil
        return [end, age, Strings.anyControlEndsIt].compactMap { $0 }.joined(separator: NameLine.separator)
    }
}
