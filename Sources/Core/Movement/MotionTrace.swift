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
    /// Returns the time round a clip's moment in which motion is looked for, because it tells where the person is. It is as long as raising,
    /// drawing, holding and loosing, so whoever stays and shoots moves more in it than whoever walks by.
    public static func studied(about moment: Duration) -> ClosedRange<Duration> {
        max(.zero, moment - .milliseconds(3500))...max(.zero, moment + .milliseconds(1500))
    }

    /// Returns the pictures of a range, each with its motion.
    public func pictures(within bounds: ClosedRange<Duration>) -> [(place: Duration, grid: MotionGrid)] {
        places.indices.filter { bounds.contains(places[$0]) }.map { (places[$0], grid(ofPicture: $0)) }
    }
}
