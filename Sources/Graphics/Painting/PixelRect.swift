import CCairo
import Core

/// A rectangle of whole pixels on the TV.
struct PixelRect: Hashable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// All of a picture.
    init(_ size: VideoSize) {
        self.init(left: 0, top: 0, right: size.width, bottom: size.height)
    }

    /// Every pixel that a rectangle of the canvas touches.
    init(_ rect: Rect, in mapping: CanvasMapping) {
        let pixels = mapping.pixels(rect)
        // What a rounding error puts over a pixel's edge isn't there; what is far outside stays countable.
        let slack = 1e-6
        func whole(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
        self.init(left: whole((pixels.x + slack).rounded(.down)), top: whole((pixels.y + slack).rounded(.down)),
                  right: whole((pixels.maxX - slack).rounded(.up)), bottom: whole((pixels.maxY - slack).rounded(.up)))
    }

    var isEmpty: Bool { left >= right || top >= bottom }

    /// The rectangle and the pixels around it.
    var grown: PixelRect { PixelRect(left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1) }

    func intersects(_ other: PixelRect) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
                  bottom: min(bottom, other.bottom))
    }

    func union(_ other: PixelRect) -> PixelRect {
        PixelRect(left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
                  bottom: max(bottom, other.bottom))
    }

    /// Adds the rectangle to the path of a context whose units are pixels.
    func addPath(to context: OpaquePointer?) {
        cairo_rectangle(context, Double(left), Double(top), Double(right - left), Double(bottom - top))
    }
}
