// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Lays out boxes of one height from left to right, in as many rows as they need.
enum Flow {
    /// - Parameters:
    ///   - room: the width of a row; a wider box gets a row of its own.
    ///   - rowGap: the gap between two rows; `nil`: the same as between boxes.
    static func places(_ widths: [Double], height: Double, gap: Double, rowGap: Double? = nil, at origin: Point, room: Double) -> [Rect] {
        var (x, y) = (origin.x, origin.y)
        return widths.map { width in
            if x > origin.x, x + width > origin.x + room {
                x = origin.x
                y += height + (rowGap ?? gap)
            }
            defer { x += width + gap }
            return Rect(x: x, y: y, width: width, height: height)
        }
    }
}
