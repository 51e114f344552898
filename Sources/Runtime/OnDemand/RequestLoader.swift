// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import DequeModule
import Media
import Storage
import Synchronization

/// Makes what somebody needs right now, one thing after the other, while a clip is dragged or a knob is turned. So each call of `load`
/// names everything that is wanted.
///
/// `load` may be called by any thread and never waits for the card; the rest belongs to the loader's thread. In a virtual run the driver
/// steps it.
final class RequestLoader<Key: Hashable & Sendable, Product: Sendable>: Sendable {
    /// The outcome of a request.
    enum Outcome: Sendable {
        case made(Product)
        /// Whoever asked has it already.
        case isThere
        /// It can't be made, or the card is away.
        case none
    }

    private struct State {
        var waiting: Deque<Key> = []
        var wanted: Set<Key> = []
        var working: Key?
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let bell: Doorbell
    private let make: @Sendable (Key, _ goesOn: () -> Bool) -> Product?
    private let tell: @Sendable (Key, Outcome) -> Void

    /// - Parameters:
    ///   - bell: the bell of the thread that calls `runOnce`, which may do so for several loaders.
    ///   - make: makes one thing, on the loader's thread; long work gives up when `goesOn` returns false.
    ///   - tell: receives everything that is made, on the loader's thread, and what is there already, on the caller's. A thing that was
    ///     given up while it was made, and was finished all the same, is told too.
    init(
        bell: Doorbell = Doorbell(), make: @escaping @Sendable (Key, _ goesOn: () -> Bool) -> Product?,
        tell: @escaping @Sendable (Key, Outcome) -> Void
    ) {
        (self.bell, self.make, self.tell) = (bell, make, tell)
    }

    /// Asks for these, the first one first, and gives up what was asked for before.
    /// - Parameter isThere: returns whether a thing needn't be made.
    func load(_ keys: [Key], isThere: (Key) -> Bool = { _ in false }) {
        for key in keys where isThere(key) { tell(key, .isThere) }
        let missing = keys.filter { !isThere($0) }
        state.withLock { state in
            state.waiting = []
            state.wanted = Set(missing)
            for key in missing where key != state.working && !state.waiting.contains(key) { state.waiting.append(key) }
        }
        bell.ring()
    }

    /// Makes one thing that was asked for.
    /// - Returns: true if there was anything to make.
    @discardableResult
    func runOnce() -> Bool {
        let next = state.withLock { state in
            state.working = state.waiting.popFirst()
            return state.working
        }
        guard let next else { return false }
        var gaveUp = false
        let product = make(next) {
            let goesOn = state.withLock { $0.wanted.contains(next) && !$0.hasEnded }
            if !goesOn { gaveUp = true }
            return goesOn
        }
        let hasResult = state.withLock { state in
            if product != nil { return true }
            let isWanted = state.wanted.contains(next) && !state.hasEnded
            if isWanted, !gaveUp { return true }
            // A thing that was asked for again while it was being given up is made again.
            if isWanted { state.waiting.prepend(next) }
            state.working = nil
            return false
        }
        guard hasResult else { return true }
        tell(next, product.map { .made($0) } ?? .none)
        // Clear `working` last, so a repeated request isn't made twice.
        state.withLock { $0.working = nil }
        return true
    }

    /// Sleeps until there may be something to make, or until `deadline`.
    func wait(until deadline: Timestamp) {
        bell.wait(until: deadline)
    }

    /// Ends a `wait`, and what is being made.
    func end() {
        state.withLock { $0.hasEnded = true }
        bell.ring()
    }
}

/// A picture as it was recorded, and how it is turned and mirrored to be shown.
struct LoadedPicture: Sendable {
    var buffer: PixelBuffer
    var orientation: PictureOrientation
}

/// Decodes the pictures that clips will show first when they come.
typealias PeekLoader = RequestLoader<PeekKey, LoadedPicture>

extension RequestLoader<PeekKey, LoadedPicture> {
    /// - Parameter held: returns a reader of a clip whose footage is in memory.
    convenience init(
        card: Card, held: @escaping @Sendable (ClipKey) -> HeldClipReader? = { _ in nil }, tell: @escaping @Sendable (PeekKey, Outcome) -> Void
    ) {
        self.init(
            make: { key, goesOn in
                let path = try? card.file(ofClip: key.clip)
                var peek = path.flatMap { try? StillReader.peek(intoClip: $0, at: key.place, goesOn: goesOn) }
                if peek == nil, goesOn(), let held = held(key.clip) { peek = try? StillReader.peek(intoHeld: held, at: key.place) }
                guard let peek else { return nil }
                return LoadedPicture(buffer: peek.picture, orientation: peek.orientation)
            }, tell: tell)
    }
}

extension PeekLoader {
    var worker: Worker { Worker(thread: .peek, runOnce: { self.runOnce() }, wait: { self.wait(until: $0) }, end: { self.end() }) }
}
