// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The colours, each with one meaning.
enum Palette {
    static let text = Color(hex: 0xFFFFFF)
    /// Words that only explain; on sheets, not on scrims.
    static let caption = Color(hex: 0xC7C7CC)
    static let ink = Color(hex: 0x000000)
    /// What the knob holds now.
    static let held = Color(hex: 0xFFB000)
    /// Recording, and what is lost.
    static let recording = Color(hex: 0xFF453A)
    static let selected = Color(hex: 0x0A84FF)
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

    /// Space between things that belong together; it grows less than the text, so that large text finds room.
    var gap: Double { scale > 1 ? 16 : 12 }

    static let cornerRadius = 16.0
    static let margin = 16.0

    /// On the picture, around a few words: white text on it has 4.5:1 over any picture.
    var scrim: Color { Palette.ink.opacity(hasHighContrast ? 1 : 0.55) }
    /// Under sheets and cards, which hold captions and colours.
    var sheet: Color { Palette.ink.opacity(hasHighContrast ? 1 : 0.86) }
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
    /// 79 % to 85 % of the height, 10 % to 90 % of the width.
    static let strip = Rect(x: 192, y: 853.2, width: 1536, height: 64.8)
    static let top = Canvas.safeArea.y
    static let left = Canvas.safeArea.x
    static let right = Canvas.safeArea.maxX
    static let bottom = Canvas.safeArea.maxY
    /// What lies above the strip ends here.
    static let middleBottom = 840.0
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

    /// A dark ground for words on the picture.
    mutating func scrim(_ rect: Rect, radius: Double = Look.cornerRadius) { ground(rect, look.scrim, radius) }

    /// A darker ground for sheets and cards.
    mutating func sheet(_ rect: Rect) { ground(rect, look.sheet, Look.cornerRadius) }

    private mutating func ground(_ rect: Rect, _ color: Color, _ radius: Double) {
        commands.append(.fill(rect, cornerRadius: radius, color))
        if look.hasHighContrast {
            commands.append(.stroke(rect.inset(by: 1), cornerRadius: radius, width: 2, Palette.text))
        }
    }

    mutating func text(
        _ text: String, at origin: Point, size: Double, weight: TextRun.Weight = .medium,
        alignment: TextRun.Alignment = .leading, color: Color = Palette.text, width: Double? = nil,
        lines: Int = 1
    ) {
        let size = Look.size(size, for: text, within: width, lines: lines)
        commands.append(
            .text(
                TextRun(
                    text, at: origin, size: size, weight: weight, alignment: alignment, color: color,
                    width: width, maximumLines: lines)))
    }

    /// One line, its middle at this height.
    mutating func line(
        _ text: String, x: Double, middle: Double, size: Double, weight: TextRun.Weight = .medium,
        alignment: TextRun.Alignment = .leading, color: Color = Palette.text, width: Double? = nil
    ) {
        let size = Look.size(size, for: text, within: width)
        self.text(
            text, at: Point(x, middle - size * TextMetrics.lineHeight / 2), size: size, weight: weight,
            alignment: alignment, color: color, width: width)
    }

    mutating func icon(_ icon: Icon, in rect: Rect, _ color: Color = Palette.text) {
        commands += icon.commands(in: rect, color)
    }
}
