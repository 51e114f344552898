// SPDX-License-Identifier: GPL-3.0-or-later

import DequeModule

/// Decoded pictures round a position, in both directions, limited in bytes.
///
/// They form two stretches in which no picture of the footage is missing: the *run*, and before it the *earlier* stretch, which is being
/// fetched from the GOP before the run's first picture. When the earlier stretch reaches the run, both are joined. Invariants (property
/// tests):
/// - within a stretch the positions rise strictly, and the earlier stretch ends before the run begins;
/// - pictures that are needed now are never removed to keep the limit. Apart from them the limit holds, and room for a picture is made
///   before the picture is there;
/// - a picture counts as due only if it is the newest of the footage that isn't after the position. The picture after it *proves* that.
///
/// A picture's position is the time of its stamp. A pure value: no lock, no clock.
public struct FrameWindow: Sendable {
    /// The memory that 1080p60 needs to play backwards within one GOP of half a second, in pictures of 3.1104 MB (4:2:0): the 30 pictures
    /// of the GOP before, the due picture and the next one, which proves it, and the same two for the vblank that is still on the TV while
    /// the following one is prepared. That is 34 pictures, 105.8 MB. With 32, a player that is a vblank behind is late at each GOP
    /// (`SteppingTests`).
    public static let ordinaryBytes = 106_000_000

    /// The most bytes of pictures that are kept; pictures that are needed at once stay even if they take more.
    public let capacityBytes: Int
    /// True if pictures stay after the position has passed them. It is false for the delayed picture, which only goes forwards.
    public let keepsPassed: Bool
    /// The most pictures that are kept, even if there is room for more; `nil`: as many as fit.
    public private(set) var mostPictures: Int?
    public private(set) var byteCount = 0
    /// The bytes of `capacityBytes` that another window uses: the window on the other side of a loop's seam.
    public var reservedBytes = 0
    private var run: Deque<VideoFrame> = []
    private var earlier: Deque<VideoFrame> = []
    /// A position at or before the run's first picture; no picture of the footage lies between the two.
    private var begin: Timestamp?
    /// The same for the earlier stretch.
    private var earlierBegin: Timestamp?
    /// True if the footage has nothing after the run's last picture, as far as is known.
    public private(set) var isAtEnd = false

    /// - Parameter keepsPassed: `false` for a window that only goes forwards.
    public init(capacityBytes: Int = FrameWindow.ordinaryBytes, keepsPassed: Bool = true) {
        self.capacityBytes = capacityBytes
        self.keepsPassed = keepsPassed
        run.reserveCapacity(64)
        earlier.reserveCapacity(64)
    }

    // MARK: State

    public var isEmpty: Bool { run.isEmpty && earlier.isEmpty }
    public var count: Int { run.count + earlier.count }
    /// The run's first and last picture, and the position from which the run is known.
    public var first: Timestamp? { run.first?.stamp.timestamp }
    public var last: Timestamp? { run.last?.stamp.timestamp }
    public var knownFrom: Timestamp? { begin }
    public var hasEarlier: Bool { !earlier.isEmpty }

    /// Returns the picture to show at this position.
    /// - Returns: the newest picture that isn't after the position, and whether this picture is due. The player sets `isSettled`.
    public func lookup(_ place: Timestamp) -> FrameLookup {
        if let index = Self.newest(of: run, notAfter: place) {
            return FrameLookup(frame: run[index], isDue: index + 1 < run.count || isAtEnd, isSettled: true)
        }
        // The footage is known here and has no picture, so no picture is due.
        if let begin, place >= begin, isAtEnd || !run.isEmpty { return FrameLookup(frame: nil, isDue: true, isSettled: true) }
        guard let index = Self.newest(of: earlier, notAfter: place), index + 1 < earlier.count else {
            return FrameLookup(frame: nil, isDue: false, isSettled: true)
        }
        return FrameLookup(frame: earlier[index], isDue: true, isSettled: true)
    }

    /// True if the window has the picture due at this position, and a later picture, which proves it.
    public func covers(_ place: Timestamp) -> Bool {
        if let last = run.last, place < last.stamp.timestamp, let begin, place >= begin { return true }
        guard let last = earlier.last, let first = earlier.first else { return false }
        return place >= first.stamp.timestamp && place < last.stamp.timestamp
    }

    /// Returns the number of pictures after this position before one is missing.
    public func ahead(of place: Timestamp) -> Int {
        let stretch = earlier.isEmpty || first.map { $0 <= place } ?? false ? run : earlier
        return stretch.count - (Self.newest(of: stretch, notAfter: place).map { $0 + 1 } ?? 0)
    }

    /// Returns the number of pictures before the picture due at this position.
    public func behind(_ place: Timestamp) -> Int {
        if let index = Self.newest(of: run, notAfter: place) { return index }
        return Self.newest(of: earlier, notAfter: place) ?? 0
    }

    // MARK: Adding pictures

