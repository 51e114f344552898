// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo
import Core

/// A run of text laid out: its outline and its bounds, about an origin of (0, 0), in canvas units.
final class TextLayout {
    /// The glyphs' outlines. Filled as a path, a glyph lies where the layout has it and not on the nearest whole pixel. So spacing is even
    /// at every TV size, and text that slides doesn't tremble.
    let path: UnsafeMutablePointer<cairo_path_t>
    /// The area that the text may touch: its line box and its ink.
    let bounds: Rect

    init(path: UnsafeMutablePointer<cairo_path_t>, bounds: Rect) {
        self.path = path
        self.bounds = bounds
    }

    deinit { cairo_path_destroy(path) }
}

/// Lays text out with Pango, and remembers the layouts: a screen shows the same words for many frames.
///
/// Thread-bound.
final class TextLayouts {
    /// The properties of a run that its outline depends on: neither its colour nor its position.
    private struct Key: Hashable {
        var text: String
        var size: Double
        var weight: TextRun.Weight
        var alignment: TextRun.Alignment
        var width: Double?
        var maximumLines: Int
        var figures: TextRun.Figures
    }

    /// The most layouts of a generation: more runs than the fullest screen has.
    private static let capacity = 192

    private let pango: OpaquePointer?
    /// The surface on which outlines are traced; nothing is painted on it. It has no edges, because Cairo leaves out glyphs far beyond
    /// them.
    private let surface: OpaquePointer?
    private let tracer: OpaquePointer?
    private let tabular: OpaquePointer?
    /// Two generations of layouts: when the young one is full the old one is dropped, so layouts in use always stay.
    private var young: [Key: TextLayout] = [:]
    private var old: [Key: TextLayout] = [:]

    init() {
        let fontMap = pango_cairo_font_map_new()
        pango = pango_font_map_create_context(fontMap)
        // The context keeps its map.
        vir_g_object_unref(UnsafeMutableRawPointer(fontMap))
        surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
        tracer = cairo_create(surface)
        tabular = pango_attr_list_new()
        pango_attr_list_insert(tabular, pango_attr_font_features_new("tnum=1"))

        // A layout is made once, in canvas units, and must scale to any TV: nothing in it is fitted to a pixel grid.
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(pango, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(pango, 0)
    }

    deinit {
        pango_attr_list_unref(tabular)
        cairo_destroy(tracer)
        cairo_surface_destroy(surface)
        vir_g_object_unref(UnsafeMutableRawPointer(pango))
    }

    /// Returns the layout of a run; `nil` if there is nothing to see.
    func layout(of run: TextRun) -> TextLayout? {
        guard !run.text.isEmpty, run.size > 0 else { return nil }
        let key = Key(
            text: run.text, size: run.size, weight: run.weight, alignment: run.alignment, width: run.width,
            maximumLines: run.maximumLines, figures: run.figures)
        if let layout = young[key] { return layout }
        guard let layout = old[key] ?? makeLayout(of: run) else { return nil }
        if young.count >= Self.capacity {
            old = young
            young.removeAll(keepingCapacity: true)
        }
        young[key] = layout
        return layout
    }

    private func makeLayout(of run: TextRun) -> TextLayout? {
        guard let layout = pango_layout_new(pango) else { return nil }
        defer { vir_g_object_unref(UnsafeMutableRawPointer(layout)) }
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, Fonts.families)
        pango_font_description_set_weight(font, run.weight.pango)
        pango_font_description_set_absolute_size(font, run.size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        if run.figures == .tabular { pango_layout_set_attributes(layout, tabular) }
        pango_layout_set_alignment(layout, run.alignment.pango)
        pango_layout_set_text(layout, run.text, -1)
        if let width = run.width {
            pango_layout_set_width(layout, vir_pango_units(max(0, width)))
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
            pango_layout_set_height(layout, -Int32(clamping: max(1, run.maximumLines)))
        }
        return trace(layout, of: run)
    }

    private func trace(_ layout: OpaquePointer, of run: TextRun) -> TextLayout? {
        var ink = PangoRectangle()
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, &ink, &logical)
        // With a width Pango aligns the text inside it; without a width the text's own is aligned.
        let width = run.width ?? Double(logical.width) / Double(PANGO_SCALE)
        let left =
            switch run.alignment {
            case .leading: 0.0
            case .center: -width / 2
            case .trailing: -width
            }
        cairo_identity_matrix(tracer)
        cairo_new_path(tracer)
        cairo_move_to(tracer, left, 0)
        pango_cairo_layout_path(tracer, layout)
        guard let path = cairo_copy_path(tracer) else { return nil }
        let bounds = Rect(ink).union(Rect(logical))
        return TextLayout(
            path: path,
            bounds: Rect(
                x: bounds.x + left, y: bounds.y, width: bounds.width,
                height: bounds.height))
    }
}

extension TextRun.Weight {
    fileprivate var pango: PangoWeight {
        switch self {
        case .regular: PANGO_WEIGHT_NORMAL
        case .medium: PANGO_WEIGHT_MEDIUM
        case .semibold: PANGO_WEIGHT_SEMIBOLD
        case .extraBold: PANGO_WEIGHT_ULTRABOLD
        case .bold: PANGO_WEIGHT_BOLD
        }
    }
}

extension TextRun.Alignment {
    fileprivate var pango: PangoAlignment {
        switch self {
        case .leading: PANGO_ALIGN_LEFT
        case .center: PANGO_ALIGN_CENTER
        case .trailing: PANGO_ALIGN_RIGHT
        }
    }
}

extension Rect {
    fileprivate init(_ rectangle: PangoRectangle) {
        let unit = 1 / Double(PANGO_SCALE)
        self.init(
            x: Double(rectangle.x) * unit, y: Double(rectangle.y) * unit, width: Double(rectangle.width) * unit,
            height: Double(rectangle.height) * unit)
    }
}
