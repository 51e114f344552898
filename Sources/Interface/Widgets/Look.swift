// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The colours, each with one meaning.
enum Palette {
    static let text = Color(hex: 0xFFFFFF)
    /// Words that only explain; on sheets and pages, not on scrims.
    static let caption = Color(hex: 0xC7C7CC)
    static let ink = Color(hex: 0x000000)
    /// The ground of a page, and of sheets on a picture.
    static let page = Color(hex: 0x101014)
    /// A row or a plate that stands out from a page by nothing but its ground.
    static let plate = Color(hex: 0x3A3A40)
    /// A panel on a page.
    static let panel = Color(hex: 0x1C1C20)
    /// A sheet over a page that is dimmed.
    static let sheet = Color(hex: 0x26262B)
    /// A tile on a sheet.
    static let well = Color(hex: 0x2A2A30)
    /// Around what is black itself, so that it is seen on a dark ground.
    static let rim = Color(hex: 0x4A4A50)
    /// What the knob holds now; as words never on a scrim.
    static let held = Color(hex: 0xFFB000)
    /// What is lost or will be deleted; as a dot: what is recorded.
    static let loss = Color(hex: 0xFF453A)
    static let selected = Color(hex: 0x0A84FF)
    /// Under what is selected: its words are white, and on plain blue they would be 3.6:1.
    static let chosenGround = Color(hex: 0x0D3560)
    /// A ground only, its words are white.
    static let noCamera = Color(hex: 0xBF5AF2)
    static let done = Color(hex: 0x30D158)
}

/// How everything is drawn, as the person set it: how large, and on what.
struct Look: Hashable, Sendable {
    /// 1, 1.5 or 2.
    var scale: Double
    var hasHighContrast: Bool

    init(_ settings: Settings) {
        scale = Double(settings.textScalePercent) / 100
        hasHighContrast = settings.hasHighContrast
    }

    var figure: Double { 72 * scale }
    var title: Double { 48 * scale }
    var body: Double { 36 * scale }
    var small: Double { 28 * scale }

    // What stays on the picture is large at the usual size already and grows less, so that it covers no more than it must.

    /// How many seconds ago: 72, 96, 120.
    var when: Double { 24 + 48 * scale }
    /// Who, which end, how many marks: 48, 60, 72.
    var status: Double { 24 + 24 * scale }
    /// What a chip says is wrong: 36, 48, 60.
    var chipTitle: Double { 12 + 24 * scale }
    /// What a chip says can be done: 28, 36, 44.
    var chipLine: Double { 12 + 16 * scale }

    /// Space between things that belong together; it grows less than the text, so that large text finds room.
    var gap: Double { scale > 1 ? 16 : 12 }

    static let cornerRadius = 16.0
    static let margin = 16.0
    /// Between an edge and the words inside.
    static let padding = 24.0

    /// On the picture, around a few white words: they have 4.5:1 over any picture.
    var scrim: Color { Palette.ink.opacity(hasHighContrast ? 1 : 0.55) }
    /// Under chips, toasts, sheets and dialogs, which hold captions and colours.
    var sheet: Color { hasHighContrast ? Palette.ink : Palette.page.opacity(0.92) }
    /// The line around each ground: on a black bar it is all that shows its shape.
    var edge: Color { Palette.text.opacity(hasHighContrast ? 1 : 0.24) }
    var edgeWidth: Double { hasHighContrast ? 3 : 1.5 }
    /// Words of loss; red is too dark where the contrast shall be high.
    var loss: Color { hasHighContrast ? Palette.text : Palette.loss }
    var caption: Color { hasHighContrast ? Palette.text : Palette.caption }

    /// Nothing that must be read is smaller.
    static let smallest = 24.0

    /// The size at which words fit into a place: the one that is wanted, or a smaller one that can still be read, since another language may
    /// have longer words. Words that fit at no size, such as a name that somebody made up, keep theirs and end in an ellipsis.
    static func size(_ wanted: Double, for text: String, within width: Double?, lines: Int = 1) -> Double {
        guard let width, width > 0, wanted > smallest else { return wanted }
        func fits(_ size: Double) -> Bool {
            lines > 1 ? TextMetrics.lines(text, size: size, within: width) <= lines : TextMetrics.width(text, size: size) <= width
        }
        guard !fits(wanted), fits(smallest) else { return wanted }
        var size = wanted.rounded(.down)
        while size > smallest, !fits(size) { size -= 1 }
        return size
    }

