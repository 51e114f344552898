// SPDX-License-Identifier: GPL-3.0-or-later

/// A vector drawing as a value: Graphics paints it, and tests compare it.
///
/// Commands are painted in order, in canvas units, on a transparent background.
public struct Drawing: Hashable, Sendable {
    public var commands: [DrawingCommand]

    public init(_ commands: [DrawingCommand] = []) {
        self.commands = commands
    }
}

/// One shape or text of a drawing. Positions, radii and widths are in canvas units.
public indirect enum DrawingCommand: Hashable, Sendable {
    /// A filled rectangle, its corners rounded.
    case fill(Rect, cornerRadius: Double, Color)
    /// A rectangle's outline, centred on its edge.
    case stroke(Rect, cornerRadius: Double, width: Double, Color)
    case disc(center: Point, radius: Double, Color)
    case circle(center: Point, radius: Double, width: Double, Color)
    /// An open line through the points, round caps and joins.
    case line([Point], width: Double, Color)
    /// A filled polygon; the last point is joined to the first.
    case polygon([Point], Color)
    /// An arc, angles in radians clockwise from 3 o'clock.
    case arc(center: Point, radius: Double, from: Double, to: Double, width: Double, Color)
    case text(TextRun)
    /// The still of a clip, cropped to fill the rectangle in its own aspect. Nothing is painted while the still isn't available.
    case still(ClipKey, Rect, cornerRadius: Double)
    /// Other commands, clipped to a rounded rectangle.
    case clipped(Rect, cornerRadius: Double, [DrawingCommand])
}

/// One line of text in Inter, or several lines if it has a `width` to wrap at.
public struct TextRun: Hashable, Sendable {
    public enum Weight: Hashable, Sendable { case regular, medium, semibold, bold, extraBold }
    public enum Alignment: Hashable, Sendable { case leading, center, trailing }
    /// The widths of figures. Tabular figures are equally wide, for columns and for changing numbers. Proportional figures suit a number
    /// that stands alone.
    public enum Figures: Hashable, Sendable { case tabular, proportional }

    public var text: String
    /// The position of the text: y is the top edge; x is the left edge, the middle or the right edge, as `alignment` says.
    public var origin: Point
    /// The font's em in canvas units.
    public var size: Double
    public var weight: Weight
    public var alignment: Alignment
    public var color: Color
    /// If set, longer lines wrap at this width, and text beyond `maximumLines` ends in an ellipsis.
    public var width: Double?
    public var maximumLines: Int
    public var figures = Figures.tabular
    /// If set, only the letters' outlines are drawn, with a line of this width.
    public var outline: Double?

    /// The longest text that is kept for one line, in Unicode scalars: more than the narrowest letters need across the whole canvas. Notes
    /// and names come from files that anybody may have written, and laying out a very long text would delay the picture.
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
        // A text never has more scalars than UTF-8 bytes, and its byte count is already known.
        text.utf8.count <= longest ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
    }
}
