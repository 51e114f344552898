import Core
import Media

/// One clip that is open: where its reader stands, and when it has to go elsewhere instead of on.
///
/// Positions are counted from the clock's zero, as the pictures' stamps are. Thread-bound: the player's thread.
final class ClipPlayback {
    /// With more than this between what was decoded and the keyframe that is wanted, it goes there at once.
    private static let longestSkip = Duration.milliseconds(500)

    private let reader: ClipReader
    /// The newest picture that was decoded.
    private var head = Timestamp.zero
    private var isAtEnd = false
    /// The last jump: where to, and the first picture that came of it.
    private var jump: (target: Timestamp, first: Timestamp?)?
    private var wasReady = false

    init(path: String) throws(ClipError) {
        reader = try ClipReader(path)
    }

    /// How long the clip plays.
    var seconds: Double { reader.duration.inSeconds }

    /// The next picture; `nil` at the end, until the next jump.
    func next() throws(ClipError) -> VideoFrame? {
        guard !isAtEnd else { return nil }
        guard let picture = try reader.next() else {
            isAtEnd = true
            return nil
        }
        head = picture.stamp.timestamp
        if let jump, jump.first == nil { self.jump?.first = head }
        return picture
    }

    /// Whether the picture of this place can't be reached (soon) by decoding on.
    /// - Parameter windowBegins: the oldest decoded picture that is still held.
    func mustJump(to place: Timestamp, windowBegins: Timestamp?) -> Bool {
        if let windowBegins, place < windowBegins {
            // A file may have a hole there: then the first picture after it is all that a second jump would find.
            guard let jump, jump.first == windowBegins else { return true }
            return place < jump.target
        }
        guard !isAtEnd, place > head + Self.longestSkip,
              let keyframe = reader.keyframe(notAfter: Timestamp.zero.duration(to: place)) else { return false }
        return Timestamp.zero + keyframe > head + Self.longestSkip
    }

    /// Goes to the keyframe that the picture of this place needs.
    func jump(to place: Timestamp) throws(ClipError) {
        try reader.seek(to: Timestamp.zero.duration(to: place))
        head = .zero
        isAtEnd = false
        jump = (place, nil)
    }

    /// Whether this is the first time that it is asked: the first picture is there only once.
    func isReadyForTheFirstTime() -> Bool {
        defer { wasReady = true }
        return !wasReady
    }
}