    func lineHeight(_ size: Double) -> Double { (size * TextMetrics.lineHeight).rounded(.up) }
}

/// Where things may lie. The strip that a program reads the frame number from stays free.
enum Areas {
    /// 79 % to just below 84 % of the height, 10 % to 90 % of the width.
    static let strip = Rect(x: 192, y: 853.2, width: 1536, height: 54.8)
    static let top = Canvas.safeArea.y
    static let left = Canvas.safeArea.x
    static let right = Canvas.safeArea.maxX
    static let bottom = Canvas.safeArea.maxY

    // The top right corner belongs to the chip, on every screen.

    /// A page's title ends here: 1448 at the usual size.
    static func titleRight(_ look: Look) -> Double { right - ChipLayout.mostWidth(look) - 8 }
    /// A page's right half begins here.
    static func belowChip(_ look: Look) -> Double { top + ChipLayout.side(look) + 8 }

    /// What lies above the strip ends here.
    static let middleBottom = 840.0
    /// What a page shows ends here, above the footer.
    static func pageBottom(_ look: Look, in area: Rect = Canvas.safeArea) -> Double {
        FooterLayout(look, in: area).rect.y - (look.scale > 1 ? 16 : 28)
    }
}

/// A drawing in the making.
struct Sketch {
    let look: Look
    private(set) var commands: [DrawingCommand] = []

    init(_ look: Look) {
        self.look = look
    }

    var drawing: Drawing { Drawing(commands) }

    mutating func add(_ more: [DrawingCommand]) { commands += more }

    /// A dark ground for white words on the picture.
    mutating func scrim(_ rect: Rect, radius: Double = Look.cornerRadius) { ground(rect, look.scrim, radius) }

    /// A darker ground for sheets and dialogs.
    mutating func sheet(_ rect: Rect, radius: Double = Look.cornerRadius) { ground(rect, look.sheet, radius) }

    private mutating func ground(_ rect: Rect, _ color: Color, _ radius: Double) {
        commands.append(.fill(rect, cornerRadius: radius, color))
        edge(rect, radius: radius, width: look.edgeWidth, look.edge)
    }

    /// A line along the inside of an edge.
    mutating func edge(_ rect: Rect, radius: Double = Look.cornerRadius, width: Double, _ color: Color) {
        commands.append(.stroke(rect.inset(by: width / 2), cornerRadius: radius - width / 2, width: width, color))
    }

    mutating func text(
        _ text: String, at origin: Point, size: Double, weight: TextRun.Weight = .medium,
        alignment: TextRun.Alignment = .leading, color: Color = Palette.text, width: Double? = nil,
        lines: Int = 1, figures: TextRun.Figures = .tabular
    ) {
        let text = Self.drawable(text)
        let size = Look.size(size, for: text, within: width, lines: lines)
        var run = TextRun(
            text, at: origin, size: size, weight: weight, alignment: alignment, color: color, width: width, maximumLines: lines)
        run.figures = figures
        commands.append(.text(run))
    }

    /// As much of a text as a canvas has room for: a card's record may have notes of any length, and to lay them out would take minutes.
    private static func drawable(_ text: String) -> String {
        text.utf8.count <= longestText ? text : String(text.unicodeScalars.prefix(longestText / 4))
    }

    /// In bytes.
    private static let longestText = 8_000

    /// One line, its middle at this height.
    mutating func line(
        _ text: String, x: Double, middle: Double, size: Double, weight: TextRun.Weight = .medium,
        alignment: TextRun.Alignment = .leading, color: Color = Palette.text, width: Double? = nil,
        figures: TextRun.Figures = .tabular
    ) {
        let text = Self.drawable(text)
        let size = Look.size(size, for: text, within: width)
        self.text(
            text, at: Point(x, middle - size * TextMetrics.lineHeight / 2), size: size, weight: weight,
            alignment: alignment, color: color, width: width, figures: figures)
    }

    /// Words on a baseline, as large as they are asked for.
    mutating func words(
        _ text: String, x: Double, baseline: Double, size: Double, weight: TextRun.Weight = .medium,
        alignment: TextRun.Alignment = .leading, color: Color = Palette.text
    ) {
        self.text(
            text, at: Point(x, baseline - size * TextMetrics.ascent), size: size, weight: weight, alignment: alignment, color: color)
    }

    mutating func icon(_ icon: Icon, in rect: Rect, _ color: Color = Palette.text, on ground: Color = Palette.ink) {
        commands += icon.commands(in: rect, color, on: ground)
    }
}
