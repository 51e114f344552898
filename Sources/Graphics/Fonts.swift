// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo

/// The font family in which everything is written, and its fallbacks.
public enum Fonts {
    /// The family's name for fontconfig; Debian's package is `fonts-inter`.
    static let family = "Inter"
    /// The families in which text is written: other fonts have what Inter lacks.
    static let families = "\(family), sans-serif"

    /// Returns the letters of a text that no font of the machine has, each once, in their order: on the TV they are boxes. Reentrant.
    ///
    /// Letters that Inter lacks come from other fonts: `image/packages/root.list` has those of the box.
    public static func missingLetters(in text: String) -> [Character] {
        guard let map = pango_cairo_font_map_new() else { return [] }
        defer { vir_g_object_unref(UnsafeMutableRawPointer(map)) }
        guard let context = pango_font_map_create_context(map) else { return [] }
        defer { vir_g_object_unref(UnsafeMutableRawPointer(context)) }
        guard let layout = pango_layout_new(context) else { return [] }
        defer { vir_g_object_unref(UnsafeMutableRawPointer(layout)) }
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, families)
        pango_layout_set_font_description(layout, font)
        var missing: [Character] = []
        for letter in text where !letter.isWhitespace && !missing.contains(letter) {
            pango_layout_set_text(layout, String(letter), -1)
            if pango_layout_get_unknown_glyphs_count(layout) > 0 { missing.append(letter) }
        }
        return missing
    }

    /// Returns true if the machine has Inter. Without it text is still painted, in whatever sans-serif there is. Reentrant.
    public static func isInterInstalled() -> Bool {
        guard let map = pango_cairo_font_map_new() else { return false }
        defer { vir_g_object_unref(UnsafeMutableRawPointer(map)) }
        return pango_font_map_get_family(map, family) != nil
    }
}
