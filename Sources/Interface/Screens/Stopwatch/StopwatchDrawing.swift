// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The overlay while a shot is timed: the picture's time, the phases as a table beside their usual lengths, and the phases as blocks on the
/// bar.
struct StopwatchDrawing {
    private let mode: StopwatchMode
    private let playback: any Playback
    private let context: Context
    private let now: Timestamp
    private let look: Theme

    private static let padding = 24.0

    init(_ mode: StopwatchMode, _ playback: any Playback, _ context: Context, at now: Timestamp) {
        (self.mode, self.playback, self.context, self.now) = (mode, playback, context, now)
        look = Theme(context.settings)
    }

    private var key: ClipKey? { mode.key(on: playback) }
    private var clip: ScoreBook.Clip? { key.flatMap(context.desk.clip) }

    func draw(on sketch: inout DrawingBuilder) {
        let table = PhaseTable(mode, playback, context, look, at: now)
        let right = Areas.isUpright ? Areas.titleRight(look) : table.rect.x - Theme.margin
        ReplayHead(.paused, time, line, look, right: right).draw(on: &sketch)
        table.draw(on: &sketch)
        drawBar(on: &sketch)
    }

    /// The time of the picture. A clip without a moment is timed from its beginning.
    private var time: String {
        if isOneClip, clip?.moment == nil { return Strings.clockMilliseconds(mode.seconds(on: playback, at: now)) }
        return playback.time(in: context, at: now)
    }

    /// True if one clip plays by itself.
    private var isOneClip: Bool { playback.place == .replay && key != nil }

    private var line: String {
        let letter = playback.keys.count > 1 ? ComparisonOverlay.letters[mode.side] : nil
        let title = key.map { clip?.title ?? Strings.clip($0.number) } ?? Strings.delayLine
        let frame = context.settings.showsDiagnostics && look.scale < 2 ? mode.source(on: playback, at: now).map { Strings.frame($0.picture) } : nil
        return [letter, title, frame].compactMap { $0 }.joined(separator: " · ")
    }

    private func drawBar(on sketch: inout DrawingBuilder) {
        playback.drawBar(in: context, at: now, on: &sketch)
        // A clip that plays by itself has the phases on its own bar.
        if isOneClip { return }
        let position = playback.transport.position(at: now)
        let bar = playback.bar(in: context, at: now)
        // Two compared clips share a clock of their own, on which each clip has an offset.
        let zero = position.inSeconds - (mode.source(on: playback, at: now)?.position.inSeconds ?? position.inSeconds)
        bar.draw(phases: mode.marks(on: playback, in: context).map { PhaseMark($0.name, at: $0.seconds + zero) }, on: &sketch)
        bar.drawHead(at: position, isOfTheKnob: true, on: &sketch)
    }
}

extension FootageBar {
    /// Draws phases as white blocks with their names, every second one a little darker, and a line at each mark.
    func draw(phases: [PhaseMark], on sketch: inout DrawingBuilder) {
        for (index, pair) in zip(phases, phases.dropFirst()).enumerated() {
            let (from, to) = (x(.seconds(pair.0.seconds)), x(.seconds(pair.1.seconds)))
            guard to - from > 4 else { continue }
            let block = Rect(x: from + 2, y: rect.center.y - 14, width: to - from - 4, height: 28)
            sketch.add([.fill(block, cornerRadius: 4, index % 2 == 0 ? Palette.text : Color(hex: 0xB8B8BC))])
            guard TextMetrics.width(pair.0.name, size: Theme.smallest) + 12 <= block.width else { continue }
            sketch.line(
                pair.0.name, x: block.center.x, middle: block.center.y, size: Theme.smallest, weight: .semibold, alignment: .center,
                color: Palette.ink)
        }
        for mark in phases {
            let x = x(.seconds(mark.seconds))
            sketch.add([.line([Point(x, rect.y + 4), Point(x, rect.maxY - 4)], width: 3, Palette.text)])
        }
    }
}

/// The table at the top right: the total, each phase with its usual length or with the other clip's, the phase that is due, and the most
/// unusual phase.
private struct PhaseTable {
    private struct Column {
        var title: String
        var seconds: [String: Double]
        /// The names of the marks that are set in it.
        var set: Set<String> = []
        /// True if its phases are being set.
        var isActive = false
    }

    let rect: Rect
    private let names: [String]
    private let due: Int
    private let marks: [PhaseMark]
    private let columns: [Column]
    private let isCompared: Bool
    private let finding: String?
    private let size: Double
    private let valueSize: Double
    /// The size of explanatory text.
    private let small: Double
    private let rowHeight: Double

    private static let (padding, figure, headHeight) = (24.0, 72.0, 104.0)

