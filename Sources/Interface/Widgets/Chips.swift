// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A condition: what is wrong, and what a person can do about it.
struct Chip: Hashable, Sendable {
    /// The importance, which the plate under the icon shows.
    enum Weight: Hashable, Sendable {
        /// Something is lost, or will be.
        case loss
        case noCamera
        /// Nothing is wrong: a word about what happened.
        case word
    }

    var kind: ChipKind
    var icon: ChipIcon
    var title: String
    var line: String?
    var weight = Weight.loss
    /// The progress, 0…1, of something that goes on.
    var progress: Double?

    var plate: Color {
        switch weight {
        case .loss: Palette.loss
        case .noCamera: Palette.noCamera
        case .word: Palette.plate
        }
    }
}

/// The one chip that is shown, and the number of other conditions beside it.
struct ChipContent: Hashable {
    var chip: Chip
    var others: Int
    /// 1: with its words, 0: only its icon.
    var openness: Double
    /// True if long words may take more lines, because only the picture is below.
    var mayWrap: Bool
}

/// The layout of the chip. It grows to the left and, if words may wrap, downwards.
struct ChipLayout {
    /// The rectangle with the words, whether or not they are shown now. So nothing beside the chip moves when it shrinks.
    let full: Rect
    /// The furthest left that it ever reaches.
    let left: Double
    private let rect: Rect
    private let counter: Rect?
    private let look: Theme
    private let content: ChipContent
    private let titleSize: Double
    private let lineSize: Double
    private let titleLines: Int
    private let lineLines: Int

    static let gap = 8.0
    private static let barHeight = 8.0
    private static let plateRadius = 12.0
    /// Returns the factor for everything, relative to the usual size.
    private static func share(_ look: Theme) -> Double { look.chipTitle / 36 }
    static func side(_ look: Theme) -> Double { (88 * share(look)).rounded() }
    static func mostWidth(_ look: Theme) -> Double { (368 * share(look)).rounded() }
    /// Returns the size down to which a title is made smaller before it takes two lines.
    private static func leastTitle(_ look: Theme) -> Double { (28 * share(look)).rounded() }
    private static func inset(_ look: Theme) -> Double { 20 * share(look) }
    private static func plate(_ look: Theme) -> Double { 48 * share(look) }

    /// - Parameters:
    ///   - right: its right edge.
    ///   - top: its upper edge.
    ///   - limit: the left limit for the chip and for the counter beside it.
    init(_ look: Theme, _ content: ChipContent, right: Double, top: Double, limit: Double = Areas.left) {
        self.look = look
        self.content = content
        let side = Self.side(look)
        let chip = content.chip
        let around = side + Theme.padding
        let counterWidth = (72 * Self.share(look)).rounded()
        let taken = content.others > 0 && content.mayWrap ? Self.gap + counterWidth : 0
        let room = min(Self.mostWidth(look), right - limit - taken) - around
        func lines(_ text: String, _ size: Double, most: Int) -> Int {
            content.mayWrap ? min(most, TextMetrics.lines(text, size: size, within: room)) : 1
        }
        // A title of one line reads better than a larger one of two.
        let isShort = TextMetrics.width(chip.title, size: Self.leastTitle(look)) <= room
        let titleLines = isShort ? 1 : lines(chip.title, look.chipTitle, most: 2)
        let titleSize = Theme.size(look.chipTitle, for: chip.title, within: room, lines: titleLines)
        let lineLines = chip.line.map { lines($0, look.chipLine, most: look.scale > 1 ? 2 : 4) } ?? 0
        let lineSize = chip.line.map { Theme.size(look.chipLine, for: $0, within: room, lines: lineLines) } ?? look.chipLine
        (self.titleLines, self.titleSize, self.lineLines, self.lineSize) = (titleLines, titleSize, lineLines, lineSize)
        let widths = [TextMetrics.width(chip.title, size: titleSize)] + (chip.line.map { [TextMetrics.width($0, size: lineSize)] } ?? [])
        let width = around + min(room, max(widths.max() ?? 0, chip.progress == nil ? 0 : room))
        let text = Double(titleLines) * look.lineHeight(titleSize) + Double(lineLines) * look.lineHeight(lineSize)
        let height = max(side, text + 10) + (chip.progress == nil ? 0 : Self.barHeight + 12)
        let full = Rect(x: right - width, y: top, width: width, height: height)
        let open = content.openness
        rect = Rect(x: right - side.moved(open, to: width), y: top, width: side.moved(open, to: width), height: side.moved(open, to: height))
        // Beside the words, the counter would lie on a page's title.
        let isCounted = content.others > 0 && (content.mayWrap || content.openness < 0.5)
        counter =
            isCounted ? Rect(x: rect.x - Self.gap - counterWidth, y: top, width: counterWidth, height: side) : nil
        self.full = full
        left = full.x - taken
    }

