// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The colours, each with one meaning.
package enum Palette {
    package static let text = Color(hex: 0xFFFFFF)
    /// Words that only explain. On sheets and pages, not on scrims.
    package static let caption = Color(hex: 0xC7C7CC)
    /// Words of something that has no effect now.
    static let idle = Color(hex: 0xA0A0A6)
    static let ink = Color(hex: 0x000000)
    /// The ground of a page, and of sheets on a picture.
    package static let page = Color(hex: 0x101014)
    /// A row or a plate that stands out from a page by its ground alone.
    static let plate = Color(hex: 0x3A3A40)
    /// A panel on a page.
    static let panel = Color(hex: 0x1C1C20)
    /// A tile on a sheet.
    static let well = Color(hex: 0x2A2A30)
    /// A rim round something black, so that it is visible on a dark ground.
    static let rim = Color(hex: 0x4A4A50)
    /// Selected by the knob now; as words never on a scrim.
    static let held = Color(hex: 0xFFB000)
    /// Lost, or about to be deleted; as a dot, being recorded.
    static let loss = Color(hex: 0xFF453A)
    static let selected = Color(hex: 0x0A84FF)
    /// The ground of something selected. Its words are white, and on plain blue their contrast would be 3.6:1.
    static let chosenGround = Color(hex: 0x0D3560)
    /// A ground only, with white words.
    static let noCamera = Color(hex: 0xBF5AF2)
    /// The same purple, so deep that white words on it have a contrast of 7:1.
    static let noCameraGround = Color(hex: 0x8124BA)
    static let done = Color(hex: 0x30D158)
    /// A ground for a white sign that says that all is well.
    static let wellGround = Color(hex: 0x1E7A35)
}

/// The look of everything, as the person set it: the text size and the contrast.
struct Theme: Hashable, Sendable {
    /// 1, 1.5 or 2.
    var scale: Double
    var hasHighContrast: Bool

    init(_ settings: Settings) {
        // 1080 units are too narrow for the words of a screen at twice their size.
        scale = min(Double(settings.textScalePercent) / 100, Canvas.shape.isUpright ? 1.5 : 2)
        hasHighContrast = settings.hasHighContrast
    }

    var figure: Double { 72 * scale }
    var title: Double { 48 * scale }
    var body: Double { 36 * scale }
    var small: Double { 28 * scale }

    // Text that stays on the picture is large at the usual size already and grows less, so that it covers no more than it must.

    /// The size of the picture's age in seconds: 72, 96, 120.
    var when: Double { 24 + 48 * scale }
    /// The size of the archer, the end and the number of marks: 48, 60, 72.
    var status: Double { 24 + 24 * scale }
    /// The size of a chip's title, which says what is wrong: 36, 48, 60.
    var chipTitle: Double { 12 + 24 * scale }
    /// The size of a chip's line, which says what can be done: 28, 36, 44.
    var chipLine: Double { 12 + 16 * scale }

    /// The space between things that belong together. It grows less than the text, so that large text finds room.
    var gap: Double { scale > 1 ? 16 : 12 }

    static let cornerRadius = 16.0
    static let margin = 16.0
    /// The space between an edge and the words inside.
    static let padding = 24.0

    /// The ground of a few white words on the picture. Their contrast is 4.5:1 over any picture.
    var scrim: Color { Palette.ink.opacity(hasHighContrast ? 1 : 0.55) }
    /// The ground of chips, toasts, sheets and dialogs, which hold captions and colours.
    var sheet: Color { hasHighContrast ? Palette.ink : Palette.page.opacity(0.92) }
    /// The line around each ground. On a black bar, only this line shows the ground's shape.
    var edge: Color { Palette.text.opacity(hasHighContrast ? 1 : 0.24) }
    var edgeWidth: Double { hasHighContrast ? 3 : 1.5 }
    /// The colour of words of loss. Red is too dark for high contrast.
    var loss: Color { hasHighContrast ? Palette.text : Palette.loss }
    var caption: Color { hasHighContrast ? Palette.text : Palette.caption }

    /// The size of the smallest text that must be read.
    static let smallest = 24.0

    /// Returns the wanted size if the words fit, otherwise a smaller size that can still be read, since another language may have longer
    /// words. Words that fit at no size, such as an invented name, keep the wanted size and end in an ellipsis.
    static func size(_ wanted: Double, for text: String, within width: Double?, lines: Int = 1) -> Double {
        guard let width, width > 0, wanted > smallest else { return wanted }
        func fits(_ size: Double) -> Bool {
            lines > 1 ? TextMetrics.lines(text, size: size, within: width) <= lines : TextMetrics.fits(text, size: size, within: width)
        }
        guard !fits(wanted), fits(smallest) else { return wanted }
        var size = wanted.rounded(.down)
        while size > smallest, !fits(size) { size -= 1 }
        return size
    }

    func lineHeight(_ size: Double) -> Double { (size * TextMetrics.lineHeight).rounded(.up) }
}

/// The areas of the canvas. The strip from which a program reads the frame number stays free.
enum Areas {
    /// The strip: 79 % to just below 84 % of the height of the camera's picture, 10 % to 90 % of its width.
    static var strip: Rect {
        guard isUpright else { return Rect(x: 192, y: aboveFilm + 853.2, width: 1536, height: 54.8) }
        return film.part(Rect(x: 0.1, y: 0.79, width: 0.8, height: 54.8 / 1080))
    }
    static var top: Double { Canvas.safeArea.y }
    static var left: Double { Canvas.safeArea.x }
    static var right: Double { Canvas.safeArea.maxX }
    static var bottom: Double { Canvas.safeArea.maxY }

