// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One condition: what it is, and what a person can do about it.
struct Chip: Hashable, Sendable {
    var icon: Icon
    var color: Color
    var title: String
    var detail: String?
    /// How far it is, 0…1, where it is something that goes on.
    var progress: Double?
}

/// The conditions, one below the other on the left. Where room is short the last ones say only what they are, and what
/// finds no room at all is counted.
struct ChipStack {
    private struct Placed {
        var chip: Chip
        var rect: Rect
        var titleLines: Int
        var detailLines: Int
    }

    /// Where the stack ends.
    let bottom: Double
    private let look: Look
    private let placed: [Placed]
    private let rest: (count: Int, rect: Rect)?

    /// - Parameters:
    ///   - top: where the stack begins.
    ///   - limit: where it must end.
    ///   - right: how far it may reach.
    init(_ chips: [Chip], look: Look, top: Double, limit: Double, right: Double) {
        self.look = look
        let width = min(right - Areas.left, 720 * look.scale)
        let lineHeight = look.lineHeight(look.small)
        func lines(_ text: String?) -> Int {
            text.map { min(4, TextMetrics.lines($0, size: look.small, within: Self.textWidth(width, look))) } ?? 0
        }
        func height(_ lines: Int, _ chip: Chip) -> Double {
            32 + lineHeight * Double(lines) + (chip.progress == nil ? 0 : Self.barRoom)
        }
        let room = limit - top
        let restHeight = lineHeight + 16
        let titles = chips.map { lines($0.title) }
        // The worst one always says what to do about it.
        let firstDetails = Double(lines(chips.first?.detail)) * lineHeight
        var used = zip(titles, chips).reduce(firstDetails) { $0 + height($1.0, $1.1) + Self.spacing }
        var count = chips.count
        while count > 0, used > room + (count == chips.count ? Self.spacing : -restHeight) {
            count -= 1
            used -= height(titles[count], chips[count]) + Self.spacing
        }
        var y = top
        var placed: [Placed] = []
        var left = room + Self.spacing - used - (count < chips.count ? restHeight + Self.spacing : 0)
        for index in 0..<count {
            var details = lines(chips[index].detail)
            if index > 0 {
                if Double(details) * lineHeight > left { details = 0 }
                left -= Double(details) * lineHeight
            }
            let rect = Rect(x: Areas.left, y: y, width: width, height: height(titles[index] + details, chips[index]))
            placed.append(Placed(chip: chips[index], rect: rect, titleLines: titles[index], detailLines: details))
            y = rect.maxY + Self.spacing
        }
        self.placed = placed
        if count < chips.count, y + restHeight <= limit {
            let words = TextMetrics.width(Strings.more(chips.count - count), size: look.small)
            rest = (chips.count - count, Rect(x: Areas.left, y: y, width: min(width, words + 48), height: restHeight))
            y += restHeight + Self.spacing
        } else {
            rest = nil
        }
        bottom = y
    }

    private static let spacing = 8.0
    /// What a progress bar takes at the bottom of its chip.
    private static let barRoom = 20.0
    private static func iconSide(_ look: Look) -> Double { 40 * look.scale }
    private static func textWidth(_ width: Double, _ look: Look) -> Double { width - iconSide(look) - 24 - 16 - 24 }

    func draw(on sketch: inout Sketch) {
        let side = Self.iconSide(look)
        for item in placed {
            sketch.sheet(item.rect)
            sketch.icon(
                item.chip.icon, in: Rect(x: item.rect.x + 24, y: item.rect.y + 16, width: side, height: side),
                item.chip.color)
            let x = item.rect.x + 24 + side + 16
            let width = Self.textWidth(item.rect.width, look)
            sketch.text(
                item.chip.title, at: Point(x, item.rect.y + 16), size: look.small, weight: .semibold, width: width,
                lines: item.titleLines)
            if let detail = item.chip.detail, item.detailLines > 0 {
                let y = item.rect.y + 16 + Double(item.titleLines) * look.lineHeight(look.small)
                sketch.text(
                    detail, at: Point(x, y), size: look.small,
                    weight: .regular, color: look.caption, width: width, lines: item.detailLines)
            }
            if let progress = item.chip.progress { drawBar(progress, x: x, width: width, in: item.rect, on: &sketch) }
        }
        if let rest {
            sketch.sheet(rest.rect)
            sketch.line(
                Strings.more(rest.count), x: rest.rect.x + 24, middle: rest.rect.center.y, size: look.small,
                width: rest.rect.width - 48)
        }
    }
}

extension ChipStack {
    private func drawBar(_ progress: Double, x: Double, width: Double, in rect: Rect, on sketch: inout Sketch) {
        let bar = Rect(x: x, y: rect.maxY - 24, width: width, height: 8)
        sketch.add([.fill(bar, cornerRadius: 4, Palette.text.opacity(0.25))])
        guard progress > 0 else { return }
        var done = bar
        done.width = max(8, bar.width * progress.clamped(to: 0...1))
        sketch.add([.fill(done, cornerRadius: 4, Palette.text)])
    }
}
