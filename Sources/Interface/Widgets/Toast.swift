import Core

/// A word in the middle of the screen for a second and a half: what was just changed.
struct Toast: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case delay(Double)
        case words(String)
    }

    var content: Content
    var span: Stretch

    init(_ content: Content, at now: Timestamp) {
        self.content = content
        span = Stretch(now, for: Motion.toast)
    }
}

/// The card in the middle: what was saved at STOP, or whether to save anything.
struct Card: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        /// Nothing was marked: save the whole buffer?
        case offer
        /// How the last session's clips are doing.
        case report
    }

    private(set) var content = Content.report
    /// How much of it is there, 0…1.
    private(set) var fade: Transition
    /// When it goes by itself.
    private(set) var end: Timestamp?
    private var isDone = false

    init(at now: Timestamp) {
        fade = Transition(at: 0, since: now)
    }

    mutating func show(_ content: Content, until end: Timestamp, at now: Timestamp, motion: Duration) {
        self.content = content
        self.end = end
        isDone = false
        fade.go(to: 1, at: now, within: motion)
    }

    mutating func hide(at now: Timestamp, motion: Duration) {
        guard end != nil else { return }
        end = nil
        fade.go(to: 0, at: now, within: motion)
    }

    /// There is no more to tell: it goes in a few seconds.
    mutating func noteDone(at now: Timestamp) {
        guard content == .report, end != nil, !isDone else { return }
        isDone = true
        end = now + Motion.report
    }

    func isOver(at now: Timestamp) -> Bool {
        end.map { $0 <= now } ?? false
    }

    /// Whole seconds that are left, at least 1 while there is any time left.
    func secondsLeft(at now: Timestamp) -> Int {
        end.map { max(0, wholeSecondsLeft(from: now, to: $0)) } ?? 0
    }

    func nextSecond(after seen: Timestamp) -> Timestamp {
        end.map { nextSecondOfCountdown(after: seen, to: $0) } ?? seen
    }
}

/// The number a countdown shows: it is 1 all through the last second.
func wholeSecondsLeft(from now: Timestamp, to end: Timestamp) -> Int {
    Int(now.duration(to: end).inSeconds.rounded(.up))
}

/// When a countdown's number next changes.
func nextSecondOfCountdown(after seen: Timestamp, to end: Timestamp) -> Timestamp {
    let left = seen.duration(to: end).nanoseconds
    guard left > 0 else { return end }
    return end - .nanoseconds((left - 1) / 1_000_000_000 * 1_000_000_000)
}
