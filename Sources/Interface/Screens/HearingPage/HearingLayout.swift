// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the page about hearing: what the box knows in words, below it the last shots by their loudness, and at their right how
/// loud it is now. A line through both is the gate.
struct HearingLayout {
    private let look: Theme
    private let frame: SummaryFrame
    private let words: [String]
    private let dots: [HearingDot]
    private let level: Double?
    private let loudest: Double?
    private let gate: Double?
    private let chart: Rect
    private let meter: Rect
    private let legend: Rect
    private let legendColumns: Int

    /// The loudness at the chart's foot and at its top, in dB of full scale.
    private static let range = -72.0...0
    private static let (meterWidth, gap) = (120.0, 32.0)
    private static let radius = 22.0
    /// The room at the foot of the chart for marks without a shot.
    private static let missedRoom = 64.0

    init(_ screen: HearingScreen, _ context: Context, at now: Timestamp) {
        look = Theme(context.settings)
        frame = SummaryFrame(look)
        level = screen.level
        loudest = screen.loudest?.level
        gate = context.heardShots.lesson.gate
        dots = context.hearingDots(at: now)
        words = Self.words(screen, context)
        let content = frame.content
        let line = look.lineHeight(look.body)
        legendColumns = Areas.isUpright || look.scale > 1 ? 2 : 4
        let rows = Double(Strings.Hearing.Fate.allCases.count / legendColumns)
        legend = Rect(x: content.x, y: content.maxY - rows * line, width: content.width, height: rows * line)
        let top = content.y + Double(words.count) * line + Self.gap
        let height = max(120, legend.y - Self.gap / 2 - top)
        meter = Rect(x: content.maxX - Self.meterWidth, y: top, width: Self.meterWidth, height: height)
        chart = Rect(x: content.x, y: top, width: content.width - Self.meterWidth - Self.gap, height: height)
    }

    /// Returns what the box knows of the shots' sound, and how a test goes.
    static func words(_ screen: HearingScreen, _ context: Context) -> [String] {
        let lesson = context.heardShots.lesson
        guard context.settings.listens else { return [Strings.Hearing.isOff] }
        guard screen.level != nil else { return [Strings.Hearing.noSound] }
        guard context.settings.soundMarks != .off else { return [Strings.Hearing.whistles] }
        guard lesson.gate != nil else {
            return [lesson.marks < LearnedShot.fewest ? Strings.Hearing.learns(LearnedShot.fewest - lesson.marks) : Strings.Hearing.disagrees]
        }
        return [Strings.Hearing.knows(lesson.marks), Strings.Hearing.test(screen.heard(in: context))]
    }

    private func y(_ level: Double) -> Double {
        let share = (level.clamped(to: Self.range) - Self.range.lowerBound) / (Self.range.upperBound - Self.range.lowerBound)
        return chart.maxY - Self.missedRoom - share * (chart.height - Self.missedRoom - Self.radius)
    }

    // MARK: Drawing

    func draw(on sketch: inout DrawingBuilder) {
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, SummaryFrame.ground)])
        let title = frame.title
        sketch.text(Strings.Hearing.title, at: Point(title.x, title.y), size: look.title, weight: .semibold, width: title.width)
        for (index, line) in words.enumerated() {
            let middle = frame.content.y + (Double(index) + 0.5) * look.lineHeight(look.body)
            let content = frame.content
            sketch.line(line, x: content.x, middle: middle, size: look.body, weight: index == 0 ? .semibold : .regular, width: content.width)
        }
        sketch.add([.fill(chart, cornerRadius: Theme.cornerRadius, Palette.panel), .fill(meter, cornerRadius: Theme.cornerRadius, Palette.panel)])
        drawMeter(on: &sketch)
        if let gate {
            let height = y(gate)
            sketch.add([.line([Point(chart.x, height), Point(meter.maxX, height)], width: 4, Palette.selected)])
            // Shots lie above the line, so its name lies below it.
            let middle = height + look.lineHeight(look.small) / 2 + 4
            sketch.line(Strings.Hearing.gate, x: chart.x + 24, middle: middle, size: look.small, width: chart.width / 2)
        }
        let column = chart.width / 10
        for (index, dot) in dots.enumerated() {
            let x = chart.maxX - (Double(dots.count - index) - 0.5) * column
            draw(dot.fate, at: Point(x, dot.level.map(y) ?? chart.maxY - Self.missedRoom / 2), on: &sketch)
        }
        drawLegend(on: &sketch)
    }

    private func drawMeter(on sketch: inout DrawingBuilder) {
        guard let level else { return }
        let inner = meter.inset(by: 12)
        let top = min(inner.maxY - 8, y(level))
        sketch.add([.fill(Rect(x: inner.x, y: top, width: inner.width, height: inner.maxY - top), cornerRadius: 8, Palette.text.opacity(0.75))])
        if let loudest {
            sketch.add([.fill(Rect(x: inner.x, y: min(inner.maxY - 8, y(loudest)) - 3, width: inner.width, height: 6), cornerRadius: 3, Palette.text)]
            )
        }
    }

    /// Draws a shot by what became of it. The forms differ, not only their shades.
    private func draw(_ fate: Strings.Hearing.Fate, at center: Point, on sketch: inout DrawingBuilder) {
        let radius = Self.radius
        switch fate {
        case .taken: sketch.add([.disc(center: center, radius: radius, Palette.text)])
        case .suggested:
            for dash in 0..<6 {
                let from = Double(dash) * .pi / 3
                sketch.add([.arc(center: center, radius: radius - 3, from: from, to: from + .pi / 5, width: 5, Palette.text)])
            }
        case .letGo: sketch.add([.arc(center: center, radius: radius - 3, from: 0, to: 2 * .pi, width: 5, Palette.text)])
        case .missed:
            let arm = radius * 0.75
            for (from, to) in [(Point(-arm, -arm), Point(arm, arm)), (Point(-arm, arm), Point(arm, -arm))] {
                sketch.add([.line([center + from, center + to], width: 7, Palette.text)])
            }
        }
    }

    private func drawLegend(on sketch: inout DrawingBuilder) {
        let fates = Strings.Hearing.Fate.allCases
        let width = legend.width / Double(legendColumns)
        for (index, fate) in fates.enumerated() {
            let (column, row) = (Double(index % legendColumns), Double(index / legendColumns))
            let middle = legend.y + (row + 0.5) * look.lineHeight(look.body)
            let x = legend.x + column * width
            draw(fate, at: Point(x + Self.radius, middle), on: &sketch)
            let words = Rect(x: x + 2 * Self.radius + 16, y: middle, width: width - 2 * Self.radius - 32, height: 0)
            sketch.line(Strings.Hearing.name(of: fate), x: words.x, middle: middle, size: look.small, width: words.width)
        }
    }
}
