// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo
import Core

extension PixelRect {
    /// Adds the rectangle to the path of a context whose units are pixels.
    func addPath(to context: OpaquePointer?) {
        cairo_rectangle(context, Double(left), Double(top), Double(right - left), Double(bottom - top))
    }
}