    /// Removes everything. The next pictures begin with the keyframe for this position.
    public mutating func restart(at place: Timestamp) {
        run.removeAll(keepingCapacity: true)
        discardEarlier()
        byteCount = 0
        begin = place
        isAtEnd = false
    }

    /// Removes everything, even the position from which the run is known.
    public mutating func clear() {
        restart(at: .zero)
        begin = nil
    }

    /// Notes that the footage ends here, for now.
    public mutating func noteEnd() {
        isAtEnd = true
    }

    /// Appends the next picture of the footage. Before the needed positions are reached, a window that only goes forwards keeps only the
    /// newest picture.
    /// - Parameter needed: the positions that are shown.
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

    /// Removes passed pictures that aren't needed, to make room for `bytes` after the run. Call it before memory is taken for them.
    public mutating func makeWay(for bytes: Int, needed: ClosedRange<Timestamp>) {
        while byteCount + bytes > bound, canRemoveFirst(needed) { removeFirst() }
    }

    /// True if there is room for another picture after the run, and for `others` more elsewhere.
    public func hasRoomAhead(needed: ClosedRange<Timestamp>, beside others: Int) -> Bool {
        guard let size = run.last?.buffer.pixelBytes else { return true }
        return byteCount + size * (1 + others) <= bound || canRemoveFirst(needed)
    }

    /// Removes pictures that aren't needed, to make room for `bytes` elsewhere.
    /// - Parameter needed: the positions that are shown, now and later.
    /// - Returns: true if there is room now.
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

    /// Replaces the contents of this window with the run of another one.
    public mutating func enter(_ other: FrameWindow) {
        restart(at: .zero)
        (run, begin, isAtEnd) = (other.run, other.begin, other.isAtEnd)
        byteCount = run.reduce(0) { $0 + $1.buffer.pixelBytes }
    }

    /// Removes passed pictures from a window that only goes forwards.
    public mutating func dropPassed(_ place: Timestamp) {
        guard !keepsPassed else { return }
        while run.count > 1, run[1].stamp.timestamp <= place { removeFirst() }
    }

    /// Limits the number of pictures from now on; `nil`: as many as fit. Excess pictures that aren't needed are removed.
    public mutating func limit(to pictures: Int?, needed: ClosedRange<Timestamp>) {
        mostPictures = pictures
        guard pictures != nil else { return }
        discardEarlier()
        _ = makeRoom(for: 0, needed: needed)
    }

    // MARK: Going back

    /// Begins a new earlier stretch, from the keyframe at this position.
    public mutating func beginEarlier(at place: Timestamp) {
        discardEarlier()
        earlierBegin = place
    }

    /// True if there is room for another picture before the run.
    /// - Parameter mayShorten: true if pictures at the run's end may be removed for it.
    public func hasRoomForEarlier(needed: ClosedRange<Timestamp>, mayShorten: Bool) -> Bool {
        guard let size = run.last?.buffer.pixelBytes else { return false }
        return byteCount + size <= bound || (mayShorten && canRemoveLast(needed))
    }

    /// Appends the next picture of the earlier stretch.
    public mutating func appendEarlier(_ frame: VideoFrame, needed: ClosedRange<Timestamp>) {
        let place = frame.stamp.timestamp
        if let last = earlier.last, place <= last.stamp.timestamp { return }
        if earlier.isEmpty { earlierBegin = min(earlierBegin ?? place, place) }
        earlier.append(frame)
        byteCount += frame.buffer.pixelBytes
        makeWayEarlier(for: 0, needed: needed)
    }

    /// Removes pictures that aren't needed, to make room for `bytes` in the earlier stretch: first from the run's end.
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

    /// Joins the earlier stretch and the run, after the earlier stretch has reached the run.
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

    /// True if this position lies in the earlier stretch, or between it and the run.
    public func isEarlier(_ place: Timestamp) -> Bool {
        guard let earlierBegin else { return false }
        return place >= earlierBegin && place < first ?? place
    }

    // MARK: Steps

    /// The limit in bytes: at least room for the due picture and the next one, which proves it.
    private var bound: Int {
        let size = (run.last ?? earlier.last)?.buffer.pixelBytes ?? 0
        let capacity = capacityBytes - reservedBytes
        return max(mostPictures.map { min($0 * size, capacity) } ?? capacity, 2 * size)
    }

    /// True if the run's first picture isn't needed: the next one isn't after the first needed position either.
    private func canRemoveFirst(_ needed: ClosedRange<Timestamp>) -> Bool {
        run.count > 1 && run[1].stamp.timestamp <= needed.lowerBound
    }

    /// True if the run's last picture isn't needed: the picture before it already lies after the last needed position, so it proves the
    /// picture due there.
    /// that is due there.
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
        // The removed pictures come before any new picture, so the known range is lost.
        if run.isEmpty { begin = nil }
        isAtEnd = false
    }

    private static func newest(of stretch: Deque<VideoFrame>, notAfter place: Timestamp) -> Int? {
        stretch.lastIndex { $0.stamp.timestamp <= place }
    }
}
