// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo
import Core

/// An RGB buffer as Cairo sees it: the same memory, without a copy.
struct CairoSurface: ~Copyable {
    private let buffer: PixelBuffer
    private let surface: OpaquePointer?

    /// - Precondition: a `bgra` or `bgrx` buffer, its rows aligned to four bytes.
    init(_ buffer: PixelBuffer) {
        precondition(!buffer.format.isYUV, "Cairo has no YUV")
        let plane = buffer.plane(0)
        precondition(plane.pitch % 4 == 0, "Cairo's rows are whole pixels")
        self.buffer = buffer
        surface = cairo_image_surface_create_for_data(
            plane.base.assumingMemoryBound(to: UInt8.self),
            buffer.format == .bgra ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
            Int32(buffer.size.width), Int32(buffer.size.height), Int32(plane.pitch))
    }

    deinit { cairo_surface_destroy(surface) }

    /// Passes a fresh context on the buffer to `body`; afterwards the buffer's memory holds what was painted.
    borrowing func paint(_ body: (OpaquePointer?) -> Void) {
        let context = cairo_create(surface)
        body(context)
        cairo_destroy(context)
        cairo_surface_flush(surface)
    }

    /// Makes a context paint with the buffer's picture from now on. The buffer must live until the context has another source.
    borrowing func setAsSource(of context: OpaquePointer?) {
        cairo_set_source_surface(context, surface, 0, 0)
    }
}
