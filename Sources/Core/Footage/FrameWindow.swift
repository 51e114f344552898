// SPDX-License-Identifier: GPL-3.0-or-later

import DequeModule

/// Decoded pictures round a position, in both directions, bounded in bytes.
///
/// They are two stretches in which no picture of the footage is missing: the *run*, and before it what is being fetched of the GOP
/// before the run's first picture. When that reaches the run, they are joined. What holds always (property tests):
/// - in a stretch positions rise strictly, and the earlier one ends before the run begins;
/// - the pictures that are needed now are never given up for the bound; apart from them it holds, and room for a picture is made before the
///   picture is there;
/// - a picture is called due only if it is the newest of the footage that isn't after the place.
///
/// A picture's place is its stamp's time. A pure value: no lock, no clock.
public struct FrameWindow: Sendable {
    /// What 1080p60 needs to go backwards within one GOP of half a second, counted in pictures of 3.1104 MB (4:2:0): the 30 of the GOP
    /// before, the one that is due and the one that proves it, and the same two for the vblank that is still on the TV while the next one is
    /// made. That is 34 of them, 105.8 MB. With 32 a player that is a vblank behind is late at each GOP (`SteppingTests`).
    public static let ordinaryBytes = 106_000_000

    /// The most bytes of pictures that are kept; those that are needed at once stay even if they are more.
    public let capacityBytes: Int
    /// Whether pictures stay when the position has passed them. For the delayed picture, which only goes forwards, they don't.
    public let keepsPassed: Bool
    /// No more pictures than this are kept, however many would find room; `nil`: as many as do.
    public private(set) var mostPictures: Int?
    public private(set) var byteCount = 0
    /// What of that another window has: the one on the other side of a loop's seam.
    public var reservedBytes = 0
    private var run: Deque<VideoFrame> = []
    private var earlier: Deque<VideoFrame> = []
    /// No picture of the footage lies between this place and the run's first.
    private var begin: Timestamp?
    /// The same of the earlier stretch.
    private var earlierBegin: Timestamp?
    /// The footage has nothing after the run's last picture, as far as anybody knows.
    public private(set) var isAtEnd = false

    /// - Parameter keepsPassed: `false` for a window that only follows.
    public init(capacityBytes: Int = FrameWindow.ordinaryBytes, keepsPassed: Bool = true) {
        self.capacityBytes = capacityBytes
        self.keepsPassed = keepsPassed
        run.reserveCapacity(64)
        earlier.reserveCapacity(64)
    }

    // MARK: What is in it

    public var isEmpty: Bool { run.isEmpty && earlier.isEmpty }
    public var count: Int { run.count + earlier.count }
    /// Where the run begins, where it is known from, and where it ends.
    public var first: Timestamp? { run.first?.stamp.timestamp }
    public var last: Timestamp? { run.last?.stamp.timestamp }
    public var knownFrom: Timestamp? { begin }
    public var hasEarlier: Bool { !earlier.isEmpty }

    /// What is to be shown at this place.
    /// - Returns: the newest picture that isn't after it, and whether that is the one which is due. `isSettled` is for the player to say.
    public func lookup(_ place: Timestamp) -> FrameLookup {
        if let index = Self.newest(of: run, notAfter: place) {
            return FrameLookup(frame: run[index], isDue: index + 1 < run.count || isAtEnd, isSettled: true)
        }
        // What is known to be empty has no picture that is due.
        if let begin, place >= begin, isAtEnd || !run.isEmpty { return FrameLookup(frame: nil, isDue: true, isSettled: true) }
        guard let index = Self.newest(of: earlier, notAfter: place), index + 1 < earlier.count else {
            return FrameLookup(frame: nil, isDue: false, isSettled: true)
        }
        return FrameLookup(frame: earlier[index], isDue: true, isSettled: true)
    }

