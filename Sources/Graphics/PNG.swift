// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo
import Core
import Glibc

/// Pictures as PNG files.
public enum PNG {
    /// The file of a `bgra` or `bgrx` picture.
    ///
    /// Reentrant. Slow, tens of milliseconds and more: never on the frame path.
    /// - Precondition: an RGB format.
    public static func bytes(of buffer: PixelBuffer) throws(GraphicsError) -> [UInt8] {
        var bytes: [UInt8] = []
        let status = CairoSurface(buffer).writePNG(&bytes)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .notWritten(path: "PNG", reason: String(cString: cairo_status_to_string(status)))
        }
        return bytes
    }

    /// Writes a `bgra` or `bgrx` picture. The name appears only once the file is whole: it is written beside it and renamed.
    ///
    /// Reentrant. Slow, tens of milliseconds and more: never on the frame path.
    /// - Precondition: an RGB format.
    public static func write(_ buffer: PixelBuffer, to path: String) throws(GraphicsError) {
        let partPath = path + ".part"
        let status = CairoSurface(buffer).writePNG(to: partPath)
        guard status == CAIRO_STATUS_SUCCESS else {
            unlink(partPath)
            throw .notWritten(path: path, reason: String(cString: cairo_status_to_string(status)))
        }
        guard rename(partPath, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(partPath)
            throw .notWritten(path: path, reason: reason)
        }
    }
}
