// SPDX-License-Identifier: GPL-3.0-or-later

/// Two seconds of a piece of footage, in which what moves is worked out at once. Parts lie side by side from place zero on.
public struct MotionPart: Hashable, Sendable {
    public static let length = Duration.seconds(2)
    /// So much before it is looked at too, so that what is usual is known when it begins.
    public static let lead = Duration.milliseconds(1500)

    public var footage: FootageID
    public var number: Int

    public init(_ footage: FootageID, number: Int) {
        (self.footage, self.number) = (footage, number)
    }

    /// The one with a place in it.
    public init(_ footage: FootageID, at place: Duration) {
        self.init(footage, number: Int((place.inSeconds / Self.length.inSeconds).rounded(.down).clamped(to: -1e12...1e12)))
    }

    public var span: Range<Duration> { Self.length * number..<Self.length * (number + 1) }
}

/// What moves in a part of some footage, picture by picture.
public struct MotionTrace: Hashable, Sendable {
    /// Where each picture begins to be shown, in their order.
    public private(set) var places: [Duration] = []
    /// How much moves in each picture in all, 0…1.
    public private(set) var strengths: [Double] = []
    private var levels: [UInt8] = []

    public init() {}

    /// - Parameter place: after the last one's.
    public mutating func add(_ grid: MotionGrid, at place: Duration) {
        places.append(place)
        strengths.append(grid.strength)
        levels += grid.levels
    }

    /// What moves in the picture that is shown at a place; `nil` before the first one.
    public func grid(at place: Duration) -> MotionGrid? {
        // What a file rounds to its ticks may lie a little after where it was.
        places.lastIndex { $0 <= place + .microseconds(20) }.map(grid(ofPicture:))
    }

    /// - Precondition: there is such a picture.
    public func grid(ofPicture index: Int) -> MotionGrid {
        MotionGrid(levels: Array(levels[index * BlockMeans.count..<(index + 1) * BlockMeans.count]))
    }
}

extension [MotionGrid] {
    /// The middle of the part of a picture in which most moves, 0…1 of its width as it is looked at: where an athlete is.
    /// - Parameter share: how wide the part is, 0…1 of the picture.
    public func center(share: Double, _ orientation: PictureOrientation) -> Double {
        let map = PictureMap(within: .unit, crop: .unit, orientation: orientation, aspect: 1)
        let strips = 64
        var moving = MotionStrips(count: strips)
        for grid in self {
            for (index, level) in grid.levels.enumerated() where level > 0 {
                let corners = [(0, 0), (1, 1)].map { x, y in
                    map.canvas(
                        Point(
                            Double(index % BlockMeans.columns + x) / Double(BlockMeans.columns),
                            Double(index / BlockMeans.columns + y) / Double(BlockMeans.rows)))
                }
                let (from, to) = (Swift.min(corners[0].x, corners[1].x), Swift.max(corners[0].x, corners[1].x))
                let (first, last) = (Int(from * Double(strips) + 0.5), Int(to * Double(strips) + 0.5))
                for strip in first..<Swift.max(first + 1, last) where (0..<strips).contains(strip) {
                    moving.add(Double(level) / Double(Swift.max(1, last - first)), at: strip)
                }
            }
        }
        return moving.center(share: share)
    }
}

/// Upright strips of a picture side by side, and how much moves in each.
public struct MotionStrips: Hashable, Sendable {
    private var weights: [Double]

    /// - Precondition: a positive count.
    public init(count: Int) {
        precondition(count > 0, "a picture has a width")
        weights = [Double](repeating: 0, count: count)
    }

    /// - Parameter strip: counted from the left.
    /// - Precondition: there is such a strip.
    public mutating func add(_ weight: Double, at strip: Int) { weights[strip] += weight }

    /// The middle of the part in which most moves, 0…1 of the width; where nothing moves, the middle of the picture.
    /// - Parameter share: how wide the part is, 0…1 of the picture.
    public func center(share: Double) -> Double {
        let count = weights.count
        let width = Int((share * Double(count)).rounded()).clamped(to: 1...count)
        let sums = (0...count - width).map { left in weights[left..<left + width].reduce(0, +) }
        guard let best = sums.max(), best > 0 else { return 0.5 }
        // What moves lies in the middle of all parts that have nearly as much of it: not at an edge.
        let good = sums.indices.filter { sums[$0] >= best * 0.95 }
        guard let from = good.first, let to = good.last else { return 0.5 }
        let left = good.contains((from + to) / 2) ? (from + to) / 2 : good.min { abs($0 - (from + to) / 2) < abs($1 - (from + to) / 2) } ?? from
        return (Double(left) + Double(width) / 2) / Double(count)
    }
}
