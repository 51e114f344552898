// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

extension Rehearsal {
    /// True if nothing moves or fades: nothing changes by itself within a vblank or two.
    var isAtRest: Bool { appliance.nextChange(after: now).map { $0 > now + .milliseconds(20) } ?? true }
}

extension Scene {
    /// The pairs of visible texts that overlap. Texts under a background and fading texts are left out.
    var overlappingTexts: [(TextRun, TextRun)] {
        var seen: [(run: TextRun, ink: Rect)] = []
        var pairs: [(TextRun, TextRun)] = []
        for layer in layers {
            guard case .drawing(let drawing) = layer.content, layer.placement.opacity == 1 else { continue }
            Self.lay(drawing.commands, at: Point(layer.place.x, layer.place.y), within: Canvas.bounds, &seen, &pairs)
        }
        return pairs
    }

    private static func lay(
        _ commands: [DrawingCommand], at offset: Point, within window: Rect, _ seen: inout [(run: TextRun, ink: Rect)],
        _ pairs: inout [(TextRun, TextRun)]
    ) {
        func moved(_ rect: Rect) -> Rect { Rect(x: rect.x + offset.x, y: rect.y + offset.y, width: rect.width, height: rect.height) }
        for command in commands {
            switch command {
            case .clipped(let rect, _, let inner):
                if let window = moved(rect).intersection(window) { lay(inner, at: offset, within: window, &seen, &pairs) }
            case .fill(let rect, _, let color) where color.alpha > 0.5:
                if let ground = moved(rect).intersection(window) { seen.removeAll { $0.ink.intersection(ground) != nil } }
            case .text(let run):
                guard let ink = moved(ink(of: run)).intersection(window) else { continue }
                for other in seen where other.ink.intersection(ink).map({ $0.width > 1 && $0.height > 1 }) ?? false {
                    pairs.append((other.run, run))
                }
                seen.append((run, ink))
            default: break
            }
        }
    }

    /// Returns the area from the top of the capitals to the last baseline.
    private static func ink(of run: TextRun) -> Rect {
        var bounds = TextMetrics.bounds(of: run)
        let above = (TextMetrics.ascent - TextMetrics.capHeight) * run.size
        bounds.y += above
        bounds.height -= above + (TextMetrics.lineHeight - TextMetrics.ascent) * run.size
        return bounds
    }
}
