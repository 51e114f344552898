// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The sign of the shooting line's clock: a light whose shape says as much as its colour, the group, and the seconds that are left.
struct LineClockSign {
    let rect: Rect
    private let face: EndTimer.Face
    private let size: Double

    /// - Parameters:
    ///   - size: the size of the figure, in canvas units.
    ///   - place: returns the upper left corner for a sign of this width.
    init(_ face: EndTimer.Face, size: Double, at place: (_ width: Double) -> Point) {
        self.face = face
        self.size = size
        let group = face.group == nil ? 0 : Self.groupWidth(size) + Theme.margin
        let width = 2 * Theme.padding + Self.side(size) + Theme.margin + group + Self.figureWidth(face, size)
        let corner = place(width)
        rect = Rect(x: corner.x, y: corner.y, width: width, height: (size * 4 / 3).rounded())
    }

    private static func side(_ size: Double) -> Double { (size * 0.75).rounded() }
    private static func groupWidth(_ size: Double) -> Double { TextMetrics.width("CD", size: size / 2) }
    /// The width of as many eights, so that the sign doesn't tremble as the seconds pass.
    private static func figureWidth(_ face: EndTimer.Face, _ size: Double) -> Double {
        TextMetrics.width(String(repeating: "8", count: max(2, "\(face.seconds)".count)), size: size)
    }

    func draw(on sketch: inout DrawingBuilder) {
        sketch.sheet(rect)
        let side = Self.side(size)
        let light = Rect(x: rect.x + Theme.padding, y: rect.center.y - side / 2, width: side, height: side)
        sketch.add(Self.light(face.sign, in: light))
        var x = light.maxX + Theme.margin
        if let group = face.group {
            sketch.line(group.rawValue, x: x, middle: rect.center.y, size: size / 2, weight: .semibold)
            x += Self.groupWidth(size) + Theme.margin
        }
        sketch.line(
            "\(face.seconds)", x: x + Self.figureWidth(face, size), middle: rect.center.y, size: size, weight: .bold, alignment: .trailing)
    }

    /// Returns the light: a red ring, a green disc, an amber triangle, two white bars, a red cross, a red square.
    private static func light(_ sign: EndTimer.Sign, in rect: Rect) -> [DrawingCommand] {
        let (half, width) = (rect.width / 2, rect.width / 7)
        switch sign {
        case .prepare: return [.circle(center: rect.center, radius: half - width, width: 2 * width, Palette.loss)]
        case .shoot: return [.disc(center: rect.center, radius: half, Palette.done)]
        case .hurry: return [.polygon([Point(rect.center.x, rect.y), Point(rect.maxX, rect.maxY), Point(rect.x, rect.maxY)], Palette.held)]
        case .paused:
            return [rect.x + width, rect.maxX - 3 * width].map {
                .fill(Rect(x: $0, y: rect.y, width: 2 * width, height: rect.height), cornerRadius: width / 2, Palette.text)
            }
        case .emergency:
            let cross = rect.inset(by: width)
            return [
                .line([Point(cross.x, cross.y), Point(cross.maxX, cross.maxY)], width: 2 * width, Palette.loss),
                .line([Point(cross.x, cross.maxY), Point(cross.maxX, cross.y)], width: 2 * width, Palette.loss),
            ]
        case .over: return [.fill(rect.inset(by: width / 2), cornerRadius: width / 2, Palette.loss)]
        }
    }
}

extension Context {
    /// Returns the clock's sign: large in a corner of the delayed picture on Live, small on every other screen; `nil` if no end is under way.
    func lineClock(on place: ScreenKind, at now: Timestamp) -> Layer? {
        lineClockSign(on: place, at: now).map { sign in
            var sketch = DrawingBuilder(Theme(settings))
            sign.draw(on: &sketch)
            return Layer(.drawing(sketch.drawing))
        }
    }

    /// Returns the part of a page's top right corner that the chip and the clock take; `nil` if it is free.
    func pageCorner(at now: Timestamp) -> Rect? {
        let (chip, sign) = (pageChip(at: now)?.full, lineClockSign(on: cover.place, at: now)?.rect)
        return chip.map { chip in sign.map { chip.union($0) } ?? chip } ?? sign
    }

    func lineClockSign(on place: ScreenKind, at now: Timestamp) -> LineClockSign? {
        guard switchingOff.ending == nil, let face = endTimer.face(at: now) else { return nil }
        let look = Theme(settings)
        // Like all text that stays on the picture, it grows less than other text: 144, 168, 192.
        return LineClockSign(face, size: place == .live ? 96 + 48 * look.scale : look.chipTitle) { width in
            guard place.showsLive else {
                // The top right corner belongs to the chip.
                return Point(pageChip(at: now).map { $0.full.x - Theme.margin - width } ?? Areas.right - width, Areas.top)
            }
            let layout = hudLayout(at: now)
            let row = archerRowLayout(in: layout, at: now).map { $0.rect.maxY + Theme.margin } ?? 0
            // The delayed picture of a split screen is the right one, the diagnostics lie at the left, and who stands at the left is seen.
            guard settings.isSplit || settings.showsDiagnostics || (livePerson?.x ?? 1) < 0.4 else {
                return Point(LivePictures(self, at: now).hudSpan(look, right: cover.right).lowerBound, max(layout.bottom, row))
            }
            let top = max(belowHUD(at: now), row, layout.buffer.map { $0.rect.maxY + Theme.margin } ?? 0)
            return Point(cover.right - width, top)
        }
    }
}
