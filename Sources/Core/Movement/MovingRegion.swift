// SPDX-License-Identifier: GPL-3.0-or-later

/// A connected region of a picture in which something moves: blocks that touch each other, or have one still block between them. A person
/// whose body stands still while both hands move is one region, and two people beside each other are two.
public struct MovingRegion: Hashable, Sendable {
    /// Its bounds, 0…1 both ways of the picture as it was recorded.
    public var bounds: Rect
    /// The mean position of its motion.
    public var center: Point
    /// The sum of the levels of its blocks.
    public var weight: Double
}

extension MotionGrid {
    /// The largest number of blocks, in each direction, from one block of a region to the next.
    private static let reach = 2

    /// The connected regions that move, the one with the most motion first.
    public var regions: [MovingRegion] {
        var isFree = levels.map { $0 > 0 }
        return levels.indices.compactMap { isFree[$0] ? region(from: $0, &isFree) : nil }.sorted { $0.weight > $1.weight }
    }

    private func region(from first: Int, _ isFree: inout [Bool]) -> MovingRegion {
        let (columns, rows) = (BlockMeans.columns, BlockMeans.rows)
        isFree[first] = false
        var waiting = [first]
        var (bounds, sum, weight) = (Rect?.none, Point(0, 0), 0.0)
        while let block = waiting.popLast() {
            let (column, row) = (block % columns, block / columns)
            let rect = Rect(
                x: Double(column) / Double(columns), y: Double(row) / Double(rows), width: 1 / Double(columns), height: 1 / Double(rows))
            let level = Double(levels[block])
            bounds = bounds.map { $0.union(rect) } ?? rect
            sum = sum + rect.center * level
            weight += level
            for y in max(0, row - Self.reach)...min(rows - 1, row + Self.reach) {
                for x in max(0, column - Self.reach)...min(columns - 1, column + Self.reach) where isFree[y * columns + x] {
                    isFree[y * columns + x] = false
                    waiting.append(y * columns + x)
                }
            }
        }
        return MovingRegion(bounds: bounds ?? .unit, center: sum * (1 / weight), weight: weight)
    }
}
