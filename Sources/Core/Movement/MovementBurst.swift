// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds bursts of movement in successive pictures: something moves much faster than everything did in the second before, as the bow arm and
/// the string do at a release (docs/hearing.md, the second witness).
///
/// A burst only decides between the archer's lane and a neighbour's. Something always moves, so movement alone is no witness, and where the
/// picture shakes or nobody is in view a missing burst says nothing.
public struct MovementBurst: Sendable {
    /// Successive differences are taken over this number of pictures.
    private static let step = 2
    /// The blocks that count: the three with the largest differences.
    private static let blocks = 3
    /// A burst differs by at least this many levels, and by this multiple of what 90 % of the pictures of the second before stay below.
    private static let (leastLevels, factor, share) = (6.0, 3.0, 0.9)
    /// The last pictures, which don't belong to the second before: the burst's own beginning.
    private static let leftOut = 2
    private static let memory = Duration.seconds(1)
    /// After a burst no other comes for this time.
    private static let lockOut = Duration.milliseconds(500)
    /// The times of a burst beside a shot with which it witnesses the shot.
    public static let beside = Duration.milliseconds(-500)...Duration.milliseconds(300)

    /// The last two pictures.
    private var pictures: [BlockMeans] = []
    /// The differences of the second before, the oldest first.
    private var differences: [(place: Duration, levels: Double)] = []
    private var newest: Duration?

    public init() {}

    /// Takes the next picture.
    /// - Parameter place: the time at which the picture was taken, on any clock. A time before the last picture's starts the rule again.
    /// - Returns: the middle of the burst that begins with the picture, 0…1 both ways; `nil` if none begins.
    public mutating func take(_ picture: BlockMeans, at place: Duration) -> Point? {
        if let last = differences.last, place <= last.place {
            pictures.removeAll()
            differences.removeAll()
        }
        defer {
            if pictures.count == Self.step { pictures.removeFirst() }
            pictures.append(picture)
        }
        guard pictures.count == Self.step else { return nil }
        let (levels, middle) = Self.difference(picture, pictures[0])
        differences.removeAll { $0.place < place - Self.memory }
        defer { differences.append((place, levels)) }
        // Before a second has passed, nobody knows what is usual.
        guard let first = differences.first, place - first.place >= Self.memory * 0.9 else { return nil }
        let usual = differences.dropLast(Self.leftOut).map(\.levels).sorted()
        guard !usual.isEmpty else { return nil }
        let most = usual[Int(Double(usual.count - 1) * Self.share)]
        guard levels >= Self.leastLevels, levels >= Self.factor * most, newest.map({ place - $0 >= Self.lockOut || place < $0 }) ?? true else {
            return nil
        }
        newest = place
        return middle
    }

    /// Returns the mean of the three largest differences of the blocks, 0 if the light has changed, and the middle of these blocks.
    private static func difference(_ picture: BlockMeans, _ earlier: BlockMeans) -> (levels: Double, middle: Point) {
        guard let differences = picture.differences(from: earlier) else { return (0, Point(0.5, 0.5)) }
        let largest = differences.indices.sorted { differences[$0] < differences[$1] }.suffix(blocks)
        let middles = largest.map(BlockMeans.middle)
        let middle = Point(middles.reduce(0) { $0 + $1.x } / Double(blocks), middles.reduce(0) { $0 + $1.y } / Double(blocks))
        return (largest.reduce(0) { $0 + differences[$1] } / Double(blocks), middle)
    }
}
