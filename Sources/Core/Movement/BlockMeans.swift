// SPDX-License-Identifier: GPL-3.0-or-later

/// The mean brightness of each of 16 by 9 blocks of a picture, row by row. The picture is neither turned nor mirrored: it is as it was
/// recorded. The motion grid is computed from these means.
public struct BlockMeans: Hashable, Sendable {
    public static let (columns, rows) = (16, 9)
    public static let count = columns * rows
    /// The number of rows that are sampled in a block. All pixels of a sampled row count, so that a thin object doesn't come and go between
    /// samples.
    private static let sampledRows = 24

    /// 0…255 each.
    public let values: [Double]

    /// Returns the middle of a block, 0…1 both ways of the picture.
    static func middle(of block: Int) -> Point {
        Point((Double(block % columns) + 0.5) / Double(columns), (Double(block / columns) + 0.5) / Double(rows))
    }

    /// - Precondition: 144 values.
    public init(_ values: [Double]) {
        precondition(values.count == Self.count, "a picture has \(Self.count) blocks")
        self.values = values
    }

    /// - Returns: `nil` if the picture isn't YUV or is smaller than 16 by 9 pixels.
    public init?(of picture: PixelBuffer) {
        guard picture.format.isYUV, picture.size.width >= Self.columns, picture.size.height >= Self.rows else { return nil }
        let plane = picture.plane(0)
        var values: [Double] = []
        values.reserveCapacity(Self.count)
        for row in 0..<Self.rows {
            let lines = (row * picture.size.height / Self.rows)..<((row + 1) * picture.size.height / Self.rows)
            for column in 0..<Self.columns {
                let dots = (column * picture.size.width / Self.columns)..<((column + 1) * picture.size.width / Self.columns)
                values.append(Self.mean(of: plane, lines, dots))
            }
        }
        self.values = values
    }

    /// If more than this share of the blocks differs by more than this many levels, the light has changed.
    private static let (lightShare, lightLevels) = (0.8, 3.0)

    /// Returns how many levels each block differs from the same block of an earlier picture, once both pictures have the same brightness by the
    /// median of their blocks; `nil` if nearly all blocks differ, because then the light has changed or the camera was moved.
    func differences(from earlier: BlockMeans) -> [Double]? {
        let ratios = zip(values, earlier.values).map { ($0 + 1) / ($1 + 1) }.sorted()
        let gain = ratios[ratios.count / 2]
        let differences = zip(values, earlier.values).map { abs(($0 + 1) / gain - ($1 + 1)) }
        let changed = differences.count { $0 > Self.lightLevels }
        return Double(changed) > Self.lightShare * Double(Self.count) ? nil : differences
    }

    private static func mean(of plane: PixelPlane, _ lines: Range<Int>, _ dots: Range<Int>) -> Double {
        let down = max(1, lines.count / sampledRows)
        var sum: UInt32 = 0
        var rows = 0
        var line = lines.lowerBound
        while line < lines.upperBound {
            let bytes = plane.base.advanced(by: line * plane.pitch + dots.lowerBound).assumingMemoryBound(to: UInt8.self)
            // Without an overflow check the processor adds sixteen bytes at once. 32 bits hold the sum of 16 million pixels.
            for dot in 0..<dots.count { sum &+= UInt32(bytes[dot]) }
            rows += 1
            line += down
        }
        return Double(sum) / Double(max(1, rows * dots.count))
    }
}
