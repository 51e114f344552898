// SPDX-License-Identifier: GPL-3.0-or-later

/// The part of the camera's picture in which rallies are looked for, and how much of it has to move.
public struct MovementRegion: Hashable, Sendable {
    /// The indices of its blocks in `BlockMeans`, rising; at least one.
    public let blocks: [Int]
    /// The number of its blocks that have to move at once, at least 1.
    public let least: Int

    /// - Parameters:
    ///   - part: the part of the picture as it is recorded, 0…1 both ways. A part that is smaller than a block is the block nearest to it.
    ///   - share: the share of the part that has to move, 0…1.
    public init(_ part: Rect, share: Double) {
        let middles = (0..<BlockMeans.count).map(BlockMeans.middle)
        let inside = middles.indices.filter { part.contains(middles[$0]) }
        let nearest = middles.indices.min { (middles[$0] - part.center).length < (middles[$1] - part.center).length }
        blocks = inside.isEmpty ? [nearest ?? 0] : inside
        least = max(1, Int((share * Double(blocks.count)).rounded(.up)))
    }

    public init(_ settings: Settings) {
        self.init(settings.region?.rect ?? .unit, share: settings.rallyMovementPercent / 100)
    }
}

/// Finds since when a region of the picture has been moving, or resting.
///
/// A block moves if its brightness differs by more than three levels from what it was 0.2 s before. Three levels are above the noise of a block's
/// mean; in 0.2 s a player who runs crosses a good part of a block of a whole court, and a person who walks back to the line doesn't.
/// Unlike `MotionRule` it learns nothing: a rally may last for a minute, and what moves for so long would become the usual.
public struct RegionMovement: Sendable {
    /// A change from rest to movement, or back.
    public enum Change: Hashable, Sendable {
        /// It has moved since this picture.
        case moves(since: FrameStamp)
        /// It has rested since this picture.
        case rests(since: FrameStamp)
    }

    /// The difference in brightness of a moving block, in levels of 255.
    private static let levels = 3.0
    /// The time from the picture that is compared to the present one.
    private static let span = Duration.milliseconds(200)
    /// After a longer gap between two pictures nothing is known of what came before it.
    private static let longestGap = Duration.milliseconds(500)

    /// The pictures of the last 0.2 s, and the last picture before these; the oldest first.
    private var pictures: [(stamp: FrameStamp, blocks: BlockMeans)] = []
    /// The picture with which movement may have begun; movement in a single picture is noise.
    private var first: FrameStamp?
    public private(set) var isMoving = false

    public init() {}

    /// Takes the next picture.
    /// - Returns: the change that the picture shows; `nil` if it goes on as before.
    public mutating func take(_ picture: BlockMeans, at stamp: FrameStamp, of region: MovementRegion) -> Change? {
        defer { pictures.append((stamp, picture)) }
        if let last = pictures.last?.stamp, !(last.timestamp < stamp.timestamp && last.timestamp.duration(to: stamp.timestamp) <= Self.longestGap) {
            pictures.removeAll()
            first = nil
            return rest(since: last.timestamp < stamp.timestamp ? last : stamp)
        }
        while pictures.count > 1, pictures[1].stamp.timestamp <= stamp.timestamp - Self.span { pictures.removeFirst() }
        guard let earlier = pictures.first, earlier.stamp.timestamp <= stamp.timestamp - Self.span else { return nil }
        guard Self.moves(picture, since: earlier.blocks, in: region) else {
            first = nil
            return rest(since: earlier.stamp)
        }
        guard !isMoving else { return nil }
        guard let began = first else {
            first = stamp
            return nil
        }
        (isMoving, first) = (true, nil)
        return .moves(since: began)
    }

    private mutating func rest(since stamp: FrameStamp) -> Change? {
        guard isMoving else { return nil }
        isMoving = false
        return .rests(since: stamp)
    }

    private static func moves(_ picture: BlockMeans, since earlier: BlockMeans, in region: MovementRegion) -> Bool {
        guard let differences = picture.differences(from: earlier) else { return false }
        return region.blocks.count { differences[$0] > levels } >= region.least
    }
}
