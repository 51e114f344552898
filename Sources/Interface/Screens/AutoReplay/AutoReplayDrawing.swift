// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawing of a moment that comes again by itself: its picture, a head that says which moment it is, the speed, and what the camera
/// sees, small.
struct AutoReplayDrawing {
    private let screen: AutoReplayScreen
    private let context: Context
    private let now: Timestamp
    private let look: Theme

    init(_ screen: AutoReplayScreen, _ context: Context, at now: Timestamp) {
        (self.screen, self.context, self.now) = (screen, context, now)
        look = Theme(context.settings)
    }

    /// The room for the small picture. A picture on its side is narrower.
    private static let room = (width: 480.0, height: 270.0)

    var layers: [Layer] {
        let small = LivePictures.picture(screen.corner, context, within: corner)
        var sketch = DrawingBuilder(look)
        sketch.edge(small.place.inset(by: -4), radius: 4, width: 4, Palette.text)
        WhenSign(when, x: small.place.x + 8, y: small.place.maxY - WhenSign.height(Self.whenSize) - 8, size: Self.whenSize).draw(on: &sketch)
        ReplayHead(.lookingBack, figure, line, look, right: corner.x - Theme.margin).draw(on: &sketch)
        if screen.transport.speed != 1 { SpeedLadder.sign(screen.transport.speed, y: top, on: &sketch) }
        return [LivePictures.picture(.replay, context, within: Canvas.bounds), small, Layer(.drawing(sketch.drawing))]
            + (context.markSign?.layers(overReplayIn: context, at: now) ?? [])
    }

    private static let whenSize = 40.0

    private var when: WhenSign.Content { screen.corner == .live ? .live : .ago(context.settings.delaySeconds) }

    /// The upper edge of what lies at the right.
    private var top: Double { context.pageCorner(at: now).map { $0.maxY + Theme.margin } ?? Areas.top }

    private var corner: Rect {
        let y = Areas.isUpright ? Areas.belowFilm : top + SpeedLadder.signHeight + 12
        return Rect(x: Areas.right - Self.room.width, y: y, width: Self.room.width, height: Self.room.height)
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
