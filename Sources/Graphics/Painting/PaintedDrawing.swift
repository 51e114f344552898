// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo
import Core

/// One drawing in a picture of its own, no larger than necessary. The layer's place, opacity and turn aren't painted in.
///
/// The compositor takes the picture as a texture, and an overlay is mixed from it: either way a drawing that only moves or fades isn't
/// painted again.
///
/// Thread-bound.
final class PaintedDrawing {
    /// The grid of pixels on which the edges lie, so that a text that grows by a letter needs no other picture.
    private static let step = 64

    /// The area on the TV as the drawing says, before its layer moves it.
    let area: PixelRect
    /// The drawing that was painted last.
    private(set) var content: PaintedLayer?
    private let overlay: Overlay
    private let place: Rect
    private let painter: Painter
    /// The middle of the drawing that was painted last, in its own coordinates.
    private var middle: Point?
    /// The picture as it is painted now; `nil` if nothing is painted.
    private var buffer: PixelBuffer?

    init(area: PixelRect, _ painter: Painter, _ stills: StillPictures) {
        self.area = area
        self.painter = painter
        overlay = Overlay(painter: painter.painter(of: area), stills: stills)
        place = painter.mapping.canvas(area)
    }

    /// Returns the picture's area for a drawing; `nil` if nothing is painted.
    ///
    /// Parts that lie farther outside than half a TV are left out: they would have to be moved far to be seen.
    static func area(of drawing: Drawing, _ painter: Painter) -> PixelRect? {
        let bounds = painter.bounds(of: drawing)
        guard bounds.width > 0 || bounds.height > 0 else { return nil }
        let pixels = PixelRect(bounds, in: painter.mapping).grown
        func down(_ value: Int) -> Int { Int((Double(value) / Double(step)).rounded(.down)) * step }
        let (width, height) = (painter.size.width / 2, painter.size.height / 2)
        let reach = PixelRect(left: -width, top: -height, right: painter.size.width + width, bottom: painter.size.height + height)
        let area = PixelRect(left: down(pixels.left), top: down(pixels.top), right: -down(-pixels.right), bottom: -down(-pixels.bottom))
            .intersection(reach)
        return area.isEmpty ? nil : area
    }

    /// Paints the parts of the drawing that aren't painted yet.
    /// - Returns: true if there was anything to paint.
    func paint(_ content: PaintedLayer) -> Bool {
        if self.content?.drawing != content.drawing { middle = painter.bounds(of: content.drawing).center }
        self.content = content
        // A buffer that nobody else holds is painted into again.
        buffer = nil
        buffer = overlay.update(to: [content])
        return overlay.lastDamage != nil
    }

    /// Returns the picture as the layer places it.
    func picture(on layer: Layer) -> PlacedPicture? {
        buffer.flatMap { PlacedPicture($0, of: layer, area: place, middle: middle, used: overlay.used) }
    }

    /// Mixes the picture into a tile of an overlay, moved and faded as the layer is.
    /// - Parameters:
    ///   - layer: the layer of the drawing; its offset is a whole number of pixels.
    ///   - painter: the painter of the overlay.
    ///   - tile: in the TV's pixels.
    func mix(_ layer: PaintedLayer, into target: PixelBuffer, of painter: Painter, within tile: PixelRect) {
        guard let buffer else { return }
        let (x, y) = painter.pixels(layer.offset)
        let parts = overlay.used.map { $0.moved(x: area.left + x, y: area.top + y).intersection(tile) }.filter { !$0.isEmpty }
        guard !parts.isEmpty else { return }
        CairoSurface(target).paint { context in
            cairo_translate(context, Double(-painter.area.left), Double(-painter.area.top))
            for part in parts { part.addPath(to: context) }
            cairo_clip(context)
            cairo_translate(context, Double(area.left + x), Double(area.top + y))
            let picture = CairoSurface(buffer)
            picture.setAsSource(of: context)
            // Pixel by pixel: sampling between pixels would make the picture soft.
            cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
            cairo_paint_with_alpha(context, layer.opacity)
            cairo_set_source_rgb(context, 0, 0, 0)
        }
    }
}
