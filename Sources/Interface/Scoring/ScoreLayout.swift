// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Where everything on the score screen lies: the face at the left, as large as fits, and a panel at the right.
///
/// It depends on the face and the text's size alone, so that nothing jumps while an end is scored.
struct ScoreLayout: Hashable, Sendable {
    enum Pill: Hashable, CaseIterable {
        case place, miss, undo, save, skip
    }

    struct Button: Hashable {
        var pill: Pill
        var rect: Rect
    }

    let look: Look
    let face: FaceDrawing
    let panel: Rect
    let header: Rect
    /// What is shot at, in a small line; empty where large text leaves no room.
    let caption: Rect
    /// The score in its ring's colour.
    let score: Rect
    /// Where the circle is, in words: a line an axis.
    let axes: [Rect]
    let figures: Rect
    /// The placed arrows.
    let list: Rect
    let buttons: [Button]
    let legend: Rect

    private static let gap = 16.0
    static let figureGap = 32.0
    /// The panel at the usual text size.
    private static let usualWidth = 752.0

    init(_ look: Look, _ face: Face) {
        self.look = look
        let pills = Pill.allCases.map { Self.width(of: $0, look) }
        let firstRow = pills.prefix(3).reduce(2 * Self.gap, +)
        let width = max(Self.usualWidth, LegendRow.width(of: Self.widestLegend, look: look), firstRow)
        let panel = Rect(x: Areas.right - width, y: Areas.top, width: width, height: Areas.bottom - Areas.top)
        self.panel = panel
        self.face = FaceDrawing(face, fitting: Self.room(for: face, leftOf: panel.x))

        // From the top…
        let titleWidth = Areas.titleRight(look) - panel.x
        header = Rect(x: panel.x, y: panel.y, width: titleWidth, height: look.lineHeight(Self.headerSize(look)))
        caption = Rect(x: panel.x, y: Areas.belowChip(look), width: width, height: look.scale > 1.5 ? 0 : look.lineHeight(look.small))
        let lineHeight = look.lineHeight(Self.axisSize(look))
        let axisCount = face.spots.count > 1 ? 3.0 : 2.0
        let blockHeight = max(look.lineHeight(look.figure) + (look.scale > 1.5 ? 0 : 24), axisCount * lineHeight)
        let top = caption.maxY + (caption.height > 0 ? Self.gap : 0)
        let chip = max(look.figure * 1.9, TextMetrics.width("888", size: look.figure) + 32)
        score = Rect(x: panel.x, y: top, width: chip, height: blockHeight)
        let linesTop = score.center.y - axisCount * lineHeight / 2
        let linesLeft = score.maxX + 24
        axes = (0..<Int(axisCount)).map { index in
            Rect(x: linesLeft, y: linesTop + Double(index) * lineHeight, width: panel.maxX - linesLeft, height: lineHeight)
        }
        let widest = Self.figureWidths(ScoreFigure.widest(on: face), look)
        let figureHeight = look.lineHeight(Self.axisSize(look))
        let rows = Flow.places(widest, height: figureHeight, gap: Self.figureGap, rowGap: 0, at: Point(0, 0), room: width)
        figures = Rect(x: panel.x, y: score.maxY + Self.gap, width: width, height: rows.last?.maxY ?? 0)

        // … and from the bottom.
        let barHeight = look.lineHeight(look.small) + (look.scale > 1.5 ? 20 : 32)
        legend = Rect(x: panel.x, y: panel.maxY - barHeight, width: width, height: barHeight)
        let pillHeight = max(Self.fingerHeight, barHeight)
        let buttonTop = legend.y - 2 * (pillHeight + Self.gap)
        let places = Self.fill(
            [Array(pills.prefix(3)), Array(pills.dropFirst(3))], height: pillHeight, at: Point(panel.x, buttonTop),
            width: width)
        buttons = zip(Pill.allCases, places).map { Button(pill: $0, rect: $1) }
        let listTop = figures.maxY + Self.gap
        list = Rect(x: panel.x, y: listTop, width: width, height: buttonTop - Self.gap - listTop)
    }

