// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws movement as a net of cells over a picture: weakly filled, so that the athlete stays visible, with clear edges.
struct MovementCells {
    private let map: PictureMap

    /// The inset of a cell, and the radius of its corners, in units of a picture that fills the canvas.
    private static let (inset, radius) = (3.0, 8.0)
    /// The strength from which the edge of a cell is thick.
    private static let strong = 0.6
    /// The number of shades. A shade that changes with each picture is painted with each picture, and nobody sees more than these.
    private static let steps = 5.0

    init(_ map: PictureMap) {
        self.map = map
    }

    /// Returns the net, and then the commands of each cell, empty if it is still, so that a cell keeps its index.
    func groups(_ grid: MotionGrid) -> [[DrawingCommand]] {
        let scale = map.thickness(1)
        return [net]
            + grid.levels.enumerated().map { index, level in
                guard level >= MotionGrid.least else { return [] }
                let amount = (Double(level) / Double(MotionGrid.most) * Self.steps).rounded() / Self.steps
                let rect = cell(index).inset(by: Self.inset * scale)
                guard rect.width > 0, rect.height > 0 else { return [] }
                let isStrong = amount >= Self.strong - 0.01
                let radius = min(Self.radius * scale, rect.width / 2, rect.height / 2)
                return [
                    .fill(rect, cornerRadius: radius, Palette.text.opacity(0.06 + 0.34 * amount)),
                    .stroke(rect, cornerRadius: radius, width: (isStrong ? 8 : 4) * scale, Palette.ink),
                    .stroke(rect, cornerRadius: radius, width: (isStrong ? 5 : 2) * scale, Palette.text),
                ]
            }
    }

    /// Returns the place on the canvas of a cell of the recorded picture.
    private func cell(_ index: Int) -> Rect {
        let (column, row) = (Double(index % BlockMeans.columns), Double(index / BlockMeans.columns))
        let (across, down) = (Double(BlockMeans.columns), Double(BlockMeans.rows))
        let one = map.canvas(Point(column / across, row / down))
        let other = map.canvas(Point((column + 1) / across, (row + 1) / down))
        return Rect(x: min(one.x, other.x), y: min(one.y, other.y), width: abs(other.x - one.x), height: abs(other.y - one.y))
    }

    private var net: [DrawingCommand] {
        let color = Palette.text.opacity(0.22)
        let upright = (1..<BlockMeans.columns).map { column in
            [Point(Double(column) / Double(BlockMeans.columns), 0), Point(Double(column) / Double(BlockMeans.columns), 1)]
        }
        let level = (1..<BlockMeans.rows).map { row in
            [Point(0, Double(row) / Double(BlockMeans.rows)), Point(1, Double(row) / Double(BlockMeans.rows))]
        }
        return (upright + level).map { .line($0.map(map.canvas), width: 1, color) }
    }
}

extension DrawnPicture {
    /// Returns the movement in the picture, if that is to be shown.
    func movement(in context: Context) -> MotionGrid? {
        guard context.movement.isOn else { return nil }
        guard let seconds else { return video != nil && video == context.movement.watched ? context.movement.live : nil }
        // As long as the movement isn't known, the net alone says that it is on.
        return context.movement.grid(of: footage, at: .seconds(seconds)) ?? .still
    }

    private var footage: FootageID {
        switch subject {
        case .clip(let key): .clip(key)
        case .line: .line
        }
    }
}

extension FootageBar {
    /// Draws the strength of the movement, as a curve.
    func draw(movement pictures: [(place: Duration, strength: Double)], on sketch: inout DrawingBuilder) {
        guard let first = pictures.first, let last = pictures.last else { return }
        let foot = rect.maxY - 5
        // Of several pictures in one column, the strongest counts.
        var columns: [Int: Double] = [:]
        for (place, strength) in pictures {
            let column = Int((x(place) / 2).rounded(.down))
            columns[column] = max(columns[column] ?? 0, strength)
        }
        let curve = columns.sorted { $0.key < $1.key }.map { Point(Double($0.key) * 2, foot - 30 * $0.value) }
        let outline = [Point(x(first.place), foot)] + curve + [Point(x(last.place), foot)]
        sketch.add([.polygon(outline, Palette.text.opacity(0.62))])
    }
}
