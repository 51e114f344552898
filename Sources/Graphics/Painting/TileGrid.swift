// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The overlay cut into tiles, the unit in which it is repainted.
///
/// The way in which Cairo softens an edge depends a little on the clip it paints in. A tile is always painted whole and alone, so its
/// pixels depend only on what lies in it, and repainting a part gives the same picture as painting everything.
struct TileGrid {
    private static let tile = VideoSize(width: 640, height: 120)

    private let area: PixelRect
    private let columns: Int
    private let rows: Int

    /// - Parameter area: the area to cut into tiles.
    init(area: PixelRect) {
        self.area = area
        columns = (area.size.width + Self.tile.width - 1) / Self.tile.width
        rows = (area.size.height + Self.tile.height - 1) / Self.tile.height
    }

    var count: Int { columns * rows }

    /// The pixels of a tile; tiles at the right and at the bottom are cut off by the edge.
    subscript(index: Int) -> PixelRect {
        let left = area.left + index % columns * Self.tile.width
        let top = area.top + index / columns * Self.tile.height
        return PixelRect(left: left, top: top, right: left + Self.tile.width, bottom: top + Self.tile.height).intersection(area)
    }

    /// Calls `body` with the index of each tile that has pixels in `rect`.
    func forEachTile(touching rect: PixelRect, _ body: (Int) -> Void) {
        let inside = rect.intersection(area).moved(x: -area.left, y: -area.top)
        guard !inside.isEmpty else { return }
        for row in inside.top / Self.tile.height...(inside.bottom - 1) / Self.tile.height {
            for column in inside.left / Self.tile.width...(inside.right - 1) / Self.tile.width {
                body(row * columns + column)
            }
        }
    }
}
