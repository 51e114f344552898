// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import DequeModule
import Media
import Storage
import Synchronization

/// Decodes the pictures that clips will show first when they come: while somebody drags a clip, so each command says all that is wanted.
///
/// `load` may be called by any thread and never waits for the card; the rest is the peeks' thread's own. In a virtual run the driver
/// steps it.
final class PeekLoader: Sendable {
    /// A keyframe as it was recorded, and how it is to be looked at.
    struct Picture: Sendable {
        var buffer: PixelBuffer
        var orientation: PictureOrientation
    }

    /// What came of a picture that was asked for.
    enum Outcome: Sendable {
        case decoded(Picture)
        /// Whoever asked has it.
        case isThere
        /// It can't be decoded, or the card is away.
        case none
    }

    private struct State {
        var waiting: Deque<PeekKey> = []
        var decoding: PeekKey?
    }

    private let state = Mutex(State())
    private let bell = Doorbell()
    private let card: Card
    private let tell: @Sendable (PeekKey, Outcome) -> Void

    /// - Parameter tell: hears of every picture that is decoded, on the peeks' thread, and of those that are there, on the caller's. One
    ///   that was given up while it was decoded is told of too.
    init(card: Card, tell: @escaping @Sendable (PeekKey, Outcome) -> Void) {
        self.card = card
        self.tell = tell
    }

    /// Asks for these, the first one first, and gives up what was asked for before.
    /// - Parameter isThere: whether it needn't be decoded.
    func load(_ keys: [PeekKey], isThere: (PeekKey) -> Bool) {
        for key in keys where isThere(key) { tell(key, .isThere) }
        let missing = keys.filter { !isThere($0) }
        state.withLock { state in
            state.waiting = []
            for key in missing where key != state.decoding && !state.waiting.contains(key) { state.waiting.append(key) }
        }
        bell.ring()
    }

    /// Decodes one picture that was asked for.
    /// - Returns: whether there was one.
    @discardableResult
    func runOnce() -> Bool {
        let next = state.withLock { state in
            state.decoding = state.waiting.popFirst()
            return state.decoding
        }
        guard let next else { return false }
        let outcome = picture(of: next)
        tell(next, outcome)
        state.withLock { $0.decoding = nil }
        return true
    }

    /// Sleeps until there may be something to decode, or until `deadline`.
    func wait(until deadline: Timestamp) {
        bell.wait(until: deadline)
    }

    /// Ends a `wait`.
    func wake() {
        bell.ring()
    }

    private func picture(of key: PeekKey) -> Outcome {
        guard let path = try? card.file(ofClip: key.clip), let peek = try? StillReader.peek(intoClip: path, at: key.place) else { return .none }
        return .decoded(Picture(buffer: peek.picture, orientation: peek.orientation))
    }
}
