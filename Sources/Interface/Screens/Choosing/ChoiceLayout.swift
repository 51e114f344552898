// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the screen that chooses a face or a round: groups of tiles at the left, the choice large at the right.
struct ChoiceLayout {
    /// A line of tiles, with its group's heading over the first one.
    struct Line {
        var items: Range<Int>
        var group: Int
        var hasHeading: Bool
        /// The distance from the beginning of the list.
        var top: Double
        var height: Double

        var bottom: Double { top + height }
    }

    let look: Theme
    let title: Rect
    /// The words on what the round asks for: beside the title, or below it if there is no room.
    let caption: Rect
    let viewport: Rect
    let preview: Rect
    let lines: [Line]
    /// The number of lines above the visible part, with the fraction of a line.
    let place: Double
    /// The first visible line when the list is scrolled to its end.
    let last: Int
    private let columns: Int

    /// The width of a line.
    private static var width: Double { Areas.isUpright ? Areas.right - Areas.left : 1024 }
    private static let gap = 16.0

    /// - Parameters:
    ///   - caption: the words beside the title.
    ///   - hasChip: true if a chip at the top right says that something is wrong.
    init(_ look: Theme, _ list: ChoiceList, title words: String, caption: String?, place: Double, hasChip: Bool) {
        self.look = look
        self.place = place
        columns = look.scale > 1 ? 2 : Areas.isUpright ? 3 : 4
        let titleHeight = look.lineHeight(look.title)
        let titleWidth = TextMetrics.width(words, size: look.title)
        let captionWidth = caption.map { TextMetrics.width($0, size: look.small) } ?? 0
        let isBeside = !(Areas.isUpright && hasChip) && titleWidth + 24 + captionWidth <= Self.width
        let isCut = Areas.isUpright && hasChip
        title = Rect(x: Areas.left, y: Areas.top, width: isCut ? Areas.titleRight(look) - Areas.left : Self.width, height: titleHeight)
        let captionHeight = look.lineHeight(look.small)
        self.caption =
            isBeside
            ? Rect(
                x: Areas.left + titleWidth + 24, y: title.y + titleHeight * 0.68 - captionHeight * 0.64, width: Self.width - titleWidth - 24,
                height: captionHeight)
            : Rect(
                x: Areas.left, y: isCut ? max(title.maxY, Areas.belowChip(look)) : title.maxY, width: Self.width, height: captionHeight)
        let chipEnd = isCut ? Areas.belowChip(look) : 0
        let top = max(title.maxY, caption == nil ? chipEnd : self.caption.maxY) + (look.scale > 1 ? 8 : 24)
        let bottom = Areas.pageBottom(look)
        // On an upright canvas the choice lies below the tiles.
        let previewTop = Areas.isUpright ? bottom - (bottom - top) * 0.42 : hasChip ? Areas.belowChip(look) : Areas.top
        let previewLeft = Areas.isUpright ? Areas.left : 1184
        viewport = Rect(x: Areas.left, y: top, width: Self.width, height: (Areas.isUpright ? previewTop - Theme.padding : bottom) - top)
        preview = Rect(x: previewLeft, y: previewTop, width: Areas.right - previewLeft, height: bottom - previewTop)
        let heading = look.lineHeight(look.small) + 12
        let tile = Self.tileHeight(look)
        var lines: [Line] = []
        var y = 0.0
        for (group, start) in list.starts.enumerated() {
            let end = start + list.groups[group].items.count
            for first in stride(from: start, to: end, by: columns) {
                let height = tile + Self.gap + (first == start ? heading : 0)
                lines.append(Line(items: first..<min(end, first + columns), group: group, hasHeading: first == start, top: y, height: height))
                y += height
            }
        }
        self.lines = lines
        let room = viewport.height + Self.gap
        last = lines.firstIndex { y - $0.top <= room } ?? max(0, lines.count - 1)
    }

    private static func tileHeight(_ look: Theme) -> Double {
        look.scale > 1 ? 2 * look.lineHeight(look.small) + look.lineHeight(kindSize(look)) + 24 : 204
    }

    static func kindSize(_ look: Theme) -> Double { 4 + 20 * look.scale }

    // MARK: Scrolling

    /// Returns the scroll offset of a position in lines: from one line's top to the next in proportion.
    func offset(at place: Double) -> Double {
        guard let end = lines.last else { return 0 }
        let index = Int(place.rounded(.down))
        if index < 0 { return place * end.height }
        guard index < lines.count else { return end.bottom + (place - Double(lines.count)) * end.height }
        return lines[index].top + (place - Double(index)) * lines[index].height
    }

    /// Returns the position in lines of a scroll offset.
    func place(at offset: Double) -> Double {
        guard let end = lines.last else { return 0 }
        if offset < 0 { return offset / end.height }
        guard let index = lines.lastIndex(where: { $0.top <= offset }) else { return 0 }
        return Double(index) + (offset - lines[index].top) / lines[index].height
    }

    /// Returns the first visible line with which the given line is wholly visible; as near to `top` as possible.
    func top(showing line: Int, from top: Int) -> Int {
        guard lines.indices.contains(line) else { return 0 }
        if line <= top { return min(line, last) }
        let room = viewport.height + Self.gap
        let first = lines.firstIndex { lines[line].bottom - $0.top <= room } ?? line
        return max(top, first).clamped(to: 0...last)
    }

    func line(of item: Int) -> Int { lines.firstIndex { $0.items.contains(item) } ?? 0 }

    /// The visible lines: while the list moves also those that are partly visible, at rest only whole ones.
    var seen: [Line] {
        let offset = offset(at: place)
        let isMoving = place != place.rounded()
        return lines.filter { line in
            isMoving
                ? line.bottom > offset && line.top < offset + viewport.height
                : line.top >= offset - 0.5 && line.bottom - Self.gap <= offset + viewport.height + 0.5
        }
    }

    // MARK: Positions

    /// Returns the top of a line on the TV.
    func y(of line: Line) -> Double { viewport.y + line.top - offset(at: place) }

    /// Returns the rectangle of a tile.
    func rect(of item: Int, in line: Line, lineTop: Double) -> Rect {
        let width = (Self.width - Double(columns - 1) * Self.gap) / Double(columns)
        let height = Self.tileHeight(look)
        return Rect(
            x: viewport.x + Double(item - line.items.lowerBound) * (width + Self.gap), y: lineTop + line.height - Self.gap - height, width: width,
            height: height)
    }

    func item(at point: Point) -> Int? {
        guard viewport.contains(point) else { return nil }
        for line in seen {
            let top = y(of: line)
            if let item = line.items.first(where: { rect(of: $0, in: line, lineTop: top).contains(point) }) { return item }
        }
        return nil
    }

    /// Returns the item a number of lines further down, or up if negative: as far from the left, or the line's last item.
    func item(_ lines: Int, from item: Int) -> Int {
        let line = line(of: item)
        let target = (line + lines).clamped(to: 0...max(0, self.lines.count - 1))
        guard target != line, self.lines.indices.contains(target) else { return item }
        let items = self.lines[target].items
        return min(items.lowerBound + item - self.lines[line].items.lowerBound, items.upperBound - 1)
    }
}
