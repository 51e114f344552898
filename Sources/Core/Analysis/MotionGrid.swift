// SPDX-License-Identifier: GPL-3.0-or-later

/// How much moves in each of 16 by 9 blocks of a picture, row by row, as it was recorded.
public struct MotionGrid: Hashable, Sendable {
    public static let still = MotionGrid(levels: [UInt8](repeating: 0, count: BlockMeans.count))
    /// What the most is.
    public static let most: UInt8 = 10
    /// What just counts as moving.
    public static let least: UInt8 = 2

    /// 0 (still) or 2…10 each.
    public let levels: [UInt8]

    /// - Precondition: 144 values.
    public init(levels: [UInt8]) {
        precondition(levels.count == BlockMeans.count, "a picture has \(BlockMeans.count) blocks")
        self.levels = levels
    }

    public var isStill: Bool { levels.allSatisfy { $0 == 0 } }

    /// How much moves in all, 0…1: eight blocks that move as much as they can are 1.
    public var strength: Double {
        min(1, Double(levels.reduce(0) { $0 + Int($1) }) / (8 * Double(Self.most)))
    }
}

/// What moves in pictures that come one after the other: a block moves where its brightness differs from what it was
/// lately by more than four times what it usually does, and three levels besides.
///
/// How bright the whole picture is doesn't count: each picture is brought to the brightness that is usual by the median of all blocks. Where
/// more than 80 % of the blocks differ all the same, the light has changed or the camera was moved: that is learned anew, and for a second
/// nothing moves. So it is where the whole is a quarter lighter or a fifth darker at once: what is white then doesn't get lighter.
public struct MotionRule: Hashable, Sendable {
    /// How many usual deviations it takes, and how many levels besides.
    private static let (deviations, floor) = (4.0, 3.0)
    /// So quickly what is new becomes what is usual, in seconds.
    private static let (meanTime, deviationTime) = (1.0, 4.0)
    /// The share of the blocks that means light.
    private static let lightShare = 0.8
    private static let lightTime = Duration.seconds(1)
    /// How much lighter or darker the whole picture may be than usual.
    private static let gains = 0.8...1.25
    /// A gap in the pictures after which everything is new.
    private static let longestGap = Duration.milliseconds(500)
    /// So many times the limit are the most that is told apart.
    private static let full = 3.0

    private var means: [Double] = []
    private var usual: [Double] = []
    private var last: Duration?
    /// Nothing is said before.
    private var quietUntil: Duration?
    private var wasMoving = false

    public init() {}

    /// What moves in this picture.
    /// - Parameter place: when the picture was taken, on any clock. One before the last, or long after it, begins anew.
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
            // What is learned has the picture's own brightness, so that a slow change of light is followed.
            means[index] += (blocks.values[index] - means[index]) * mean
            usual[index] += (differences[index] - usual[index]) * deviation
        }
        defer { wasMoving = moving > 0 }
        // Noise moves for one picture.
        guard moving > 0, wasMoving, quietUntil.map({ $0 <= place }) ?? true else { return .still }
        return MotionGrid(
            levels: zip(differences, limits).map { difference, limit in
                guard difference > limit else { return 0 }
                let (least, most) = (Double(MotionGrid.least), Double(MotionGrid.most))
                return UInt8(min(most, least + (most - least) * (difference / limit - 1) / (Self.full - 1)))
            })
    }

    private mutating func learn(_ blocks: BlockMeans, at place: Duration) {
        // What was known of a moving block's unrest still holds after the light was switched.
        let isNew = last.map { place <= $0 || place - $0 > Self.longestGap } ?? true
        if isNew { usual = [Double](repeating: 0, count: BlockMeans.count) }
        quietUntil = isNew ? nil : place + Self.lightTime
        means = blocks.values
        last = place
        wasMoving = false
    }
}
