import Core

/// The decoded pictures of a clip: the one that is due and a few after it, in the order of their positions.
///
/// A picture's time is its position in the clip, counted from the clock's zero.
struct ClipWindow {
    private var pictures: [VideoFrame] = []

    init(capacity: Int) {
        pictures.reserveCapacity(capacity)
    }

    var count: Int { pictures.count }
    var first: Timestamp? { pictures.first?.stamp.timestamp }

    /// How many of them come after this position.
    func ahead(of position: Timestamp) -> Int {
        var ahead = 0
        for picture in pictures.reversed() {
            guard picture.stamp.timestamp > position else { break }
            ahead += 1
        }
        return ahead
    }

    /// Adds the picture that was decoded next. On the way to a position only the newest before it can still be shown.
    mutating func add(_ picture: VideoFrame, onTheWayTo position: Timestamp) {
        if picture.stamp.timestamp <= position, let last = pictures.last, last.stamp.timestamp <= position {
            pictures.removeLast()
        }
        pictures.append(picture)
    }

    /// The newest picture that isn't after this position; older ones are let go. `nil` where there is none (yet).
    mutating func take(dueAt position: Timestamp) -> VideoFrame? {
        guard let index = pictures.lastIndex(where: { $0.stamp.timestamp <= position }) else { return nil }
        pictures.removeFirst(index)
        return pictures.first
    }

    mutating func removeAll() {
        pictures.removeAll(keepingCapacity: true)
    }
}
