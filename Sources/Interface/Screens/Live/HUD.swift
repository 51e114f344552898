// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of what stays on the picture: the picture's age at the top left; recording, archer and progress at the top centre; the chip
/// at the top right, and now and then how much footage fits.
struct HUDLayout {
    /// The age sign; `nil` if the pictures say it themselves.
    let when: WhenSign?
    /// The rectangle of the note about the footage that is kept, below the age sign.
    let note: Rect?
    let status: Rect?
    let chip: ChipLayout?
    /// The buffer's bar. It comes and goes, and nothing else moves for it.
    let buffer: BufferBar?
    /// The upper edge for anything below.
    let bottom: Double
    /// The horizontal room for something else in the status's place.
    let room: ClosedRange<Double>
    private let look: Theme
    private let content: HUDContent
    private let statusSize: Double
    /// The middle of the dot that stands alone, horizontally.
    private let dotX: Double

    private static let gap = Theme.margin

    /// - Parameters:
    ///   - span: the horizontal limits for everything.
    ///   - bar: the right edge of the black bar beside the picture, if that is wide enough for the status, which then lies below the age sign.
    init(_ look: Theme, _ content: HUDContent, within span: ClosedRange<Double> = Areas.left...Areas.right, bar: Double? = nil) {
        self.look = look
        self.content = content
        dotX = content.isSplit ? span.lowerBound + Self.dotRadius * 2 : Canvas.bounds.center.x
        let top = Areas.top
        let signRoom = span.upperBound - span.lowerBound
        when = content.when.map { WhenSign($0, x: span.lowerBound, y: top, size: WhenSign.size(look.when, for: $0, within: signRoom)) }
        let sign = when?.rect
        let below = bar.flatMap { Self.statusBelow(look, content, sign, within: span.lowerBound...$0) }
        let noteTop = (below?.rect ?? sign).map { $0.maxY + Self.gap } ?? top
        let note = content.note.map {
            let width = TextMetrics.width($0, size: look.small) + 2 * Theme.padding
            return Rect(x: span.lowerBound, y: noteTop, width: width, height: look.lineHeight(look.small) + 16)
        }
        self.note = note
        let left = (when?.rect ?? note).map { $0.maxX + Self.gap } ?? span.lowerBound
        // The status stays in the middle while there is room. Otherwise it gives way to the left, and then the chip goes below.
        let beside = content.chips.map { ChipLayout(look, $0, right: span.upperBound, top: top) }
        let natural = content.status.map { $0.line.width(look.status) + 2 * Theme.padding + content.dotRoom(look.status) }
        let height = (look.status * 5 / 3).rounded()
        var status: Rect?
        var isBeside = beside.map { $0.left >= left } ?? true
        var size = look.status
        if let below {
            status = below.rect
            size = below.size
        } else if let natural {
            let edge = beside.map { $0.left - Self.gap } ?? span.upperBound
            isBeside = natural <= edge - left
            let right = isBeside ? edge : span.upperBound
            let width = min(natural, right - left)
            if width < natural { size = max(Theme.smallest, size * (width - 2 * Theme.padding) / (natural - 2 * Theme.padding)) }
            let x = min(max(left, Canvas.bounds.center.x - width / 2), right - width)
            // Without room for the figures, half of them would lie on the chip.
            let figures = content.status.map { $0.line.restWidth(size) + content.dotRoom(size) } ?? 0
            status = width >= figures + 2 * Theme.padding && width > 4 * Theme.padding ? Rect(x: x, y: top, width: width, height: height) : nil
        }
        self.status = status
        statusSize = size
        let firstRow = max(when?.rect.maxY ?? top, note?.maxY ?? top, status?.maxY ?? top)
        let chip = isBeside ? beside : content.chips.map { ChipLayout(look, $0, right: span.upperBound, top: firstRow + Self.gap) }
        self.chip = chip
        let taken = status.map { $0.maxX + Self.gap } ?? left
        buffer = content.buffer.map { content in
            let bar = BufferBar(look, content, right: span.upperBound, top: top)
            let free = max(chip.map { $0.bottom + Self.gap } ?? top, taken <= bar.rect.x ? top : firstRow + Self.gap)
            return free == top ? bar : BufferBar(look, content, right: span.upperBound, top: free)
        }
        let reached = [when?.rect.maxX, note?.maxX].compactMap { $0 }.max().map { $0 + Self.gap } ?? span.lowerBound
        room = reached...max(reached, chip.map { $0.left - Self.gap } ?? span.upperBound)
        bottom = max(firstRow, isBeside ? top : chip?.bottom ?? top) + Self.gap
    }

