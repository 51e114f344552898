// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

extension Scene {
    var videos: [VideoSource] {
        layers.compactMap { if case .video(let source) = $0.content { source } else { nil } }
    }

    /// The visible texts with their areas on the canvas.
    var texts: [(run: TextRun, bounds: Rect)] {
        drawings.flatMap { offset, drawing in
            drawing.commands.compactMap { command in
                guard case .text(let run) = command else { return nil }
                return (run, Self.bounds(of: run, at: offset))
            }
        }
    }

    /// Returns the area of a text's letters in a drawing with this offset.
    static func bounds(of run: TextRun, at offset: Point) -> Rect {
        var bounds = TextMetrics.bounds(of: run)
        if run.figures == .proportional {
            // A single number has nothing above and below its figures.
            bounds.y += (TextMetrics.ascent - TextMetrics.capHeight) * run.size
            bounds.height = TextMetrics.capHeight * run.size
            let ones = run.text.count { $0 == "1" }
            bounds.x += Double(ones) * 0.13 * run.size
            bounds.width -= Double(ones) * 0.26 * run.size
        }
        bounds.x += offset.x
        bounds.y += offset.y
        return bounds
    }

    /// The panels behind words.
    var panels: [Rect] {
        drawings.flatMap { offset, drawing in
            drawing.commands.compactMap { command in
                guard case .fill(var rect, let radius, _) = command, radius == Theme.cornerRadius || radius == MarkNumber.cornerRadius else {
                    return nil
                }
                rect.x += offset.x
                rect.y += offset.y
                return rect
            }
        }
    }

    /// The visible drawings, back to front, each with its offset.
    var drawings: [(Point, Drawing)] {
        layers.compactMap { layer in
            guard case .drawing(let drawing) = layer.content, layer.placement.opacity > 0 else { return nil }
            // Of a cropped drawing, such as a scrolling list, only the part within the crop is visible.
            let part = layer.crop
            guard part != .unit else { return (Point(layer.place.x, layer.place.y), drawing) }
            let seen = Rect(
                x: part.x * Canvas.bounds.width, y: part.y * Canvas.bounds.height, width: part.width * Canvas.bounds.width,
                height: part.height * Canvas.bounds.height)
            let whole = drawing.commands.filter { command in
                guard case .text(let run) = command else { return true }
                let bounds = TextMetrics.bounds(of: run)
                return bounds.y >= seen.y && bounds.maxY <= seen.maxY
            }
            return (Point(layer.place.x - seen.x, layer.place.y - seen.y), Drawing(whole))
        }
    }
}
