// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo
import Core

extension DrawingCommand {
    /// The clips whose stills the command shows.
    var stillKeys: [ClipKey] {
        switch self {
        case .still(let key, _, _): [key]
        case .clipped(_, _, let commands): commands.flatMap(\.stillKeys)
        default: []
        }
    }
}

extension OpaquePointer? {
    /// Limits painting to the rectangle from now on.
    func clip(_ rect: Rect) {
        cairo_new_path(self)
        cairo_rectangle(self, rect.x, rect.y, rect.width, rect.height)
        cairo_clip(self)
    }

    /// The ground beside a picture that is fitted.
    private static var ground: Color { Color(hex: 0x1C1C20) }
    /// The largest share of a picture that may be cut off so that it fills its rectangle.
    private static var mostCut: Double { 0.16 }

    /// Fills a rounded rectangle with a picture: its proportions are kept, it is centred, and the excess is cut off. A picture that would lose
    /// much of itself, as an upright or a 4:3 one, is fitted instead, because the cut might go through the person.
    func fill(_ rect: Rect, cornerRadius: Double, with picture: PixelBuffer) {
        let aspect = Double(picture.size.width) / Double(picture.size.height)
        let (whole, wanted) = (rect.fitted(aspect: aspect), rect.width / rect.height)
        let isFitted = min(aspect, wanted) / max(aspect, wanted) < 1 - Self.mostCut
        let scale = (isFitted ? min : max)(rect.width / Double(picture.size.width), rect.height / Double(picture.size.height))
        cairo_save(self)
        cairo_new_path(self)
        addRoundedRectangle(rect, cornerRadius)
        if isFitted {
            setSource(Self.ground)
            cairo_fill_preserve(self)
            cairo_clip(self)
            cairo_rectangle(self, whole.x, whole.y, whole.width, whole.height)
        }
        cairo_translate(
            self, rect.center.x - Double(picture.size.width) * scale / 2,
            rect.center.y - Double(picture.size.height) * scale / 2)
        cairo_scale(self, scale, scale)
        CairoSurface(picture).setAsSource(of: self)
        // At the rim the picture's own edge is continued, instead of fading into nothing.
        cairo_pattern_set_extend(cairo_get_source(self), CAIRO_EXTEND_PAD)
        cairo_fill(self)
        cairo_restore(self)
    }
}
