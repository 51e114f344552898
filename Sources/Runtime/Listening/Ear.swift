// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import DequeModule
import Devices
import Synchronization

/// Hears shots and referees' whistles in the microphone's sound, and learns from pressed marks what they sound like (docs/hearing.md).
///
/// `take` belongs to the sound thread and never waits: it leaves a block to be heard. `follow` and `perform` belong to the box's thread, and
/// `runOnce` to the ear's own. Sound leaves memory once it is heard, and at the latest after two seconds.
final class Ear: @unchecked Sendable {
    // `shared`, `isOn` and `bell` are thread-safe. Everything else belongs to the ear's thread.

    /// The blocks that wait at most; if the ear is later than that, the oldest are lost.
    private static let longestQueue = Duration.seconds(2)

    /// A piece of sound with its format.
    private struct Piece {
        var block: SoundBlock
        var sampleRate: Int
        var channels: Int

        var duration: Duration { FrameRate(Int64(sampleRate)).offset(of: Int64(block.samples.count / max(1, channels))) }
    }

    private enum Order {
        case learn(pressed: Timestamp, shown: Timestamp?)
        /// The box itself plays something at this time.
        case ignore(ClosedRange<Timestamp>)
    }

    private struct Shared {
        var pieces: Deque<Piece> = []
        var waiting = Duration.zero
        var orders: [Order] = []
        var distance: Double
        var hearsWhistles: Bool
        /// True if somebody looks at how loud it is. It lasts while the ear is off.
        var watchesLevel = false
    }

    private let shared: Mutex<Shared>
    private let isOn: Atomic<Bool>
    private let bell = Doorbell()
    private let tell: @Sendable (HearingNews) -> Void
    private var stream = HeardStream()

    /// - Parameter tell: receives what is heard, on the ear's thread.
    init(_ settings: Settings, tell: @escaping @Sendable (HearingNews) -> Void) {
        shared = Mutex(Shared(distance: settings.microphoneDistance, hearsWhistles: settings.hearsWhistles))
        isOn = Atomic(settings.listens)
        self.tell = tell
    }

    /// True if somebody wants to know what is heard.
    var isListening: Bool { isOn.load(ordering: .relaxed) }

    func follow(_ settings: Settings) {
        shared.withLock { ($0.distance, $0.hearsWhistles) = (settings.microphoneDistance, settings.hearsWhistles) }
        isOn.store(settings.listens, ordering: .relaxed)
        bell.ring()
    }

    func perform(_ command: HearingCommand) {
        switch command {
        case .learn(let pressed, let shown): order(.learn(pressed: pressed, shown: shown))
        case .watchLevel(let isOn): shared.withLock { $0.watchesLevel = isOn }
        }
    }

    /// Ignores what is heard at this time, because the box itself plays something. Call it before the sound comes.
    func ignore(_ time: ClosedRange<Timestamp>) { order(.ignore(time)) }

    private func order(_ order: Order) {
        guard isListening else { return }
        shared.withLock { $0.orders.append(order) }
        bell.ring()
    }

    /// Takes a block of the microphone.
    func take(_ block: SoundBlock, of microphone: any Microphone) {
        guard isListening else { return }
        let piece = Piece(block: block, sampleRate: microphone.sampleRate, channels: microphone.channels)
        // Blocks that are too many are freed outside of the lock.
        var lost: [Piece] = []
        shared.withLock { shared in
            shared.pieces.append(piece)
            shared.waiting += piece.duration
            while shared.waiting > Self.longestQueue, let first = shared.pieces.popFirst() {
                shared.waiting -= first.duration
                lost.append(first)
            }
        }
        bell.ring()
    }

    /// Hears the sound that waits.
    /// - Returns: true if there was any.
    @discardableResult
    func runOnce() -> Bool {
        let (pieces, orders) = shared.withLock { shared in
            defer { (shared.pieces, shared.waiting, shared.orders) = ([], .zero, []) }
            (stream.microphoneDistance, stream.watchesLevel, stream.hearsWhistles) = (shared.distance, shared.watchesLevel, shared.hearsWhistles)
            return (shared.pieces, shared.orders)
        }
        guard !pieces.isEmpty || !orders.isEmpty else { return false }
        for order in orders {
            switch order {
            case .learn(let pressed, let shown): stream.learn(pressed: pressed, shown: shown)
            case .ignore(let time): stream.ignore(time)
            }
        }
        for piece in pieces {
            for news in stream.hear(piece.block, sampleRate: piece.sampleRate, channels: piece.channels) { tell(news) }
        }
        return true
    }

    var worker: Worker {
        Worker(thread: .ear, runOnce: { self.runOnce() }, wait: { self.bell.wait(until: $0) }, end: { self.bell.ring() })
    }
}
