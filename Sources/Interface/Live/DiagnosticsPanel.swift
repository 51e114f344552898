// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What the box measures about itself, a row each. Every row is there at every text size; what finds no room grows smaller.
struct DiagnosticsPanel {
    private let look: Look
    private let rows: [(label: String, value: String)]
    private let rect: Rect
    private let labelWidth: Double
    private let size: Double
    private let rowHeight: Double

    private static let padding = 24.0

    /// - Returns: `nil` if there is no room for a single row.
    init?(_ rows: [(label: String, value: String)], look: Look, top: Double, limit: Double, right: Double) {
        self.look = look
        let room = limit - top - Self.padding
        let natural = look.lineHeight(look.small) + 4
        let rowHeight = max(look.lineHeight(Look.smallest), min(natural, room / Double(max(1, rows.count))))
        self.rowHeight = rowHeight
        size = min(look.small, max(Look.smallest, ((rowHeight - 1) / TextMetrics.lineHeight).rounded(.down)))
        let count = min(rows.count, Int(room / rowHeight))
        guard count > 0 else { return nil }
        self.rows = Array(rows.prefix(count))
        let size = size
        let labels = (rows.map { TextMetrics.width($0.label, size: size) }.max() ?? 0) + 2 * look.gap
        let values = rows.map { TextMetrics.width($0.value, size: size) }.max() ?? 0
        let width = min(right - Areas.left, labels + values + 2 * Self.padding)
        // If not even small values find room beside them, the labels give way down to half of it.
        labelWidth = min(labels, max(width / 2 - Self.padding, width - 2 * Self.padding - values * Look.smallest / size))
        guard width > labelWidth + 2 * Self.padding else { return nil }
        rect = Rect(x: Areas.left, y: top, width: width, height: Double(count) * rowHeight + Self.padding)
    }

    func draw(on sketch: inout Sketch) {
        sketch.sheet(rect)
        var middle = rect.y + Self.padding / 2 + rowHeight / 2
        let room = rect.width - labelWidth - 2 * Self.padding
        for row in rows {
            sketch.line(
                row.label, x: rect.x + Self.padding, middle: middle, size: size, weight: .regular, color: look.caption, width: labelWidth - look.gap)
            // A value that is too long is written smaller before it is cut.
            sketch.line(row.value, x: rect.x + Self.padding + labelWidth, middle: middle, size: size, width: room)
            middle += rowHeight
        }
    }
}

extension Context {
    func diagnosticRows() -> [(label: String, value: String)] {
        let error = diagnostics.delayError.map { Strings.milliseconds($0.p50, $0.p99, $0.max) } ?? "–"
        let buffer = line.map { Strings.span($0.capacitySeconds) } ?? "–"
        return [
            (Strings.delayError, error),
            (Strings.frames, Strings.frameCounts(captured: diagnostics.captured, lost: diagnostics.lost)),
            (Strings.shownFrames, Strings.shownCounts(repeated: diagnostics.repeated, skipped: diagnostics.skipped)),
            (Strings.card, Strings.card(conditions.card)),
            (Strings.bufferWord, buffer),
            (
                Strings.picture,
                "\(stream.size.width)×\(stream.size.height), "
                    + Strings.perSecond(diagnostics.framesPerSecond > 0 ? diagnostics.framesPerSecond : stream.rate.hertz)
            ),
            (Strings.tv, diagnostics.displayMode ?? "–"),
            (Strings.camera, diagnostics.camera.isEmpty ? cameraName : diagnostics.camera),
            (Strings.encoder, conditions.encoderFailure?.text ?? (diagnostics.encoder.isEmpty ? encoderName : diagnostics.encoder)),
            (Strings.decoder, diagnostics.decoder.isEmpty ? "–" : diagnostics.decoder),
            (Strings.memory, Strings.megabytes(diagnostics.memoryBytes)),
            (Strings.power, Strings.power(conditions.power) ?? "–"),
        ]
    }
}
