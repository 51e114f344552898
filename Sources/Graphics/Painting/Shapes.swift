// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo
import Core

extension DrawingCommand {
    /// The area that a shape may touch, in canvas units; `nil` if the command is no shape or paints nothing.
    var shapeBounds: Rect? {
        switch self {
        case .fill(let rect, _, _):
            return rect.width > 0 && rect.height > 0 ? rect : nil
        case .stroke(let rect, _, let width, _):
            return rect.inset(by: -width / 2)
        case .disc(let center, let radius, _):
            return Rect(center: center, radius: radius)
        case .circle(let center, let radius, let width, _), .arc(let center, let radius, _, _, let width, _):
            return Rect(center: center, radius: radius + width / 2)
        case .line(let points, let width, _):
            return Rect(around: points)?.inset(by: -width / 2)
        case .polygon(let points, _):
            return Rect(around: points)
        case .text, .still, .clipped:
            return nil
        }
    }

    /// Paints a shape; does nothing for texts, stills and clipped parts.
    func paintShape(on context: OpaquePointer?) {
        cairo_new_path(context)
        switch self {
        case .fill(let rect, let cornerRadius, let color):
            context.addRoundedRectangle(rect, cornerRadius)
            fill(color, on: context)
        case .stroke(let rect, let cornerRadius, let width, let color):
            context.addRoundedRectangle(rect, cornerRadius)
            stroke(width, color, on: context)
        case .disc(let center, let radius, let color):
            cairo_arc(context, center.x, center.y, max(0, radius), 0, 2 * Double.pi)
            fill(color, on: context)
        case .circle(let center, let radius, let width, let color):
            cairo_arc(context, center.x, center.y, max(0, radius), 0, 2 * Double.pi)
            cairo_close_path(context)
            stroke(width, color, on: context)
        case .arc(let center, let radius, let from, let to, let width, let color):
            cairo_arc(context, center.x, center.y, max(0, radius), from, to)
            stroke(width, color, on: context)
        case .line(let points, let width, let color):
            addLine(through: points, to: context)
            stroke(width, color, on: context)
        case .polygon(let points, let color):
            addLine(through: points, to: context)
            cairo_close_path(context)
            fill(color, on: context)
        case .text, .still, .clipped:
            break
        }
    }

    private func addLine(through points: [Point], to context: OpaquePointer?) {
        for point in points { cairo_line_to(context, point.x, point.y) }
    }

    private func fill(_ color: Color, on context: OpaquePointer?) {
        context.setSource(color)
        cairo_fill(context)
    }

    private func stroke(_ width: Double, _ color: Color, on context: OpaquePointer?) {
        context.setSource(color)
        cairo_set_line_width(context, max(0, width))
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(context)
    }
}

extension OpaquePointer? {
    /// Adds a rectangle with round corners to a Cairo context's path.
    func addRoundedRectangle(_ rect: Rect, _ cornerRadius: Double) {
        let radius = Swift.min(cornerRadius, rect.width / 2, rect.height / 2)
        guard radius > 0 else {
            cairo_rectangle(self, rect.x, rect.y, rect.width, rect.height)
            return
        }
        let quarter = Double.pi / 2
        cairo_arc(self, rect.maxX - radius, rect.y + radius, radius, -quarter, 0)
        cairo_arc(self, rect.maxX - radius, rect.maxY - radius, radius, 0, quarter)
        cairo_arc(self, rect.x + radius, rect.maxY - radius, radius, quarter, 2 * quarter)
        cairo_arc(self, rect.x + radius, rect.y + radius, radius, 2 * quarter, 3 * quarter)
        cairo_close_path(self)
    }

    /// Makes a Cairo context paint with this colour.
    func setSource(_ color: Color) {
        cairo_set_source_rgba(self, color.red, color.green, color.blue, color.alpha)
    }
}

extension Rect {
    init(center: Point, radius: Double) {
        self.init(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }

    /// Makes the smallest rectangle that holds the points; `nil` if there are no points.
    init?(around points: [Point]) {
        guard let first = points.first else { return nil }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for point in points {
            left = min(left, point.x)
            top = min(top, point.y)
            right = max(right, point.x)
            bottom = max(bottom, point.y)
        }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    func moved(by offset: Point) -> Rect {
        Rect(x: x + offset.x, y: y + offset.y, width: width, height: height)
    }
}