    /// True on a TV that hangs on its side. What lies beside something else on a wide canvas then lies below it.
    static var isUpright: Bool { Canvas.shape.isUpright }
    /// The place of a 16:9 picture.
    static var film: Rect { Canvas.shape.place(ofPicture: 16.0 / 9).fitted(aspect: 16.0 / 9) }
    /// The height of the black bar above a 16:9 picture on a wide canvas.
    private static var aboveFilm: Double { (Canvas.bounds.height - 1080) / 2 }
    /// The upper edge of what lies below the picture on an upright canvas.
    static var belowFilm: Double { film.maxY + Theme.padding }
    /// The upper edge of a mark's number.
    static var markTop: Double { isUpright ? film.y + Theme.padding : top }

    // The top right corner belongs to the chip, on every screen.

    /// Returns the right end of a page's title: 1448 at the usual size.
    static func titleRight(_ look: Theme) -> Double { right - ChipLayout.mostWidth(look) - 8 }
    /// Returns the upper edge of a page's right half.
    static func belowChip(_ look: Theme) -> Double { top + ChipLayout.side(look) + 8 }

    /// The lower end of things above the strip.
    static var middleBottom: Double { isUpright ? Canvas.bounds.height - 336 : aboveFilm + 840 }
    /// Returns the lower end of a page's content, above the footer.
    static func pageBottom(_ look: Theme, in area: Rect = Canvas.safeArea) -> Double {
        FooterLayout(look, in: area).rect.y - (look.scale > 1 ? 16 : 28)
    }
}

/// A drawing that is being made.
struct DrawingBuilder {
    let look: Theme
    private(set) var commands: [DrawingCommand] = []

    init(_ look: Theme) {
        self.look = look
    }

    var drawing: Drawing { Drawing(commands) }

    mutating func add(_ more: [DrawingCommand]) { commands += more }

    /// Adds a dark ground for white words on the picture.
    mutating func scrim(_ rect: Rect, radius: Double = Theme.cornerRadius) { ground(rect, look.scrim, radius) }

    /// Adds a darker ground for sheets and dialogs.
    mutating func sheet(_ rect: Rect, radius: Double = Theme.cornerRadius) { ground(rect, look.sheet, radius) }

    private mutating func ground(_ rect: Rect, _ color: Color, _ radius: Double) {
        commands.append(.fill(rect, cornerRadius: radius, color))
        edge(rect, radius: radius, width: look.edgeWidth, look.edge)
    }

    /// Adds a line along the inside of an edge.
    mutating func edge(_ rect: Rect, radius: Double = Theme.cornerRadius, width: Double, _ color: Color) {
        commands.append(.stroke(rect.inset(by: width / 2), cornerRadius: radius - width / 2, width: width, color))
    }

    /// Adds a dashed line along the inside of an edge, for something that isn't final. The corners are left open.
    mutating func dashedEdge(_ rect: Rect, dash: Double, width: Double, _ color: Color) {
        func places(_ length: Double) -> (dash: Double, places: [Double]) {
            // A side begins and ends with a gap of half a dash at least, so that the corners look alike.
            let count = max(1, (length / (2 * dash)).rounded(.down))
            let step = length / count
            return (step / 2, (0..<Int(count)).map { (Double($0) + 0.25) * step })
        }
        let (across, down) = (places(rect.width), places(rect.height))
        for x in across.places {
            for y in [rect.y, rect.maxY - width] {
                commands.append(.fill(Rect(x: rect.x + x, y: y, width: across.dash, height: width), cornerRadius: width / 4, color))
            }
        }
        for y in down.places {
            for x in [rect.x, rect.maxX - width] {
                commands.append(.fill(Rect(x: x, y: rect.y + y, width: width, height: down.dash), cornerRadius: width / 4, color))
            }
        }
    }

    /// Adds text. Text that fits is given no width: the font's own widths differ from the estimate by a hair, and by that hair the text would
    /// wrap or be cut.
    mutating func text(
        _ text: String, at origin: Point, size: Double, weight: TextRun.Weight = .medium,
        alignment: TextRun.Alignment = .leading, color: Color = Palette.text, width: Double? = nil,
        lines: Int = 1, figures: TextRun.Figures = .tabular
    ) {
        let text = Self.drawable(text)
        let size = Theme.size(size, for: text, within: width, lines: lines)
        let fits = width.map { !text.contains("\n") && TextMetrics.fits(text, size: size, within: $0) } ?? true
        var run = TextRun(
            text, at: origin, size: size, weight: weight, alignment: alignment, color: color, width: fits ? nil : width, maximumLines: lines)
        run.figures = figures
        commands.append(.text(run))
    }

    /// Returns as much of a text as a canvas has room for. A card's record may have notes of any length, and their layout would take
    /// minutes.
    private static func drawable(_ text: String) -> String {
        text.utf8.count <= longestText ? text : String(text.unicodeScalars.prefix(longestText / 4))
    }

    /// The length from which a text is cut, in bytes.
    private static let longestText = 8_000

    /// Adds one line, with its middle at this height.
    mutating func line(
        _ text: String, x: Double, middle: Double, size: Double, weight: TextRun.Weight = .medium,
        alignment: TextRun.Alignment = .leading, color: Color = Palette.text, width: Double? = nil,
        figures: TextRun.Figures = .tabular
    ) {
        let text = Self.drawable(text)
        let size = Theme.size(size, for: text, within: width)
        self.text(
            text, at: Point(x, middle - size * TextMetrics.lineHeight / 2), size: size, weight: weight,
            alignment: alignment, color: color, width: width, figures: figures)
    }

    /// Adds words on a baseline, in the wanted size.
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