    var bottom: Double { full.maxY }

    func draw(on sketch: inout DrawingBuilder) {
        let chip = content.chip
        sketch.sheet(rect)
        let plate = Rect(
            x: rect.x + Self.inset(look), y: rect.y + Self.inset(look), width: Self.plate(look), height: Self.plate(look))
        sketch.add([.fill(plate, cornerRadius: Self.plateRadius, chip.plate)])
        if look.hasHighContrast { sketch.edge(plate, radius: Self.plateRadius, width: 2, Palette.text) }
        sketch.add(chip.icon.commands(in: plate, ground: chip.plate))
        if content.openness > 0 { drawWords(on: &sketch) }
        guard let counter else { return }
        sketch.sheet(counter)
        sketch.line(
            Strings.others(content.others), x: counter.center.x, middle: counter.center.y, size: look.chipTitle, weight: .bold,
            alignment: .center, width: TextMetrics.width(Strings.others(content.others), size: look.chipTitle) > counter.width ? counter.width : nil)
    }

    /// Draws the words. While the chip opens and closes, they stay in place, and only the part within the chip is visible.
    private func drawWords(on sketch: inout DrawingBuilder) {
        let chip = content.chip
        var inner = DrawingBuilder(look)
        let side = Self.side(look)
        let room = full.width - side - Theme.padding
        let x = rect.x + side
        let text = Double(titleLines) * look.lineHeight(titleSize) + Double(lineLines) * look.lineHeight(lineSize)
        var y = full.y + max(0, side - text) / 2
        if text > side - 10 { y = full.y + 5 }
        inner.text(
            chip.title, at: Point(x, y), size: titleSize, weight: .bold, width: fitting(chip.title, titleSize, room, titleLines), lines: titleLines)
        y += Double(titleLines) * look.lineHeight(titleSize)
        if let line = chip.line {
            inner.text(line, at: Point(x, y), size: lineSize, width: fitting(line, lineSize, room, lineLines), lines: lineLines)
        }
        if let progress = chip.progress {
            let bar = Rect(x: x, y: full.maxY - 12 - Self.barHeight, width: room, height: Self.barHeight)
            var done = bar
            done.width = max(Self.barHeight, bar.width * progress.clamped(to: 0...1))
            inner.add([.fill(bar, cornerRadius: Self.barHeight / 2, Palette.text.opacity(0.25))])
            if progress > 0 { inner.add([.fill(done, cornerRadius: Self.barHeight / 2, Palette.text)]) }
        }
        sketch.add(content.openness < 1 ? [.clipped(rect.inset(by: 2), cornerRadius: Theme.cornerRadius, inner.commands)] : inner.commands)
    }

    /// Returns the width for a text. A line that fits gets no width, so that a wider font never wraps it.
    private func fitting(_ text: String, _ size: Double, _ room: Double, _ lines: Int) -> Double? {
        lines > 1 || TextMetrics.width(text, size: size) > room + 0.01 ? room : nil
    }
}
