// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the page at the end of a round: at the left the total with what belongs to it, at the right the ends and two clips.
struct RoundResultLayout {
    struct Bar {
        let rect: Rect
        let name: String
        let points: Int
        let isBest: Bool
    }

    struct ShotPlace {
        let shot: RoundResult.Shot
        let heading: String
        let rect: Rect
        let caption: Rect
    }

    let look: Theme
    let title: Rect
    /// The rectangle of the figure's capitals.
    let total: Rect
    /// The baseline and the left edge of "of 720".
    let most: Point
    let mostSize: Double
    /// The lines under the total, each with the middle of its height.
    let lines: [(words: String, middle: Double, size: Double, isCaption: Bool)]
    /// The plate with the group or the best end; `nil` if large text leaves no room.
    let plate: Rect?
    let bars: [Bar]
    /// The area in which the bars rise, from above their sums to their feet.
    let barArea: Rect
    /// The size of the words at the bars; `nil` if the bars are too narrow for words.
    let barSize: Double?
    let shots: [ShotPlace]

    static let totalSize = 200.0
    private static let leftWidth = 656.0
    private static let gutter = 64.0

    init(_ look: Theme, _ result: RoundResult, in area: Rect = Canvas.safeArea) {
        self.look = look
        let bottom = Areas.pageBottom(look, in: area)
        title = Rect(x: area.x, y: area.y, width: Areas.titleRight(look) - area.x, height: look.lineHeight(look.title))

        // The left: from the total down.
        let isUpright = area.width < 1000
        let left = Rect(
            x: area.x, y: title.maxY, width: isUpright ? area.width : Self.leftWidth, height: (bottom - title.maxY) * (isUpright ? 0.46 : 1))
        let figure = "\(result.scope.points)"
        let width = TextMetrics.width(figure, size: Self.totalSize)
        let capital = Self.totalSize * TextMetrics.capHeight
        total = Rect(x: left.x, y: left.y + (look.scale > 1 ? 24 : 64), width: width, height: capital)
        mostSize = min(look.figure, 96)
        let words = Strings.RoundResult.of(result.round.maximum)
        let isBeside = width + 32 + TextMetrics.width(words, size: mostSize) <= left.width
        most = Point(isBeside ? total.maxX + 32 : left.x, isBeside ? total.maxY : total.maxY + mostSize + 8)
        var y = most.y + (look.scale > 1 ? 32 : 40)
        let counts = result.scope.counts.joined(separator: NameLine.separator)
        let rows = [
            (counts, min(look.title, 72), false), (result.scope.average.map(Strings.Summary.average) ?? "", min(look.body, 48), true),
        ].filter { !$0.0.isEmpty }
        lines = rows.map { words, size, isCaption in
            defer { y += look.lineHeight(size) + 8 }
            return (words, y + look.lineHeight(size) / 2, size, isCaption)
        }
        let least = 2 * look.lineHeight(look.small) + 48
        let free = Rect(x: left.x, y: y + 24, width: left.width, height: left.maxY - y - 24)
        plate = free.height >= least ? Rect(x: free.x, y: max(free.y, left.maxY - 296), width: free.width, height: min(296, free.height)) : nil

        // The right: the clips from the bottom up, and the bars in what they leave.
        // On an upright canvas they lie below the total.
        let x = isUpright ? area.x : left.maxX + Self.gutter
        let top = isUpright ? left.maxY + 32 : max(title.maxY + 16, area.y + Areas.belowChip(look) - Areas.top)
        let right = Rect(x: x, y: top, width: area.maxX - x, height: bottom - top)
        shots = Self.shots(result, look, in: right)
        let barBottom = (shots.first?.rect.y).map { $0 - 32 } ?? bottom
        let room = Rect(x: right.x, y: right.y, width: right.width, height: barBottom - right.y)
        let step = room.width / Double(max(1, result.bars.count))
        let sums = result.bars.flatMap { ["\($0.points)", $0.name] }
        let size = [look.small, Theme.smallest].first { size in sums.allSatisfy { TextMetrics.fits($0, size: size, within: step - 4) } }
        barSize = size
        (bars, barArea) = Self.bars(result.bars, in: room, step: step, words: size.map(look.lineHeight) ?? 0)
    }

    private static func bars(_ bars: [RoundResult.Bar], in room: Rect, step: Double, words: Double) -> ([Bar], Rect) {
        let feet = room.maxY - words - 4
        let height = max(0, feet - room.y - words - 8)
        let highest = max(1, bars.map(\.points).max() ?? 1)
        let width = min(72, step * 0.64)
        let rects = bars.enumerated().map { index, bar in
            let share = Double(bar.points) / Double(highest) * height
            let rect = Rect(x: room.x + (Double(index) + 0.5) * step - width / 2, y: feet - share, width: width, height: share)
            return Bar(rect: rect, name: bar.name, points: bar.points, isBest: bar.points == highest)
        }
        return (rects, Rect(x: room.x, y: room.y, width: room.width, height: feet - room.y))
    }

    private static func shots(_ result: RoundResult, _ look: Theme, in right: Rect) -> [ShotPlace] {
        let found = [(result.best, Strings.RoundResult.bestArrow), (result.worst, Strings.RoundResult.worstArrow)]
        let gap = 32.0
        let width = (right.width - gap) / 2
        let caption = 2 * look.lineHeight(look.small) + 4
        let height = min(width * 9 / 16, right.height - caption - 12 - 200)
        guard height > 96 else { return [] }
        return found.compactMap { shot, heading in shot.map { ($0, heading) } }.enumerated().map { index, found in
            let x = right.x + Double(index) * (width + gap)
            let caption = Rect(x: x, y: right.maxY - caption, width: width, height: caption)
            return ShotPlace(
                shot: found.0, heading: found.1, rect: Rect(x: x, y: caption.y - 12 - height, width: width, height: height), caption: caption)
        }
    }
}
