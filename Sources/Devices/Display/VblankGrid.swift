import Core

/// The vblanks of a display that has none of its own: an exact grid on the box's clock, vblank 0 at its start.
struct VblankGrid {
    private let start: Timestamp
    private let rate: FrameRate
    /// The first vblank that hasn't passed.
    private var next: Int64 = 0

    init(start: Timestamp, rate: FrameRate) {
        self.start = start
        self.rate = rate
    }

    /// The first vblank from `now` on that hasn't passed. Whoever comes late finds that vblanks were missed.
    func upcoming(at now: Timestamp) -> Vblank {
        let elapsed = start.duration(to: now)
        // The start itself is vblank 0, also for one who takes a moment from opening to waiting.
        let index = next == 0 && elapsed < rate.interval ? 0 : max(next, rate.count(within: elapsed - .nanoseconds(1)))
        return Vblank(timestamp: start.advanced(by: rate.offset(of: index)), sequence: index)
    }

    mutating func pass(_ vblank: Vblank) {
        next = vblank.sequence + 1
    }
}
