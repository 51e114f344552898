// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One thing a control does here, as the picture of the control and a word.
struct LegendItem: Hashable, Sendable {
    var icon: Icon
    var words: String

    init(_ icon: Icon, _ words: String) {
        self.icon = icon
        self.words = words
    }

    static var arrows: [LegendItem] {
        [LegendItem(.left, Strings.flip), LegendItem(.right, Strings.splitView), LegendItem(.up, Strings.info), LegendItem(.down, Strings.turn)]
    }
    static var knob: [LegendItem] { [LegendItem(.knobTurn, Strings.knobDelay), LegendItem(.knobPush, Strings.menu)] }
}

/// A row of legend items on one scrim.
struct LegendRow {
    let rect: Rect
    private let look: Look
    private let items: [LegendItem]
    private let size: Double

    /// At this place, as wide as its items, but no wider than up to the edge of what may be used: there its words get smaller.
    init(_ items: [LegendItem], x: Double, y: Double, height: Double, look: Look) {
        self.items = items
        self.look = look
        let words = items.map(\.words).joined()
        let natural = Self.width(of: items, look: look)
        let width = min(natural, Areas.right - x)
        size = Look.size(look.small, for: words, within: TextMetrics.width(words, size: look.small) - (natural - width))
        rect = Rect(x: x, y: y, width: width, height: height)
    }

    private static func icon(_ look: Look) -> Double { 32 * look.scale }
    private static func spacing(_ look: Look) -> Double { look.scale > 1 ? 24 : 28 }

    static func width(of items: [LegendItem], look: Look) -> Double {
        let words = items.reduce(0) { $0 + icon(look) + look.gap + TextMetrics.width($1.words, size: look.small) }
        return words + Double(items.count - 1) * spacing(look) + 2 * 24
    }

    func draw(on sketch: inout Sketch) {
        sketch.scrim(rect)
        var x = rect.x + 24
        let side = Self.icon(look)
        for item in items {
            sketch.icon(item.icon, in: Rect(x: x, y: rect.center.y - side / 2, width: side, height: side))
            x += side + look.gap
            sketch.line(item.words, x: x, middle: rect.center.y, size: size)
            x += TextMetrics.width(item.words, size: size) + Self.spacing(look)
        }
    }
}

/// The hints that go when nobody touches anything: what each control does in Live, and where a finger finds it.
struct HintLayout {
    let mark: Rect
    let stop: Rect
    let gear: Rect
    let legend: [LegendRow]
    /// Marks of this session.
    let count: Int
    private let look: Look

    init(_ look: Look, count: Int) {
        self.look = look
        self.count = count
        let height = Self.footerHeight(look)
        let y = Areas.bottom - height
        let markWidth = Self.pillWidth(Strings.mark, look) + (count > 0 ? look.gap + Badge.width(count, look) : 0)
        mark = Rect(x: Canvas.bounds.center.x - markWidth / 2, y: y, width: markWidth, height: height)
        let stopWidth = Self.pillWidth(Strings.stop, look)
        stop = Rect(x: Areas.right - stopWidth, y: y, width: stopWidth, height: height)
        // Room for two figures is kept, so that the legend doesn't jump at the first mark or the tenth.
        let reserved = max(markWidth, Self.pillWidth(Strings.mark, look) + look.gap + Badge.width(88, look))
        legend = Self.legend(look, mark: mark.widened(to: reserved), stop: stop)
        let gearSide = look.lineHeight(look.small) + 30
        let lowest = legend.map(\.rect.y).filter { $0 < Areas.strip.y }.min().map { $0 - Look.margin } ?? Areas.middleBottom
        gear = Rect(x: Areas.right - gearSide, y: lowest - gearSide, width: gearSide, height: gearSide)
    }

    static func footerHeight(_ look: Look) -> Double { look.lineHeight(look.small) + (look.scale > 1 ? 32 : 36) }

