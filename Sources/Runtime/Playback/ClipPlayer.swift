import Core
import Media
import Synchronization

/// Plays one clip of the card: decodes it a few pictures ahead of its timeline, so that the display never waits for the card or
/// a decoder.
///
/// `play` and `stop` belong to the box's thread, `advance` and `close` to the player's own, `frame` to the display's; in a virtual
/// run the driver steps them all. Between them lies a short queue whose lock is held for a few assignments.
final class ClipPlayer: @unchecked Sendable {
    // `playing` is the player thread's own; everything shared is in `shared`.

    /// How many pictures are decoded before they are due.
    static let framesAhead = 4
    private static let cardAway = "the card is away"

    /// A clip that is to play.
    private struct Order {
        /// Rises with each clip that is begun, so that one that is begun again is another one.
        var number: Int
        var key: ClipKey
        var path: String
    }

    private struct Shared {
        var order: Order?
        var timeline = PlaybackTimeline(from: .zero)
        /// Rises with each order and each change of the timeline: decoding towards an older place needn't be finished.
        var changes = 0
        /// Pictures of the order's clip.
        var window = ClipWindow(capacity: ClipPlayer.framesAhead * 4)
        /// The number of the order that couldn't be played.
        var failed = 0
    }

    private let shared = Mutex(Shared())
    private let bell = Doorbell()
    private let isCardThere: @Sendable () -> Bool
    private let tell: @Sendable (PlayerNews) -> Void
    /// What is open, and for which order.
    private var playing: (order: Int, playback: ClipPlayback)?

    /// - Parameters:
    ///   - isCardThere: whether the clips' card can be read at all; for the words of a failure.
    ///   - tell: hears what became of it, on the player's thread.
    init(isCardThere: @escaping @Sendable () -> Bool, tell: @escaping @Sendable (PlayerNews) -> Void) {
        self.isCardThere = isCardThere
        self.tell = tell
    }

    // MARK: The box's thread

    /// Plays this clip from now on. Of the clip that plays already only the timeline changes; one that failed is tried again.
    /// - Parameter path: the clip's file.
    func play(_ key: ClipKey, path: String, timeline: PlaybackTimeline) {
        shared.withLock { shared in
            shared.timeline = timeline
            shared.changes += 1
            if let order = shared.order, order.key == key, shared.failed != order.number { return }
            shared.order = Order(number: shared.changes, key: key, path: path)
            shared.window.removeAll()
        }
        bell.ring()
    }

    /// Lets the clip go.
    func stop() {
        shared.withLock { shared in
            shared.order = nil
            shared.changes += 1
            shared.window.removeAll()
        }
        bell.ring()
    }

    // MARK: The display's thread

    /// The newest picture of the clip whose position is due at this vblank; `nil` where it isn't there (yet): then the old one stays.
    func frame(dueAt vblank: Timestamp) -> VideoFrame? {
        shared.withLock { shared in
            guard shared.order != nil else { return nil }
            return shared.window.take(dueAt: shared.timeline.place(at: vblank))
        }
    }

    /// Wakes the player's thread, where there is something for it to do.
    func wake() {
        if shared.withLock({ $0.order != nil }) { bell.ring() }
    }

    // MARK: The player's thread

    /// Sleeps until there may be something to decode, or until `deadline`.
    func wait(until deadline: Timestamp) {
        bell.wait(until: deadline)
    }

    /// Opens what is to play, and decodes until the picture that is due at this vblank and a few after it are there.
    func advance(to vblank: Timestamp) {
        let (order, timeline, changes, hasFailed) = shared.withLock {
            ($0.order, $0.timeline, $0.changes, $0.failed == $0.order?.number)
        }
        guard let order, !hasFailed else { return close() }
        do throws(ClipError) {
            let playback = try playback(of: order)
            let place = timeline.place(at: vblank)
            if playback.mustJump(to: place, windowBegins: shared.withLock { $0.window.first }) {
                try playback.jump(to: place)
                change(order) { $0.window.removeAll() }
            }
            while needsMore(for: place, changes), let picture = try playback.next() {
                change(order) { $0.window.add(picture, onTheWayTo: place) }
            }
            tellIfReady(order, playback)
        } catch {
            fail(order, error)
        }
    }

    /// Closes what is open. The player thread's last call.
    func close() {
        playing = nil
    }

    private func playback(of order: Order) throws(ClipError) -> ClipPlayback {
        if let playing, playing.order == order.number { return playing.playback }
        // The old clip goes first: hardware decodes only so many at a time.
        playing = nil
        guard isCardThere() else { throw .unreadable(clip: order.path, operation: "open", reason: Self.cardAway) }
        let playback = try ClipPlayback(path: order.path)
        playing = (order.number, playback)
        return playback
    }

    private func needsMore(for place: Timestamp, _ changes: Int) -> Bool {
        shared.withLock { $0.changes == changes && $0.window.ahead(of: place) < Self.framesAhead }
    }

    /// Changes what belongs to an order, unless another one has taken its place.
    /// - Returns: whether it did.
    @discardableResult
    private func change(_ order: Order, _ body: (inout Shared) -> Void) -> Bool {
        shared.withLock { shared in
            guard shared.order?.number == order.number else { return false }
            body(&shared)
            return true
        }
    }

    private func tellIfReady(_ order: Order, _ playback: ClipPlayback) {
        guard shared.withLock({ $0.order?.number == order.number && $0.window.first != nil }),
              playback.isReadyForTheFirstTime() else { return }
        tell(.ready(order.key, seconds: playback.seconds))
    }

    private func fail(_ order: Order, _ error: ClipError) {
        playing = nil
        guard change(order, { $0.failed = order.number }) else { return }
        tell(.failed(order.key, reason: isCardThere() ? error.shortWords : Self.cardAway))
    }
}

extension PlaybackTimeline {
    /// The position as a picture's stamp has it: counted from the clock's zero.
    fileprivate func place(at now: Timestamp) -> Timestamp { .zero + position(at: now) }
}

extension ClipError {
    /// For a person at the TV, who sees no folders.
    fileprivate var shortWords: String {
        guard case .unreadable(let clip, _, let reason) = self else { return description }
        return "\(clip.split(separator: "/").last ?? ""): \(reason)"
    }
}