    /// Whether the picture due at this place is there, and one after it that proves it.
    public func covers(_ place: Timestamp) -> Bool {
        if let last = run.last, place < last.stamp.timestamp, let begin, place >= begin { return true }
        guard let last = earlier.last, let first = earlier.first else { return false }
        return place >= first.stamp.timestamp && place < last.stamp.timestamp
    }

    /// How many pictures come after this place before one is missing.
    public func ahead(of place: Timestamp) -> Int {
        let stretch = earlier.isEmpty || first.map { $0 <= place } ?? false ? run : earlier
        return stretch.count - (Self.newest(of: stretch, notAfter: place).map { $0 + 1 } ?? 0)
    }

    /// How many come before the one that is due at this place.
    public func behind(_ place: Timestamp) -> Int {
        if let index = Self.newest(of: run, notAfter: place) { return index }
        return Self.newest(of: earlier, notAfter: place) ?? 0
    }

    // MARK: What comes in

    /// Everything goes: what comes next begins with the keyframe for this place.
    public mutating func restart(at place: Timestamp) {
        run.removeAll(keepingCapacity: true)
        discardEarlier()
        byteCount = 0
        begin = place
        isAtEnd = false
    }

    /// Everything goes, and nothing is known.
    public mutating func clear() {
        restart(at: .zero)
        begin = nil
    }

    /// The footage ends here, for now.
    public mutating func noteEnd() {
        isAtEnd = true
    }

    /// The picture that comes next in the footage. On the way to what is needed a window that only follows keeps the newest before it.
    /// - Parameter needed: the places that are shown.
    public mutating func append(_ frame: VideoFrame, needed: ClosedRange<Timestamp>) {
        let place = frame.stamp.timestamp
        if let last, place <= last { return }
        if !keepsPassed, place <= needed.lowerBound, let last, last <= needed.lowerBound { removeLast() }
        if run.isEmpty { begin = min(begin ?? place, place) }
        run.append(frame)
        byteCount += frame.buffer.pixelBytes
        isAtEnd = false
        makeWay(for: 0, needed: needed)
    }

    /// Gives up what was passed and isn't needed, for so many bytes behind the run. To be called before memory is taken for them.
    public mutating func makeWay(for bytes: Int, needed: ClosedRange<Timestamp>) {
        while byteCount + bytes > bound, canRemoveFirst(needed) { removeFirst() }
    }

    /// Whether another picture behind the run finds room, and so many more elsewhere.
    public func hasRoomAhead(needed: ClosedRange<Timestamp>, beside others: Int) -> Bool {
        guard let size = run.last?.buffer.pixelBytes else { return true }
        return byteCount + size * (1 + others) <= bound || canRemoveFirst(needed)
    }

    /// Gives up what isn't needed, until so many bytes more have room elsewhere.
    /// - Parameter needed: the places that are shown, now and later.
    /// - Returns: whether they have.
    public mutating func makeRoom(for bytes: Int, needed: ClosedRange<Timestamp>) -> Bool {
        while byteCount + bytes > bound {
            if canRemoveFirst(needed) {
                removeFirst()
            } else if canRemoveLast(needed) {
                removeLast()
            } else {
                return false
            }
        }
        return true
    }

    /// Has what that window has, and nothing of its own any more.
    public mutating func enter(_ other: FrameWindow) {
        restart(at: .zero)
        (run, begin, isAtEnd) = (other.run, other.begin, other.isAtEnd)
        byteCount = run.reduce(0) { $0 + $1.buffer.pixelBytes }
    }

    /// What was passed goes, in a window that only follows.
    public mutating func dropPassed(_ place: Timestamp) {
        guard !keepsPassed else { return }
        while run.count > 1, run[1].stamp.timestamp <= place { removeFirst() }
    }

    /// Keeps no more pictures than this from now on; `nil`: as many as find room. What isn't needed and is too much goes.
    public mutating func limit(to pictures: Int?, needed: ClosedRange<Timestamp>) {
        mostPictures = pictures
        guard pictures != nil else { return }
        discardEarlier()
        _ = makeRoom(for: 0, needed: needed)
    }

