// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// The rule for where the person is, by which all screens and films choose the part of a picture that they show.
///
/// The person is the largest connected region that moves, picture by picture: the regions of all pictures are put together where they lie
/// close to each other. A person who shoots stays at a spot, so that spot collects the most motion. A person who walks by is large, but
/// nowhere for long; a flag stays, but is small. Of two people at their own spots the one nearer to the last known spot counts.
public struct PersonFinder: Hashable, Sendable {
    /// Regions whose centers are nearer than this to each other, in widths of the picture, can be the same person.
    private static let radius = 0.12
    /// The factor by which motion counts more if it is where the person was last.
    private static let loyalty = 4.0
    /// The distance, in widths of the picture, within which motion is where the person was last.
    private static let nearby = 0.25
    /// The shares of the motion that may lie beyond the person's edges on each side, because an arm that moves once isn't the person's place.
    private static let margin = 0.08

    /// The length of a stretch of time, in seconds, and the power of the motion in it that counts.
    private static let (stretch, root) = (0.5, 0.2)

    private struct Sighting: Hashable, Sendable {
        var region: MovingRegion
        var time: Duration
        var weight: Double
    }

    private var sightings: [Sighting] = []

    public init() {}

    /// - Parameters:
    ///   - grid: the motion in a picture.
    ///   - time: the picture's time on any clock.
    ///   - weight: the degree to which the picture counts.
    public mutating func add(_ grid: MotionGrid, at time: Duration = .zero, weight: Double = 1) {
        sightings += grid.regions.map { Sighting(region: $0, time: time, weight: weight * $0.weight) }
    }

    /// Adds the motion round a moment of some footage. What moves as the arrow leaves counts most: others move before and after it as well.
    public mutating func add(_ pictures: [(place: Duration, grid: MotionGrid)], about moment: Duration) {
        for picture in pictures {
            let distance = abs((picture.place - moment).inSeconds)
            add(picture.grid, at: picture.place, weight: distance < 0.75 ? 1 : 0.4)
        }
    }

    /// Forgets the pictures before a time.
    public mutating func forget(before time: Duration) { sightings.removeAll { $0.time < time } }

    /// The regions that can be a person: those at least two blocks high. A clock or a sign that blinks is lower. If all regions are low, all
    /// count.
    private var candidates: [Sighting] {
        let high = sightings.filter { $0.region.bounds.height * Double(BlockMeans.rows) > 1.5 }
        return high.isEmpty ? sightings : high
    }

    /// Returns the person's region, 0…1 both ways of the picture as it was recorded; `nil` if nothing moves.
    /// - Parameter last: the middle of the person's region as it was known last.
    public func region(near last: Point? = nil) -> Rect? {
        let sightings = candidates
        let spots = (0..<BlockMeans.count).map { index in
            Point(
                (Double(index % BlockMeans.columns) + 0.5) / Double(BlockMeans.columns),
                (Double(index / BlockMeans.columns) + 0.5) / Double(BlockMeans.rows))
        }
        let scores = spots.map { spot in
            Self.score(of: spot, in: sightings) * (1 + Self.loyalty * (last.map { Self.closeness($0, spot, within: Self.nearby) } ?? 0))
        }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0 else { return nil }
        return bounds(of: sightings.filter { Self.closeness($0.region.center, spots[best], within: Self.radius) > 0 })
    }

    /// Returns how much moves at a spot, and for how long. The number of stretches of time with motion counts most, and in each stretch only
    /// a root of its motion: motion that stays at the spot counts far more than the same amount of motion that passes.
    private static func score(of spot: Point, in sightings: [Sighting]) -> Double {
        var stretches: [Int: Double] = [:]
        for sighting in sightings {
            let closeness = closeness(sighting.region.center, spot, within: radius)
            if closeness > 0 { stretches[Int((sighting.time.inSeconds / stretch).rounded(.down)), default: 0] += sighting.weight * closeness }
        }
        return Double(stretches.count) * stretches.keys.sorted().reduce(0) { $0 + .pow(stretches[$1] ?? 0, root) }
    }

    /// Returns 1 for the same point, falling to 0 at a distance in widths of the picture.
    private static func closeness(_ one: Point, _ other: Point, within distance: Double) -> Double {
        let (x, y) = (one.x - other.x, (one.y - other.y) * Double(BlockMeans.rows) / Double(BlockMeans.columns))
        let rest = max(0, 1 - (x * x + y * y) / (distance * distance))
        return rest * rest
    }

    /// Returns the bounds of most of the motion.
    private func bounds(of sightings: [Sighting]) -> Rect {
        func edge(_ side: (Rect) -> Double, isUpper: Bool) -> Double {
            let sorted = sightings.sorted { side($0.region.bounds) < side($1.region.bounds) }
            let all = sorted.reduce(0) { $0 + $1.weight }
            var below = 0.0
            for sighting in sorted {
                below += sighting.weight
                if below >= all * (isUpper ? 1 - Self.margin : Self.margin) { return side(sighting.region.bounds) }
            }
            return sorted.last.map { side($0.region.bounds) } ?? 0
        }
        let (left, top) = (edge(\.x, isUpper: false), edge(\.y, isUpper: false))
        return Rect(x: left, y: top, width: edge(\.maxX, isUpper: true) - left, height: edge(\.maxY, isUpper: true) - top)
    }
}

// MARK: From clip to clip

extension PersonFinder {
    /// The longest way, in widths of the picture, that the person's place moves from one clip of an end to the next.
    public static let longestStep = 0.06
    /// The largest distance, in widths of the picture, at which one place serves two clips that are seen beside each other.
    private static let together = 0.15

    /// Returns the person's place in a clip after the place in another clip of the same end: it never jumps, because the camera stands still
    /// and the archer returns to the same spot.
    public static func place(_ found: Point, after last: Point) -> Point { last + (found - last).limited(to: longestStep) }

    /// Returns the places in two clips that are seen beside each other: one for both, unless the person stands elsewhere in the other clip,
    /// as another camera saw it. A clip in which nothing moves has the place of the other one.
    public static func shared(_ one: Point?, _ other: Point?) -> (Point?, Point?) {
        guard let one, let other else { return (one ?? other, other ?? one) }
        guard (one - other).length <= together else { return (one, other) }
        let middle = (one + other) * 0.5
        return (middle, middle)
    }
}
