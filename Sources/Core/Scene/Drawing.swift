// SPDX-License-Identifier: GPL-3.0-or-later

/// A vector drawing as a value: what Graphics paints, and what a test compares.
///
/// Commands are painted in order, in canvas units, over nothing (transparent).
public struct Drawing: Hashable, Sendable {
    public var commands: [DrawingCommand]

    public init(_ commands: [DrawingCommand] = []) {
        self.commands = commands
    }
}

/// One shape or text of a drawing. Places, radii and widths are in canvas units.
public indirect enum DrawingCommand: Hashable, Sendable {
    /// A filled rectangle, its corners rounded.
    case fill(Rect, cornerRadius: Double, Color)
    /// A rectangle's outline, centred on its edge.
    case stroke(Rect, cornerRadius: Double, width: Double, Color)
    case disc(center: Point, radius: Double, Color)
    case circle(center: Point, radius: Double, width: Double, Color)
    /// An open line through the points, round caps and joins.
    case line([Point], width: Double, Color)
    /// A filled polygon, closed by itself.
    case polygon([Point], Color)
    /// An arc, angles in radians clockwise from 3 o'clock.
    case arc(center: Point, radius: Double, from: Double, to: Double, width: Double, Color)
    case text(TextRun)
    /// The still of a clip, filling the rectangle with its own aspect kept (what is over is cut off); nothing where the still isn't there.
    case still(ClipKey, Rect, cornerRadius: Double)
    /// Other commands, of which only what lies within a rounded rectangle is seen.
    case clipped(Rect, cornerRadius: Double, [DrawingCommand])
}

/// One line of text (or several, where it has a `width` to wrap at). Inter.
public struct TextRun: Hashable, Sendable {
    public enum Weight: Hashable, Sendable { case regular, medium, semibold, bold, extraBold }
    public enum Alignment: Hashable, Sendable { case leading, center, trailing }
    /// Tabular ones are all as wide as each other, for columns and for numbers that change; proportional ones sit better where a number stands alone.
    public enum Figures: Hashable, Sendable { case tabular, proportional }

    public var text: String
    /// Where the text's top edge lies; x is the left edge, the middle or the right edge as `alignment` says.
    public var origin: Point
    /// The font's em in canvas units.
    public var size: Double
    public var weight: Weight
    public var alignment: Alignment
    public var color: Color
    /// Where set, longer lines wrap at this width, and what exceeds `maximumLines` ends in an ellipsis.
    public var width: Double?
    public var maximumLines: Int
    public var figures = Figures.tabular
    /// Where set, only the letters' outlines are drawn, with a line of this width.
    public var outline: Double?

    /// The most that is kept of one line's text, in Unicode scalars: more than the narrowest letters need across the whole canvas. Notes and
    /// names come from files that anybody may have written, and laying out a book for one line would hold the picture up.
    static let longestLine = 512

    public init(
        _ text: String, at origin: Point, size: Double, weight: Weight = .regular,
        alignment: Alignment = .leading, color: Color, width: Double? = nil, maximumLines: Int = 1
    ) {
        self.text = Self.cut(text, to: Self.longestLine * max(1, maximumLines))
        self.origin = origin
        self.size = size
        self.weight = weight
        self.alignment = alignment
        self.color = color
        self.width = width
        self.maximumLines = maximumLines
    }

    private static func cut(_ text: String, to longest: Int) -> String {
        // No text has more scalars than bytes, and bytes are counted already.
        text.utf8.count <= longest ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
    }
}