    init(_ mode: StopwatchMode, _ playback: any Playback, _ context: Context, _ look: Theme, at now: Timestamp) {
        names = mode.names(on: playback, in: context)
        due = mode.due
        marks = mode.marks(on: playback, in: context)
        let keys = playback.keys
        let others =
            context.desk.book.map { book in
                book.clips.filter { clip in !clip.isDeleted && !keys.contains { $0 == book.key(ofClip: clip.number) } }.map(\.judgement.phases)
            } ?? []
        let usual = PhaseStatistics.of(others)
        finding = Self.finding(marks, usual)
        func column(_ title: String, _ marks: [PhaseMark], isActive: Bool) -> Column {
            let seconds = Dictionary(marks.lengths.map { ($0.name, $0.seconds) }) { first, _ in first }
            return Column(title: title, seconds: seconds, set: Set(marks.map(\.name)), isActive: isActive)
        }
        isCompared = keys.count > 1
        columns =
            isCompared
            ? keys.enumerated().map { column(ComparisonOverlay.letters[$0], mode.marks(of: $1, in: context), isActive: $0 == mode.side) }
            : [
                column(Strings.phaseOfThis, marks, isActive: true),
                Column(title: Strings.phaseMean, seconds: Dictionary(usual.map { ($0.name, $0.mean) }) { first, _ in first }),
            ]
        (size, valueSize, small) = look.scale > 1 ? (44, 44, 38) : (36, 36, Theme.smallest)
        // The chip that says what is wrong has the corner.
        let top = Areas.isUpright ? Areas.belowFilm : context.pageCorner(at: now).map { $0.maxY + Theme.margin } ?? Areas.top
        let foot = finding == nil ? 0.0 : 52
        let room = FootageBar.top(context) - Theme.margin - top - Self.headHeight - 52 - foot - Self.padding
        rowHeight = min(look.scale > 1 ? 68 : 60, room / Double(max(1, names.count)))
        let width = Areas.isUpright ? Areas.right - Areas.left : look.scale > 1 ? 620.0 : 504
        let height = Self.headHeight + 52 + rowHeight * Double(names.count) + foot + Self.padding
        rect = Rect(x: Areas.right - width, y: top, width: width, height: height)
    }

    /// Returns the words for the phase that differs most from the other shots, by their spread. With fewer than three shots nothing is
    /// known to be usual.
    private static func finding(_ marks: [PhaseMark], _ usual: [PhaseStatistics]) -> String? {
        let off = marks.lengths.compactMap { length -> (words: String, far: Double)? in
            guard let known = usual.first(where: { $0.name == length.name }), known.count >= 3, let spread = known.spread, spread > 0 else {
                return nil
            }
            let away = length.seconds - known.mean
            return (Strings.phaseFinding(length.name, off: away, spread: spread), abs(away) / spread)
        }
        return off.max { $0.far < $1.far }.flatMap { $0.far >= 1 ? $0.words : nil }
    }

    func draw(on sketch: inout DrawingBuilder) {
        sketch.sheet(rect)
        let (left, right) = (rect.x + Self.padding, rect.maxX - Self.padding)
        let total = Strings.phaseSeconds(marks.total ?? 0)
        sketch.words(total, x: left, baseline: rect.y + 84, size: Self.figure, weight: .semibold)
        if let last = marks.last, marks.count > 1 {
            let x = left + TextMetrics.width(total, size: Self.figure) + 16
            sketch.words(
                Strings.phaseTo(last.name), x: x, baseline: rect.y + 84, size: Theme.size(small, for: Strings.phaseTo(last.name), within: right - x))
        }
        let head = rect.y + Self.headHeight + 20
        sketch.line(Strings.phase, x: left, middle: head, size: small)
        for (column, x) in zip(columns, ends) {
            let weight: TextRun.Weight = isCompared && column.isActive ? .bold : .regular
            let size = Theme.size(small, for: column.title, within: 150)
            sketch.line(column.title, x: x, middle: head, size: size, weight: weight, alignment: .trailing)
        }
        sketch.add([.line([Point(left, head + 22), Point(right, head + 22)], width: 1.5, Palette.text.opacity(0.6))])
        for (index, name) in names.enumerated() {
            let row = Rect(x: rect.x + 12, y: rect.y + Self.headHeight + 52 + Double(index) * rowHeight, width: rect.width - 24, height: rowHeight)
            draw(name, in: row, isDue: index == due, on: &sketch)
        }
        guard let finding else { return }
        sketch.line(
            finding, x: left, middle: rect.maxY - 38, size: Theme.size(small, for: finding, within: right - left), weight: .semibold,
            width: right - left)
    }

    /// The right ends of the columns.
    private var ends: [Double] { [rect.maxX - 192, rect.maxX - Self.padding] }

    private func draw(_ name: String, in row: Rect, isDue: Bool, on sketch: inout DrawingBuilder) {
        let (middle, left) = (row.center.y, rect.x + Self.padding)
        if isDue {
            sketch.add([
                .fill(row.inset(by: 2), cornerRadius: 10, Palette.text.opacity(0.2)),
                .polygon([Point(left - 4, middle - 11), Point(left + 14, middle), Point(left - 4, middle + 11)], Palette.text),
            ])
        }
        let values = columns.map { column in column.seconds[name].map { Strings.phaseSeconds($0) } ?? (column.set.contains(name) ? "✓" : nil) }
        // If the due phase has no time yet, its row says what to do.
        let isOpen = isDue && zip(columns, values).allSatisfy { !$0.isActive || $1 == nil } && columns.allSatisfy { !$0.set.contains(name) }
        let now = isOpen ? Strings.phaseNow : nil
        let x = isDue ? left + 26 : left
        let room = (now.map { ends[1] - TextMetrics.width($0, size: small) } ?? ends[0] - 130) - x - 12
        sketch.line(name, x: x, middle: middle, size: size, weight: .semibold, width: max(80, room))
        if let now { return sketch.line(now, x: ends[1], middle: middle, size: small, alignment: .trailing) }
        for (index, column) in columns.enumerated() {
            guard let value = values[index] else { continue }
            sketch.line(value, x: ends[index], middle: middle, size: valueSize, weight: column.isActive ? .semibold : .regular, alignment: .trailing)
        }
    }
}