    /// The square beside the status, or below everything if there is no room.
    var besideStatus: Rect {
        let side = (look.status * 5 / 3).rounded()
        let x = (status?.maxX ?? dotX + Self.dotRadius * 2) + Self.gap
        let isFree = x + side <= room.upperBound && room.lowerBound <= x
        let below = max(bottom, chip.map { $0.bottom + Self.gap } ?? bottom)
        return isFree
            ? Rect(x: x, y: status?.y ?? Areas.top, width: side, height: side) : Rect(x: dotX - side / 2, y: below, width: side, height: side)
    }

    /// Returns the status below the age sign, or `nil` if it has no room there.
    private static func statusBelow(
        _ look: Theme, _ content: HUDContent, _ when: Rect?, within bar: ClosedRange<Double>
    ) -> (rect: Rect, size: Double)? {
        guard let status = content.status, let when else { return nil }
        let natural = status.line.width(look.status) + 2 * Theme.padding + content.dotRoom(look.status)
        let room = bar.upperBound - gap - bar.lowerBound
        let size = natural <= room ? look.status : look.status * (room - 2 * Theme.padding) / (natural - 2 * Theme.padding)
        guard size >= look.small else { return nil }
        let rect = Rect(x: bar.lowerBound, y: when.maxY + gap, width: min(natural, room), height: (size * 5 / 3).rounded())
        return (rect, size)
    }

    /// - Parameter isStatusUp: false while something else stands in the status's place.
    func draw(on sketch: inout DrawingBuilder, isStatusUp: Bool = true) {
        when?.draw(on: &sketch)
        if let note, let words = content.note {
            sketch.scrim(note)
            sketch.line(words, x: note.x + Theme.padding, middle: note.center.y, size: look.small)
        }
        if isStatusUp { drawStatus(on: &sketch) }
    }

    /// Draws the status; before the first mark, the dot alone.
    func drawStatus(on sketch: inout DrawingBuilder) {
        guard let status, content.status != nil else {
            // If large text leaves no room for the dot, the chip says enough.
            if content.isRecording, room.contains(dotX - Self.dotRadius * 2), room.contains(dotX + Self.dotRadius * 2) {
                drawDot(at: Point(dotX, Areas.top + look.status * 5 / 6), size: look.status, on: &sketch)
            }
            return
        }
        sketch.scrim(status)
        drawStatusWords(on: &sketch)
    }

    /// Draws the words of the status and the dot before them, without their ground.
    func drawStatusWords(on sketch: inout DrawingBuilder) {
        guard let status, let words = content.status else { return }
        var line = status
        let dotRoom = content.dotRoom(statusSize)
        line.x += Theme.padding + dotRoom
        line.width -= 2 * Theme.padding + dotRoom
        words.line.draw(in: line, baseline: line.center.y + statusSize * 17 / 48, size: statusSize, .center, on: &sketch)
        if content.isRecording {
            drawDot(at: Point(status.x + Theme.padding + Self.dotRadius * statusSize / 48, status.center.y), size: statusSize, on: &sketch)
        }
    }

    /// Draws the red dot, with a light and a dark rim, so that it is visible on any picture.
    private func drawDot(at center: Point, size: Double, on sketch: inout DrawingBuilder) {
        let radius = Self.dotRadius * size / 48
        sketch.add([
            .disc(center: center, radius: radius + 4, Palette.ink.opacity(0.55)), .disc(center: center, radius: radius + 2, Palette.text),
            .disc(center: center, radius: radius, Palette.loss),
        ])
    }

    fileprivate static let dotRadius = 11.0
}

/// The content of the HUD.
struct HUDContent: Hashable {
    var when: WhenSign.Content?
    var note: String?
    /// True if the camera's pictures go into memory.
    var isRecording = false
    /// True on a split screen: the dot lies at the left, not on the line between the pictures.
    var isSplit = false
    var buffer: BufferBar.Content?
    /// `nil` before the first mark.
    var status: LiveStatus?
    /// `nil` if nothing is wrong.
    var chips: ChipContent?

    /// Returns the width that the dot needs before the words of the status.
    fileprivate func dotRoom(_ size: Double) -> Double { isRecording ? (2 * HUDLayout.dotRadius + 14) * size / 48 : 0 }
}

extension LiveStatus {
    /// The status as it is drawn, the name bold.
    var line: NameLine { NameLine(archer, words) }
}
