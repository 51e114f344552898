// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One drawing in a picture of its own, no larger than it has to be: the layer's place, opacity and turn aren't painted in.
///
/// Thread-bound.
final class PaintedDrawing {
    /// The edges lie on this grid of pixels, so that a text that grows by a letter isn't another picture.
    private static let step = 64

    /// Where it lies on the TV as it is drawn, before its layer moves it.
    let area: PixelRect
    /// What was painted last.
    private(set) var content: PaintedLayer?
    private let overlay: Overlay
    private let place: Rect

    init(area: PixelRect, _ painter: Painter, _ stills: StillPictures) {
        self.area = area
        overlay = Overlay(painter: painter.painter(of: area), stills: stills)
        place = painter.mapping.canvas(area)
    }

    /// The picture's area for a drawing; `nil` if nothing is painted.
    ///
    /// What lies further outside than half a TV is left out: it would have to be moved far to be seen.
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

    /// The drawing's picture as the layer places it, painted if it isn't yet.
    func picture(of content: PaintedLayer, on layer: Layer) -> PlacedPicture? {
        self.content = content
        guard let buffer = overlay.update(to: [content]) else { return nil }
        return PlacedPicture(buffer, of: layer, area: place, used: overlay.used)
    }
}
