// SPDX-License-Identifier: GPL-3.0-or-later

/// The mapping from the canvas to a TV's pixels: scaled to fit, centred, with black bars if the aspect differs.
///
/// Painter, compositor and displays all use this one mapping, so a drawing over a picture stays exactly over it.
public struct CanvasMapping: Hashable, Sendable {
    /// The number of pixels in one canvas unit.
    public let scale: Double
    /// The canvas's top left corner on the TV, in whole pixels.
    public let originX: Double
    public let originY: Double
    /// The whole TV in canvas units: the canvas and the bars beside it. A picture of the TV's own size fills this rectangle.
    public let screen: Rect

    /// Maps the canvas that suits a TV, or another picture, of this size as a person sees it.
    /// - Precondition: a positive size.
    public init(size: VideoSize) {
        self.init(size: size, canvas: CanvasShape(fitting: size))
    }

    /// Maps a certain canvas.
    /// - Precondition: a positive size.
    public init(size: VideoSize, canvas: CanvasShape) {
        precondition(size.width > 0 && size.height > 0, "a TV has a size")
        let width = Double(size.width)
        let height = Double(size.height)
        scale = min(width / canvas.width, height / canvas.height)
        originX = ((width - canvas.width * scale) / 2).rounded(.down)
        originY = ((height - canvas.height * scale) / 2).rounded(.down)
        screen = Rect(x: -originX / scale, y: -originY / scale, width: width / scale, height: height / scale)
    }

    /// Converts a rectangle of the canvas to pixels, without rounding.
    public func pixels(_ rect: Rect) -> Rect {
        Rect(
            x: originX + rect.x * scale, y: originY + rect.y * scale, width: rect.width * scale,
            height: rect.height * scale)
    }

    /// Converts a rectangle of pixels to canvas units.
    public func canvas(_ rect: PixelRect) -> Rect {
        let origin = canvas(x: Double(rect.left), y: Double(rect.top))
        return Rect(x: origin.x, y: origin.y, width: Double(rect.size.width) / scale, height: Double(rect.size.height) / scale)
    }

    /// Converts a position in pixels to a point of the canvas.
    public func canvas(x: Double, y: Double) -> Point {
        Point((x - originX) / scale, (y - originY) / scale)
    }
}
