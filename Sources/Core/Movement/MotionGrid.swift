// SPDX-License-Identifier: GPL-3.0-or-later

/// The amount of motion in each of 16 by 9 blocks of a picture, row by row. The picture is neither turned nor mirrored: it is as it was
/// recorded.
public struct MotionGrid: Hashable, Sendable {
    public static let still = MotionGrid(levels: [UInt8](repeating: 0, count: BlockMeans.count))
    /// The highest level.
    public static let most: UInt8 = 10
    /// The lowest level of a moving block.
    public static let least: UInt8 = 2

    /// 0 (still) or 2…10 each.
    public let levels: [UInt8]

    /// - Precondition: 144 values.
    public init(levels: [UInt8]) {
        precondition(levels.count == BlockMeans.count, "a picture has \(BlockMeans.count) blocks")
        self.levels = levels
    }

    public var isStill: Bool { levels.allSatisfy { $0 == 0 } }

    /// Returns true if a block moves whose middle lies within a part of the picture.
    /// - Parameters:
    ///   - center: the middle of the part, 0…1 both ways.
    ///   - reach: the distances from there to the part's edges, in widths and heights of the picture.
    public func moves(near center: Point, reach: (across: Double, down: Double)) -> Bool {
        levels.indices.contains { index in
            guard levels[index] >= Self.least else { return false }
            let middle = BlockMeans.middle(of: index)
            return abs(middle.x - center.x) <= reach.across && abs(middle.y - center.y) <= reach.down
        }
    }

    /// Returns true if a block moves whose middle lies in this region.
    public func moves(in region: PictureRegion) -> Bool {
        levels.indices.contains { levels[$0] >= Self.least && region.rect.contains(BlockMeans.middle(of: $0)) }
    }

    /// The amount of motion in the whole picture, 0…1. Eight blocks at the highest level are enough for 1.
    public var strength: Double {
        min(1, Double(levels.reduce(0) { $0 + Int($1) }) / (8 * Double(Self.most)))
    }
}

/// Finds the moving blocks in successive pictures. A block moves if its brightness differs from its recent mean by more than four times its
/// usual deviation plus three levels.
///
/// The brightness of the whole picture doesn't count: each picture is first scaled to the usual brightness, by the median of all blocks. If
/// more than 80 % of the blocks still differ, the light has changed or the camera was moved. The rule then learns the new picture and
/// reports no motion for a second. It does the same if the whole picture becomes a quarter lighter or a fifth darker at once: white areas
/// can't get lighter, so scaling doesn't work then.
public struct MotionRule: Hashable, Sendable {
    /// The limit for motion: the number of usual deviations, plus a number of brightness levels.
    private static let (deviations, floor) = (4.0, 3.0)
    /// The time constants of the mean and of the usual deviation, in seconds.
    private static let (meanTime, deviationTime) = (1.0, 4.0)
    /// If more than this share of the blocks differs, the light has changed.
    private static let lightShare = 0.8
    private static let lightTime = Duration.seconds(1)
    /// The range of the whole picture's brightness, relative to the usual one, in which motion can be found.
    private static let gains = 0.8...1.25
    /// After a longer gap between two pictures the rule starts again.
    private static let longestGap = Duration.milliseconds(500)
    /// Levels saturate at this multiple of the limit.
    private static let full = 3.0

    private var means: [Double] = []
    private var usual: [Double] = []
    private var last: Duration?
    /// No motion is reported before this time.
    private var quietUntil: Duration?
    private var wasMoving = false

    public init() {}

    /// Returns the motion in this picture.
    /// - Parameter place: the time at which the picture was taken, on any clock. A time before the last picture's, or long after it, starts
    ///   the rule again.
    public mutating func take(_ blocks: BlockMeans, at place: Duration) -> MotionGrid {
        guard let last, place > last, place - last <= Self.longestGap else {
            learn(blocks, at: place)
            return .still
        }
        self.last = place
        let passed = (place - last).inSeconds
        let ratios = zip(blocks.values, means).map { ($0 + 1) / ($1 + 1) }.sorted()
        let gain = ratios[ratios.count / 2]
        let values = blocks.values.map { ($0 + 1) / gain - 1 }
        let differences = zip(values, means).map { abs($0 - $1) }
        let limits = usual.map { $0 * Self.deviations + Self.floor }
        let moving = zip(differences, limits).count { $0 > $1 }
        if Double(moving) > Self.lightShare * Double(BlockMeans.count) || !Self.gains.contains(gain) {
            learn(blocks, at: place)
            return .still
        }
        let (mean, deviation) = (min(1, passed / Self.meanTime), min(1, passed / Self.deviationTime))
        for index in values.indices {
            // The means are learned from unscaled values, so that they follow a slow change of light.
            means[index] += (blocks.values[index] - means[index]) * mean
            usual[index] += (differences[index] - usual[index]) * deviation
        }
        defer { wasMoving = moving > 0 }
        // Motion in one picture only is noise.
        guard moving > 0, wasMoving, quietUntil.map({ $0 <= place }) ?? true else { return .still }
        return MotionGrid(
            levels: zip(differences, limits).map { difference, limit in
                guard difference > limit else { return 0 }
                let (least, most) = (Double(MotionGrid.least), Double(MotionGrid.most))
                return UInt8(min(most, least + (most - least) * (difference / limit - 1) / (Self.full - 1)))
            })
    }

    private mutating func learn(_ blocks: BlockMeans, at place: Duration) {
        // After a change of light the usual deviations of the blocks still hold; only after a gap they don't.
        let isNew = last.map { place <= $0 || place - $0 > Self.longestGap } ?? true
        if isNew { usual = [Double](repeating: 0, count: BlockMeans.count) }
        quietUntil = isNew ? nil : place + Self.lightTime
        means = blocks.values
        last = place
        wasMoving = false
    }
}