    private static func pillWidth(_ words: String, _ look: Look) -> Double {
        36 * look.scale + look.gap + TextMetrics.width(words, size: look.small) + 2 * 28
    }

    /// Beside MARK where it fits, arrows left and knob right; large text takes a row of its own above the strip.
    private static func legend(_ look: Look, mark: Rect, stop: Rect) -> [LegendRow] {
        let knobWidth = LegendRow.width(of: LegendItem.knob, look: look)
        let arrows = LegendRow(LegendItem.arrows, x: Areas.left, y: mark.y, height: mark.height, look: look)
        let knob = LegendRow(
            LegendItem.knob, x: stop.x - Look.margin - knobWidth, y: mark.y, height: mark.height,
            look: look)
        if arrows.rect.maxX + Look.margin <= mark.x, knob.rect.x >= mark.maxX + Look.margin { return [arrows, knob] }
        return [
            LegendRow(
                LegendItem.arrows + LegendItem.knob, x: Areas.left, y: Areas.middleBottom - mark.height,
                height: mark.height, look: look)
        ]
    }

    /// The top of what the hints cover above the strip.
    var top: Double { legend.map(\.rect.y).filter { $0 < Areas.strip.y }.min() ?? Areas.middleBottom }

    /// - Parameters:
    ///   - isAcknowledged: the newest mark is in the journal.
    ///   - isFlashing: a mark was set just now.
    func draw(on sketch: inout Sketch, isAcknowledged: Bool, isFlashing: Bool) {
        for row in legend { row.draw(on: &sketch) }
        drawPill(mark, .mark, Strings.mark, on: &sketch, isInverted: isFlashing)
        if count > 0 {
            let side = Badge.width(count, look)
            Badge.draw(
                count,
                in: Rect(
                    x: mark.maxX - 24 - side, y: mark.center.y - Badge.height(look) / 2, width: side,
                    height: Badge.height(look)),
                on: &sketch, isSolid: isAcknowledged, isInverted: isFlashing)
        }
        drawPill(stop, .stop, Strings.stop, on: &sketch)
        sketch.scrim(gear)
        sketch.icon(.gear, in: gear.inset(by: gear.width * 0.22))
    }

    private func drawPill(
        _ rect: Rect, _ icon: Icon, _ words: String, on sketch: inout Sketch,
        isInverted: Bool = false
    ) {
        let color = isInverted ? Palette.ink : Palette.text
        if isInverted {
            sketch.add([.fill(rect, cornerRadius: Look.cornerRadius, Palette.text)])
        } else {
            sketch.scrim(rect)
        }
        let side = 36 * look.scale
        sketch.icon(icon, in: Rect(x: rect.x + 28, y: rect.center.y - side / 2, width: side, height: side), color)
        sketch.line(
            words, x: rect.x + 28 + side + look.gap, middle: rect.center.y, size: look.small, weight: .semibold,
            color: color)
    }
}

/// A mark's number: an outline until the journal has it, then solid.
enum Badge {
    static func height(_ look: Look) -> Double { 40 * look.scale }

    static func width(_ number: Int, _ look: Look) -> Double {
        max(height(look), TextMetrics.width("\(number)", size: look.small) + 20 * look.scale)
    }

    static func draw(_ number: Int, in rect: Rect, on sketch: inout Sketch, isSolid: Bool, isInverted: Bool = false) {
        let (front, back) = isInverted ? (Palette.ink, Palette.text) : (Palette.text, Palette.ink)
        let radius = rect.height / 2
        if isSolid {
            sketch.add([.fill(rect, cornerRadius: radius, front)])
        } else {
            sketch.add([.stroke(rect.inset(by: 1.5), cornerRadius: radius, width: 3, front)])
        }
        sketch.line(
            "\(number)", x: rect.center.x, middle: rect.center.y, size: sketch.look.small, weight: .semibold,
            alignment: .center, color: isSolid ? back : front)
    }
}
