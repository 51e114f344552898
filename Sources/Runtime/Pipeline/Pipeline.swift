// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization

/// One stream from the camera to the TV: what was captured, the footage, and its decoding ahead of the display.
final class Pipeline: Sendable {
    let footage: Footage
    /// The delayed picture's player: it only follows, so it keeps nothing that was passed.
    let player: Player

    init(footage: Footage, decoder: any Decoder) {
        self.footage = footage
        player = Player(reader: footage.line.makeReader(), decoder: decoder, window: FrameWindow(keepsPassed: false))
    }
}

/// The stream that runs now. Replaced as a whole when the size or the rate changes. Thread-safe.
///
/// The display still refers to the stream before for a vblank or two. Whoever lets go of it last gives back a gigabyte, which takes some
/// vblanks: so the slot keeps what it replaced until nobody else has it, and a thread that may be late gives it back.
final class PipelineSlot: Sendable {
    private struct State {
        var current: Pipeline?
        var replaced: [Pipeline] = []
        /// A clip that is being cut needs its line for longer than the pipeline.
        var lines: [DelayLine] = []
    }

    private let state = Mutex(State())
    /// Pictures decoded by the streams before.
    private let decodedBefore = Atomic<Int64>(0)

    var current: Pipeline? { state.withLock { $0.current } }

    /// How many delayed pictures were decoded, by all streams so far.
    var decoded: Int64 { decodedBefore.load(ordering: .relaxed) + (current?.player.decoded ?? 0) }

    func replace(with pipeline: Pipeline) {
        let before = state.withLock { state -> Pipeline? in
            defer { state.current = pipeline }
            guard let old = state.current, old !== pipeline else { return nil }
            state.replaced.append(old)
            state.lines.append(old.footage.line)
            return old
        }
        if let before { decodedBefore.add(before.player.decoded, ordering: .relaxed) }
    }

    /// Gives back the memory of what was replaced, as far as nobody has it any more. Never on a thread with a deadline.
    func releaseReplaced() {
        // The memory goes after the lock. A line is its pipeline's, too: it goes after it.
        var pipelines: [Pipeline] = state.withLock { Self.takeUnused(from: &$0.replaced) }
        pipelines.removeAll()
        _ = state.withLock { Self.takeUnused(from: &$0.lines) }
    }

    private static func takeUnused<Item: AnyObject>(from items: inout [Item]) -> [Item] {
        var unused: [Item] = []
        for index in items.indices.reversed() where isKnownUniquelyReferenced(&items[index]) { unused.append(items.remove(at: index)) }
        return unused
    }
}
