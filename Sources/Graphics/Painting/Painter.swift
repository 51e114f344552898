import CCairo
import Core

/// Paints Core's drawings with Cairo and Pango.
///
/// Thread-bound: any one thread, always the same.
public final class Painter {
    /// The size in pixels of what is painted on.
    public let size: VideoSize
    private let mapping: CanvasMapping
    private let layouts = TextLayouts()

    /// - Parameter size: the TV's pixels. The canvas is scaled to them as `CanvasMapping` says.
    public init(size: VideoSize) {
        self.size = size
        mapping = CanvasMapping(size: size)
    }

    /// Paints a drawing over what is in the buffer.
    /// - Parameters:
    ///   - opacity: of the drawing as a whole, 0…1: where its shapes overlap, what lies behind doesn't show through.
    ///   - offset: moves the drawing, in canvas units.
    ///   - clip: nothing outside is touched; canvas units, grown to whole pixels.
    /// - Precondition: an RGB buffer of the painter's size.
    public func paint(_ drawing: Drawing, opacity: Double = 1, offset: Point = Point(0, 0), into buffer: PixelBuffer,
                      clip: Rect? = nil) {
        paint(drawing, opacity: opacity, offset: offset, into: buffer,
              within: clip.map { PixelRect($0, in: mapping) } ?? PixelRect(size))
    }

    /// What a drawing may touch, in canvas units: the line boxes of its texts as well as their ink. Empty where it
    /// paints nothing.
    public func bounds(of drawing: Drawing) -> Rect {
        var result: Rect?
        for command in drawing.commands {
            guard let bounds = bounds(of: command) else { continue }
            result = result?.union(bounds) ?? bounds
        }
        return result ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }

    /// What a command may touch, in canvas units; `nil` where it paints nothing.
    func bounds(of command: DrawingCommand) -> Rect? {
        guard case .text(let run) = command else { return command.shapeBounds }
        return layouts.layout(of: run)?.bounds.moved(by: run.origin)
    }

    /// The pixels that shapes within a rectangle of the canvas may touch: one more on each side, since Cairo rounds
    /// outlines to 1/256 of a pixel.
    func pixels(_ rect: Rect) -> PixelRect {
        PixelRect(rect, in: mapping).grown.intersection(PixelRect(size))
    }

    func paint(_ drawing: Drawing, opacity: Double, offset: Point, into buffer: PixelBuffer, within area: PixelRect) {
        precondition(buffer.size == size, "a painter of \(size) can't paint a buffer of \(buffer.size)")
        let opacity = min(max(opacity, 0), 1)
        let area = area.intersection(PixelRect(size))
        guard opacity > 0, !area.isEmpty else { return }
        CairoSurface(buffer).paint { context in
            area.addPath(to: context)
            cairo_clip(context)
            cairo_translate(context, mapping.originX, mapping.originY)
            cairo_scale(context, mapping.scale, mapping.scale)
            cairo_translate(context, offset.x, offset.y)
            let isGroup = opacity < 1
            if isGroup { cairo_push_group(context) }
            for command in drawing.commands {
                guard let bounds = bounds(of: command), pixels(bounds.moved(by: offset)).intersects(area)
                else { continue }
                paint(command, on: context)
            }
            if isGroup {
                cairo_pop_group_to_source(context)
                cairo_paint_with_alpha(context, opacity)
            }
        }
    }

    private func paint(_ command: DrawingCommand, on context: OpaquePointer?) {
        guard case .text(let run) = command else {
            command.paintShape(on: context)
            return
        }
        guard let layout = layouts.layout(of: run) else { return }
        cairo_save(context)
        cairo_translate(context, run.origin.x, run.origin.y)
        cairo_new_path(context)
        cairo_append_path(context, layout.path)
        context.setSource(run.color)
        cairo_fill(context)
        cairo_restore(context)
    }
}
