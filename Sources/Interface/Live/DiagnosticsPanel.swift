// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What the box measures about itself, a row each; rows that find no room are left out from the end.
struct DiagnosticsPanel {
    private let look: Look
    private let rows: [(label: String, value: String)]
    private let rect: Rect
    private let labelWidth: Double

    init?(_ rows: [(label: String, value: String)], look: Look, top: Double, limit: Double, right: Double) {
        let rowHeight = look.lineHeight(look.small) + 4
        let count = min(rows.count, Int((limit - top - 32) / rowHeight))
        guard count > 0 else { return nil }
        self.look = look
        self.rows = Array(rows.prefix(count))
        let labels = (rows.map { TextMetrics.width($0.label, size: look.small) }.max() ?? 0) + 2 * look.gap
        let values = rows.map { TextMetrics.width($0.value, size: look.small) }.max() ?? 0
        let width = min(right - Areas.left, labels + values + 48)
        // If not even small values find room beside them, the labels give way down to half of it.
        labelWidth = min(labels, max(width / 2 - 24, width - 40 - values * Look.smallest / look.small))
        guard width > labelWidth + 48 else { return nil }
        rect = Rect(x: Areas.left, y: top, width: width, height: Double(count) * rowHeight + 32)
    }

    func draw(on sketch: inout Sketch) {
        sketch.sheet(rect)
        var y = rect.y + 18
        for row in rows {
            sketch.text(
                row.label, at: Point(rect.x + 24, y), size: look.small, weight: .regular, color: look.caption,
                width: labelWidth - look.gap)
            let room = rect.width - labelWidth - 40
            // Where large text would be cut there is room for two small lines in its height.
            let isLong = look.scale > 1.5 && TextMetrics.width(row.value, size: Look.smallest) > room
            sketch.text(
                row.value, at: Point(rect.x + 24 + labelWidth, y), size: isLong ? Look.smallest : look.small, width: room,
                lines: isLong ? 2 : 1)
            y += look.lineHeight(look.small) + 4
        }
    }
}

extension Context {
    func diagnosticRows() -> [(label: String, value: String)] {
        let error = diagnostics.delayError.map { Strings.milliseconds($0.p50, $0.p99, $0.max) } ?? "–"
        return [
            (Strings.delayError, error),
            (Strings.frames, Strings.frameCounts(captured: diagnostics.captured, lost: diagnostics.lost)),
            (Strings.shownFrames, Strings.shownCounts(repeated: diagnostics.repeated, skipped: diagnostics.skipped)),
            (
                Strings.picture,
                "\(stream.size.width)×\(stream.size.height), "
                    + Strings.perSecond(diagnostics.framesPerSecond > 0 ? diagnostics.framesPerSecond : stream.rate.hertz)
            ),
            (Strings.tv, diagnostics.displayMode ?? "–"),
            (Strings.camera, diagnostics.camera.isEmpty ? cameraName : diagnostics.camera),
            (Strings.encoder, diagnostics.encoder.isEmpty ? encoderName : diagnostics.encoder),
            (Strings.decoder, diagnostics.decoder.isEmpty ? "–" : diagnostics.decoder),
            (Strings.memory, Strings.megabytes(diagnostics.memoryBytes)),
            (Strings.power, Strings.power(conditions.power) ?? "–"),
        ]
    }
}
