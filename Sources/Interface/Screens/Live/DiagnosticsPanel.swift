// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Shows what the box measures about itself, a row each, at the right, away from the archer. If the rows have no room, they become smaller,
/// and then there are two columns. Beside a split picture, if the two columns have no room either, the last rows are left out.
struct DiagnosticsPanel {
    typealias Row = (label: String, value: String)

    private struct Column {
        var rows: ArraySlice<Row>
        var x: Double
        var labelWidth: Double
        var valueWidth: Double
    }

    private let look: Theme
    private let columns: [Column]
    private let rect: Rect
    private let size: Double
    private let rowHeight: Double

    private static let padding = 24.0

    /// - Returns: `nil` if there is no room for a single row.
    init?(_ rows: [Row], look: Theme, top: Double, limit: Double, right: Double) {
        self.look = look
        let room = limit - top - Self.padding
        let smallest = look.lineHeight(Theme.smallest)
        let isTooLong = Double(rows.count) * smallest > room
        let columnCount = isTooLong && Self.fitsTwice(rows, look, within: right - Areas.left) ? 2 : 1
        let longest = (rows.count + columnCount - 1) / columnCount
        let rowHeight = max(smallest, min(look.lineHeight(look.small) + 4, room / Double(max(1, longest))))
        self.rowHeight = rowHeight
        let size = min(look.small, max(Theme.smallest, ((rowHeight - 1) / TextMetrics.lineHeight).rounded(.down)))
        self.size = size
        let count = min(longest, Int(room / rowHeight))
        guard count > 0 else { return nil }
        let most = (right - Areas.left - Double(columnCount + 1) * Self.padding) / Double(columnCount)
        var x = Areas.left + Self.padding
        var columns: [Column] = []
        for index in 0..<columnCount {
            let part = rows.dropFirst(index * longest).prefix(longest).prefix(count)
            let labels = (part.map { TextMetrics.width($0.label, size: size) }.max() ?? 0) + 2 * look.gap
            let values = part.map { TextMetrics.width($0.value, size: size) }.max() ?? 0
            let width = min(most, labels + values)
            // If even small values have no room beside the labels, the labels give way: a single column's down to half of its width, two
            // columns' down to the smallest text.
            let least = columnCount == 2 ? (labels - 2 * look.gap) * Theme.smallest / size + 2 * look.gap : width / 2
            let labelWidth = min(labels, max(least, width - values * Theme.smallest / size))
            guard width > labelWidth else { return nil }
            columns.append(Column(rows: part, x: x, labelWidth: labelWidth, valueWidth: width - labelWidth))
            x += width + Self.padding
        }
        let shift = right - x
        for index in columns.indices { columns[index].x += shift }
        self.columns = columns
        rect = Rect(x: Areas.left + shift, y: top, width: x - Areas.left, height: Double(count) * rowHeight + Self.padding)
    }

    /// Returns true if two columns have room beside each other, in the smallest text. If not, the last rows are left out.
    private static func fitsTwice(_ rows: [Row], _ look: Theme, within room: Double) -> Bool {
        let half = (rows.count + 1) / 2
        let widths = [rows.prefix(half), rows.dropFirst(half)].map { part in
            (part.map { TextMetrics.width($0.label, size: Theme.smallest) }.max() ?? 0) + 2 * look.gap
                + (part.map { TextMetrics.width($0.value, size: Theme.smallest) }.max() ?? 0)
        }
        return (widths.max() ?? 0) * 2 + 3 * padding <= room
    }

    func draw(on sketch: inout DrawingBuilder) {
        sketch.sheet(rect)
        for column in columns {
            var middle = rect.y + Self.padding / 2 + rowHeight / 2
            for row in column.rows {
                sketch.line(
                    row.label, x: column.x, middle: middle, size: size, weight: .regular, color: look.caption, width: column.labelWidth - look.gap)
                // A value that is too long is written smaller before it is cut.
                sketch.line(row.value, x: column.x + column.labelWidth, middle: middle, size: size, width: column.valueWidth)
                middle += rowHeight
            }
        }
    }
}

extension Context {
    func diagnosticRows() -> [(label: String, value: String)] {
        let error = diagnostics.delayError.map { Strings.milliseconds($0.p50, $0.p99, $0.max) } ?? "–"
        let buffer = line.map { Strings.span($0.capacitySeconds) } ?? "–"
        let hertz = diagnostics.framesPerSecond > 0 ? diagnostics.framesPerSecond : stream.rate.hertz
        let picture = "\(stream.size.width)×\(stream.size.height), \(Strings.perSecond(hertz))"
        var rows: [(label: String, value: String)] = [
            (Strings.delayError, error),
            (Strings.frames, Strings.frameCounts(captured: diagnostics.captured, lost: diagnostics.lost)),
            (Strings.shownFrames, Strings.shownCounts(repeated: diagnostics.repeated, skipped: diagnostics.skipped)),
            (Strings.card, Strings.card(conditions.card, cardFacts)),
            (Strings.cardRoom, Strings.room(cardFacts, bytesPerSecond: line?.bytesPerSecond)),
            (Strings.cardSpeed, Strings.speed(cardFacts)),
            (Strings.sessions, Strings.sessions(cardFacts)),
            (Strings.bufferWord, buffer),
            (Strings.picture, picture),
            (Strings.tv, diagnostics.displayMode ?? "–"),
            (Strings.camera, diagnostics.camera.isEmpty ? cameraName : diagnostics.camera),
            (Strings.encoder, conditions.encoderFailure?.text ?? (diagnostics.encoder.isEmpty ? encoderName : diagnostics.encoder)),
            (Strings.decoder, diagnostics.decoder.isEmpty ? "–" : diagnostics.decoder),
            (Strings.memory, Strings.megabytes(diagnostics.memoryBytes)),
            (Strings.power, Strings.power(conditions.power) ?? "–"),
            (Strings.swipes, Strings.swipes(peeking: swipes.peeking, blind: swipes.blind)),
        ]
        if let heard = hearingCounts { rows.append((Strings.heard, Strings.heardCounts(heard.heard, taken: heard.taken))) }
        return rows
    }
}