    /// A finger needs as much.
    static let fingerHeight = 88.0

    static func headerSize(_ look: Look) -> Double { look.scale > 1.5 ? look.body : look.title }
    static func axisSize(_ look: Look) -> Double { look.scale > 1 ? look.small : look.body }

    /// The sheet, and around it what an arrow beside the face needs: the circle goes a fifth of the radius beyond it.
    private static func room(for face: Face, leftOf edge: Double) -> Rect {
        let sheet = FaceDrawing.sheet(of: face)
        let beyond = face.reach.millimetres - face.scoringDiameter.millimetres / 2
        let right = edge - margin
        // Beyond the safe area there is nothing to be read; an arrow beside the face may lie there.
        let scale = min(
            Canvas.safeArea.height / sheet.height, (Canvas.bounds.height - 2 * margin) / (sheet.height + 2 * beyond),
            (right - Areas.left) / (sheet.width + beyond))
        let height = sheet.height * scale
        return Rect(x: Areas.left, y: Canvas.bounds.center.y - height / 2, width: right - beyond * scale - Areas.left, height: height)
    }

    private static let margin = 12.0

    /// Rows of boxes, widened alike until each row is full.
    private static func fill(_ rows: [[Double]], height: Double, at origin: Point, width: Double) -> [Rect] {
        rows.enumerated().flatMap { index, widths in
            let spare = width - widths.reduce(gap * Double(widths.count - 1), +)
            let more = spare / Double(widths.count)
            var x = origin.x
            return widths.map { natural in
                defer { x += natural + more + gap }
                return Rect(x: x, y: origin.y + Double(index) * (height + gap), width: natural + more, height: height)
            }
        }
    }

    static func figureWidths(_ figures: [ScoreFigure], _ look: Look) -> [Double] {
        figures.map { TextMetrics.width("\($0.title) \($0.value)", size: axisSize(look)) }
    }

    private static func width(of pill: Pill, _ look: Look) -> Double {
        pill.allWords.map { Pills.width(pill.icon, $0, look) }.max() ?? 0
    }

    /// Where words may lie on the face and around it.
    var target: Rect {
        Rect(x: Areas.left, y: Areas.top, width: panel.x - Self.gap - Areas.left, height: Areas.bottom - Areas.top)
    }

    func pill(at point: Point) -> Pill? { buttons.first { $0.rect.contains(point) }?.pill }

    // MARK: The key legend

    /// - Parameter next: the axis that a push of the knob goes to; `nil` where there is no circle.
    static func legend(next: ScoreCircle.Axis?) -> [LegendItem] {
        guard let next else { return [] }
        return [
            LegendItem(.knobTurn, Strings.Score.move), LegendItem(.knobPush, Strings.Score.name(of: next)),
            LegendItem(.up, Strings.Score.up), LegendItem(.down, Strings.Score.down),
        ]
    }

    private static var widestLegend: [LegendItem] {
        ScoreCircle.Axis.allCases.map { legend(next: $0) }
            .max { TextMetrics.width($0[1].words, size: 1) < TextMetrics.width($1[1].words, size: 1) } ?? []
    }
}

extension ScoreLayout.Pill {
    var icon: Icon {
        switch self {
        case .place: .mark
        case .miss: .right
        case .undo: .left
        case .save, .skip: .stop
        }
    }

    func words(isPlacing: Bool) -> String {
        switch self {
        case .place: isPlacing ? Strings.Score.place : Strings.Score.add
        case .miss: Strings.Score.miss
        case .undo: Strings.Score.undo
        case .save: Strings.Score.save
        case .skip: Strings.Score.skip
        }
    }

    fileprivate var allWords: [String] { [words(isPlacing: true), words(isPlacing: false)] }
}
