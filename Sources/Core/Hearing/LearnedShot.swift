// SPDX-License-Identifier: GPL-3.0-or-later

/// The sound of one archer's shots at the box's microphone, learned from onsets that were marked (docs/hearing.md, rule 3).
public struct LearnedShot: Hashable, Sendable {
    /// Fewer taught onsets say nothing: three teach enough to hear nine of ten shots.
    public static let fewest = 3
    /// A shot is louder than the usual level less this, and a taught onset further off it is left out, in dB (rule 3).
    static let levelRange = 6.0
    /// The spread of a cell: this multiple of its median deviation, and at least this many dB (rule 3).
    private static let (deviations, leastSpread): (Float, Float) = (1.5, 5)
    /// Cells count no more than this many spreads from the middle (rule 3).
    private static let farthest: Float = 4
    /// The limit of the distance: at least this, or this multiple of the distance within which this share of the taught onsets is (rule 3).
    private static let (leastLimit, limitFactor, nearShare) = (1.6, 1.25, 0.8)

    /// The median of the taught levels, in dB of full scale.
    public let level: Double
    /// The distance up to which an onset is a shot, in spreads.
    public let limit: Double
    /// The median of each cell, and the spread in dB.
    private let middle: [Float]
    private let spread: [Float]

    /// Learns from these onsets; `nil` if fewer than three have the same level.
    public init?(_ taught: [SoundOnset]) {
        guard let usual = Self.median(taught.map(\.level)) else { return nil }
        let used = taught.filter { abs($0.level - usual) <= Self.levelRange }
        guard used.count >= Self.fewest else { return nil }
        let cells = (0..<ShotShape.count).map { cell in used.map { $0.shape.cells[cell] } }
        let middle = cells.map { Self.median($0) ?? 0 }
        let spread = zip(cells, middle).map { values, middle in
            max(Self.leastSpread, Self.deviations * (Self.median(values.map { abs($0 - middle) }) ?? 0))
        }
        let distances = used.map { Self.distance(of: $0.shape, middle, spread) }.sorted()
        let near = distances[Int((Double(distances.count - 1) * Self.nearShare).rounded())]
        level = usual
        limit = max(Self.leastLimit, Self.limitFactor * near)
        (self.middle, self.spread) = (middle, spread)
    }

    /// Returns the root mean square of the cells' distances from the middle, in spreads.
    public func distance(of shape: ShotShape) -> Double { Self.distance(of: shape, middle, spread) }

    private static func distance(of shape: ShotShape, _ middle: [Float], _ spread: [Float]) -> Double {
        var sum: Float = 0
        for cell in 0..<ShotShape.count {
            let off = ((shape.cells[cell] - middle[cell]) / spread[cell]).clamped(to: -farthest...farthest)
            sum += off * off
        }
        return Double(sum / Float(ShotShape.count)).squareRoot()
    }

    /// A shot is louder than this, in dB of full scale.
    public var gate: Double { level - Self.levelRange }

    public func isLoudEnough(_ onset: SoundOnset) -> Bool { onset.level > gate }

    public func isShot(_ onset: SoundOnset) -> Bool { isLoudEnough(onset) && distance(of: onset.shape) < limit }

    /// Returns the middle value, of an even number the mean of both; `nil` without values.
    static func median<Number: BinaryFloatingPoint>(_ values: [Number]) -> Number? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
