// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo
import Core

/// Paints Core's drawings with Cairo and Pango.
///
/// Thread-bound: any one thread, always the same.
public final class Painter {
    /// The TV's size in pixels.
    public let size: VideoSize
    /// The part of the TV that is painted on, which may reach beyond its edges: buffers have the size of this part.
    let area: PixelRect
    let mapping: CanvasMapping
    private let layouts: TextLayouts
    private let stills: StillPictures

    /// - Parameters:
    ///   - size: the TV's size in pixels, to which `CanvasMapping` scales the canvas.
    ///   - canvas: the canvas; `nil`: as it suits the size.
    ///   - stills: the stills that drawings may show.
    public convenience init(size: VideoSize, canvas: CanvasShape? = nil, stills: StillPictures = StillPictures()) {
        self.init(
            mapping: CanvasMapping(size: size, canvas: canvas ?? CanvasShape(fitting: size)), size: size, area: PixelRect(size), stills: stills,
            layouts: TextLayouts())
    }

    /// - Parameter layouts: the text layouts that the painters of one thread share.
    private init(mapping: CanvasMapping, size: VideoSize, area: PixelRect, stills: StillPictures, layouts: TextLayouts) {
        self.mapping = mapping
        self.size = size
        self.area = area
        self.stills = stills
        self.layouts = layouts
    }

    /// Returns a painter for another part of the same TV.
    func painter(of area: PixelRect) -> Painter {
        Painter(mapping: mapping, size: size, area: area, stills: stills, layouts: layouts)
    }

    /// Paints a drawing over the contents of the buffer.
    /// - Parameters:
    ///   - opacity: of the drawing as a whole, 0…1: where its shapes overlap, what lies behind doesn't show through.
    ///   - offset: moves the drawing, in canvas units.
    ///   - clip: the area outside of which nothing is touched; in canvas units, grown to whole pixels.
    /// - Precondition: an RGB buffer of the painter's size.
    public func paint(
        _ drawing: Drawing, opacity: Double = 1, offset: Point = Point(0, 0), into buffer: PixelBuffer,
        clip: Rect? = nil
    ) {
        paint(
            drawing, opacity: opacity, offset: offset, into: buffer,
            within: clip.map { PixelRect($0, in: mapping) } ?? area)
    }

    /// Returns the area that a drawing may touch, in canvas units: the line boxes of its texts as well as their ink. Empty if it paints
    /// nothing.
    public func bounds(of drawing: Drawing) -> Rect {
        bounds(of: drawing.commands) ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }

    private func bounds(of commands: [DrawingCommand]) -> Rect? {
        var result: Rect?
        for command in commands {
            guard let bounds = bounds(of: command) else { continue }
            result = result?.union(bounds) ?? bounds
        }
        return result
    }

    /// Returns the area that a command may touch, in canvas units; `nil` if it paints nothing.
    func bounds(of command: DrawingCommand) -> Rect? {
        switch command {
        case .text(let run): layouts.layout(of: run)?.bounds.moved(by: run.origin).inset(by: -(run.outline ?? 0) / 2)
        case .still(_, let rect, _): rect.width > 0 && rect.height > 0 ? rect : nil
        case .clipped(let rect, _, let commands): bounds(of: commands)?.intersection(rect)
        default: command.shapeBounds
        }
    }

    /// Returns the pixels that shapes within a rectangle of the canvas may touch: one more on each side, since Cairo rounds outlines to
    /// 1/256 of a pixel.
    func pixels(_ rect: Rect) -> PixelRect {
        PixelRect(rect, in: mapping).grown.intersection(area)
    }

    /// Returns an offset in whole pixels.
    func pixels(_ offset: Point) -> (x: Int, y: Int) {
        func whole(_ length: Double) -> Int { Int((length * mapping.scale).rounded().clamped(to: -1e5...1e5)) }
        return (whole(offset.x), whole(offset.y))
    }

    /// - Parameter part: the part to paint, in the TV's pixels.
    func paint(_ drawing: Drawing, opacity: Double, offset: Point, into buffer: PixelBuffer, within part: PixelRect) {
        precondition(buffer.size == area.size, "a painter of \(area.size) can't paint a buffer of \(buffer.size)")
        let opacity = min(max(opacity, 0), 1)
        let part = part.intersection(area)
        guard opacity > 0, !part.isEmpty else { return }
        CairoSurface(buffer).paint { context in
            cairo_translate(context, Double(-area.left), Double(-area.top))
            part.addPath(to: context)
            cairo_clip(context)
            cairo_translate(context, mapping.originX, mapping.originY)
            cairo_scale(context, mapping.scale, mapping.scale)
            cairo_translate(context, offset.x, offset.y)
            let isGroup = opacity < 1
            if isGroup { cairo_push_group(context) }
            paint(drawing.commands, offset: offset, on: context, within: part)
            if isGroup {
                cairo_pop_group_to_source(context)
                cairo_paint_with_alpha(context, opacity)
            }
        }
    }

    /// Paints those of the commands that touch the area.
    private func paint(_ commands: [DrawingCommand], offset: Point, on context: OpaquePointer?, within area: PixelRect) {
        for command in commands {
            guard let bounds = bounds(of: command), pixels(bounds.moved(by: offset)).intersects(area) else { continue }
            switch command {
            case .text(let run):
                paint(run, on: context)
            case .still(let key, let rect, let cornerRadius):
                guard let picture = stills.picture(of: key, covering: pixelSize(of: rect)) else { continue }
                context.fill(rect, cornerRadius: cornerRadius, with: picture)
            case .clipped(let rect, let cornerRadius, let inner):
                // The inner commands are painted apart first: painted one after the other through the same soft edge, they would shine
                // through each other.
                cairo_save(context)
                context.clip(rect.inset(by: -2 / mapping.scale))
                cairo_push_group(context)
                paint(inner, offset: offset, on: context, within: area)
                cairo_pop_group_to_source(context)
                cairo_new_path(context)
                context.addRoundedRectangle(rect, cornerRadius)
                cairo_fill(context)
                cairo_restore(context)
            default:
                command.paintShape(on: context)
            }
        }
    }

    private func paint(_ run: TextRun, on context: OpaquePointer?) {
        guard let layout = layouts.layout(of: run) else { return }
        cairo_save(context)
        cairo_translate(context, run.origin.x, run.origin.y)
        cairo_new_path(context)
        cairo_append_path(context, layout.path)
        context.setSource(run.color)
        if let outline = run.outline {
            cairo_set_line_width(context, outline)
            cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            cairo_stroke(context)
        } else {
            cairo_fill(context)
        }
        cairo_restore(context)
    }

    private func pixelSize(of rect: Rect) -> VideoSize {
        func pixels(_ length: Double) -> Int { Int(min((length * mapping.scale).rounded(.up), 1e4)) }
        return VideoSize(width: pixels(rect.width), height: pixels(rect.height))
    }
}
