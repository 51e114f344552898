// SPDX-License-Identifier: GPL-3.0-or-later

/// Two seconds of a piece of footage: the part that is searched for motion in one go. The parts follow each other from the footage's start.
public struct MotionPart: Hashable, Sendable {
    public static let length = Duration.seconds(2)
    /// The footage before the part that is analysed too, so that the usual brightness is known when the part begins.
    public static let lead = Duration.milliseconds(1500)

    public var footage: FootageID
    public var number: Int

    public init(_ footage: FootageID, number: Int) {
        (self.footage, self.number) = (footage, number)
    }

    /// Creates the part that contains a position in the footage.
    public init(_ footage: FootageID, at place: Duration) {
        self.init(footage, number: Int((place.inSeconds / Self.length.inSeconds).rounded(.down).clamped(to: -1e12...1e12)))
    }

    public var span: Range<Duration> { Self.length * number..<Self.length * (number + 1) }
}

/// The motion in a part of some footage, picture by picture.
public struct MotionTrace: Hashable, Sendable {
    /// The positions at which the pictures begin, in order.
    public private(set) var places: [Duration] = []
    /// The amount of motion in each whole picture, 0…1.
    public private(set) var strengths: [Double] = []
    private var levels: [UInt8] = []

    public init() {}

    /// - Parameter place: the picture's position, after the last picture's.
    public mutating func add(_ grid: MotionGrid, at place: Duration) {
        places.append(place)
        strengths.append(grid.strength)
        levels += grid.levels
    }

    /// Returns the motion in the picture that is shown at a position; `nil` before the first picture.
    public func grid(at place: Duration) -> MotionGrid? {
        // A file rounds times to its own units, so a picture may lie a little later than it was recorded.
        places.lastIndex { $0 <= place + .microseconds(20) }.map(grid(ofPicture:))
    }

    /// - Precondition: there is such a picture.
    public func grid(ofPicture index: Int) -> MotionGrid {
        MotionGrid(levels: Array(levels[index * BlockMeans.count..<(index + 1) * BlockMeans.count]))
    }
}

extension MotionTrace {
    /// Returns the time round a clip's moment in which motion is looked for, because it tells where the athlete is.
    public static func studied(about moment: Duration) -> ClosedRange<Duration> {
        max(.zero, moment - .seconds(1))...max(.zero, moment + .milliseconds(500))
    }
}

extension [MotionGrid] {
    /// Returns the middle of the part of a picture with the most motion, usually the athlete: 0…1 of the width of the picture as displayed.
    /// - Parameter share: the width of the part, 0…1 of the picture.
    public func center(share: Double, _ orientation: PictureOrientation) -> Double {
        var moving = MotionStrips()
        moving.add(self, orientation)
        return moving.center(share: share)
    }
}

/// The amount of motion in upright strips of a picture, side by side.
public struct MotionStrips: Hashable, Sendable {
    private var weights: [Double]

    /// - Precondition: a positive count.
    public init(count: Int = 64) {
        precondition(count > 0, "a picture has a width")
        weights = [Double](repeating: 0, count: count)
    }

    /// - Parameter strip: the strip's index, counted from the left.
    /// - Precondition: there is such a strip.
    public mutating func add(_ weight: Double, at strip: Int) { weights[strip] += weight }

    /// Adds the motion in recorded pictures, which are displayed with this orientation.
    public mutating func add(_ grids: [MotionGrid], _ orientation: PictureOrientation) {
        let map = PictureMap(within: .unit, crop: .unit, orientation: orientation, aspect: 1)
        let count = weights.count
        for grid in grids {
            for (index, level) in grid.levels.enumerated() where level > 0 {
                let corners = [(0, 0), (1, 1)].map { x, y in
                    map.canvas(
                        Point(
                            Double(index % BlockMeans.columns + x) / Double(BlockMeans.columns),
                            Double(index / BlockMeans.columns + y) / Double(BlockMeans.rows)))
                }
                let (from, to) = (min(corners[0].x, corners[1].x), max(corners[0].x, corners[1].x))
                let (first, last) = (Int(from * Double(count) + 0.5), Int(to * Double(count) + 0.5))
                for strip in first..<max(first + 1, last) where (0..<count).contains(strip) {
                    add(Double(level) / Double(max(1, last - first)), at: strip)
                }
            }
        }
    }

    /// Returns the middle of the part with the most motion, 0…1 of the width; the middle of the picture if nothing moves.
    /// - Parameter share: the width of the part, 0…1 of the picture.
    public func center(share: Double) -> Double {
        let count = weights.count
        let width = Int((share * Double(count)).rounded()).clamped(to: 1...count)
        let sums = (0...count - width).map { left in weights[left..<left + width].reduce(0, +) }
        guard let best = sums.max(), best > 0 else { return 0.5 }
        // Many parts can have nearly the same amount of motion. Choose the one in their middle, so that the moving object isn't at an edge.
        let good = sums.indices.filter { sums[$0] >= best * 0.95 }
        guard let from = good.first, let to = good.last else { return 0.5 }
        let left = good.contains((from + to) / 2) ? (from + to) / 2 : good.min { abs($0 - (from + to) / 2) < abs($1 - (from + to) / 2) } ?? from
        return (Double(left) + Double(width) / 2) / Double(count)
    }
}