    // MARK: Going back

    /// The stretch before the run comes from now on, from the keyframe at this place.
    public mutating func beginEarlier(at place: Timestamp) {
        discardEarlier()
        earlierBegin = place
    }

    /// Whether another picture before the run finds room.
    /// - Parameter mayShorten: whether pictures of the run's end may go for it.
    public func hasRoomForEarlier(needed: ClosedRange<Timestamp>, mayShorten: Bool) -> Bool {
        guard let size = run.last?.buffer.pixelBytes else { return false }
        return byteCount + size <= bound || (mayShorten && canRemoveLast(needed))
    }

    /// The next picture of the stretch before the run.
    public mutating func appendEarlier(_ frame: VideoFrame, needed: ClosedRange<Timestamp>) {
        let place = frame.stamp.timestamp
        if let last = earlier.last, place <= last.stamp.timestamp { return }
        if earlier.isEmpty { earlierBegin = min(earlierBegin ?? place, place) }
        earlier.append(frame)
        byteCount += frame.buffer.pixelBytes
        makeWayEarlier(for: 0, needed: needed)
    }

    /// Gives up what isn't needed, for so many bytes of the stretch before the run: first of the run's end.
    public mutating func makeWayEarlier(for bytes: Int, needed: ClosedRange<Timestamp>) {
        while byteCount + bytes > bound {
            if canRemoveLast(needed) {
                removeLast()
            } else if earlier.count > 1, earlier[1].stamp.timestamp <= needed.lowerBound || first.map({ needed.lowerBound >= $0 }) ?? true {
                byteCount -= earlier.removeFirst().buffer.pixelBytes
                earlierBegin = earlier.first?.stamp.timestamp
            } else {
                return
            }
        }
    }

    /// The stretch before the run has reached it: both are one from now on.
    public mutating func joinEarlier() {
        guard let known = earlierBegin else { return }
        begin = min(begin ?? known, known)
        run.prepend(contentsOf: earlier)
        earlier.removeAll(keepingCapacity: true)
        earlierBegin = nil
    }

    public mutating func discardEarlier() {
        byteCount -= earlier.reduce(0) { $0 + $1.buffer.pixelBytes }
        earlier.removeAll(keepingCapacity: true)
        earlierBegin = nil
    }

    /// Whether this place lies in what the stretch before the run covers, or will when it is there.
    public func isEarlier(_ place: Timestamp) -> Bool {
        guard let earlierBegin else { return false }
        return place >= earlierBegin && place < first ?? place
    }

    // MARK: Steps

    /// Never less than the picture that is due and the one that proves it.
    private var bound: Int {
        let size = (run.last ?? earlier.last)?.buffer.pixelBytes ?? 0
        let capacity = capacityBytes - reservedBytes
        return max(mostPictures.map { min($0 * size, capacity) } ?? capacity, 2 * size)
    }

    /// The run's first picture isn't needed: the next one isn't after the first place either.
    private func canRemoveFirst(_ needed: ClosedRange<Timestamp>) -> Bool {
        run.count > 1 && run[1].stamp.timestamp <= needed.lowerBound
    }

    /// The run's last picture isn't needed: the one that is due at the last place, and one that proves it, come before.
    private func canRemoveLast(_ needed: ClosedRange<Timestamp>) -> Bool {
        run.count > 1 && run[run.count - 2].stamp.timestamp > needed.upperBound
    }

    private mutating func removeFirst() {
        byteCount -= run.removeFirst().buffer.pixelBytes
        begin = run.first?.stamp.timestamp
        discardEarlier()
    }

    private mutating func removeLast() {
        byteCount -= run.removeLast().buffer.pixelBytes
        // What was given up lies before whatever comes next.
        if run.isEmpty { begin = nil }
        isAtEnd = false
    }

    private static func newest(of stretch: Deque<VideoFrame>, notAfter place: Timestamp) -> Int? {
        stretch.lastIndex { $0.stamp.timestamp <= place }
    }
}
