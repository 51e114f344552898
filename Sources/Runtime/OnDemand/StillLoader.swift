// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import DequeModule
import Media
import Storage
import Synchronization

/// Reads the stills of clips off the card, or out of memory while no card has them, one after the other, in the order in which they were asked for.
///
/// `load` may be called by any thread and never waits for the card; the rest belongs to the stills' thread. In a virtual run the
/// driver steps it.
final class StillLoader: Sendable {
    /// Receives a still that was asked for; `nil` if the clip has no still, or the card is away.
    typealias Answer = @Sendable (ClipKey, PixelBuffer?) -> Void

    private let waiting = Mutex(Deque<ClipKey>())
    private let bell = Doorbell()
    private let card: Card
    private let held: @Sendable (ClipKey) -> HeldClipReader?
    private let tell: Answer

    /// - Parameters:
    ///   - held: returns a reader of a clip whose footage is in memory.
    ///   - tell: receives every still that was asked for, on the stills' thread.
    init(card: Card, held: @escaping @Sendable (ClipKey) -> HeldClipReader? = { _ in nil }, tell: @escaping Answer) {
        self.card = card
        self.held = held
        self.tell = tell
    }

    /// Asks for a still. A still that is already waited for isn't asked for twice.
    func load(_ key: ClipKey) {
        waiting.withLock { waiting in
            if !waiting.contains(key) { waiting.append(key) }
        }
        bell.ring()
    }

    /// Reads one still that was asked for.
    /// - Returns: true if there was a still to read.
    @discardableResult
    func runOnce() -> Bool {
        guard let key = waiting.withLock({ $0.popFirst() }) else { return false }
        tell(key, picture(of: key))
        return true
    }

    /// Sleeps until there may be something to read, or until `deadline`.
    func wait(until deadline: Timestamp) {
        bell.wait(until: deadline)
    }

    /// Ends a `wait`.
    func wake() {
        bell.ring()
    }

    /// Returns the picture of a still, or `nil` if it can't be read: the drawing has its own sign for that.
    private func picture(of key: ClipKey) -> PixelBuffer? {
        for source in (try? card.stillSources(of: key)) ?? [] {
            let picture =
                switch source {
                case .picture(let path): try? StillReader.picture(ofJPEG: path)
                case .clip(let path): try? StillReader.picture(ofClip: path, orientation: try? card.orientation(ofClip: key))
                }
            if let picture { return picture }
        }
        return held(key).flatMap { try? StillReader.picture(ofHeld: $0) }
    }
}
