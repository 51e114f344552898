// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo

/// The one family that everything is written in.
public enum Fonts {
    /// As fontconfig knows it; Debian's package is `fonts-inter`.
    static let family = "Inter"

    /// Whether the machine has Inter. Without it text is still painted, in whatever sans-serif there is. Reentrant.
    public static func isInterInstalled() -> Bool {
        guard let map = pango_cairo_font_map_new() else { return false }
        defer { vir_g_object_unref(UnsafeMutableRawPointer(map)) }
        return pango_font_map_get_family(map, family) != nil
    }
}
