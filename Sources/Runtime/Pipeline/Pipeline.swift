// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization

/// One stream from the camera to the TV: what was captured, the footage, and its decoding ahead of the display.
final class Pipeline: Sendable {
    let footage: Footage
    /// The delayed picture's player. It only follows, so it keeps no picture that was passed.
    let player: Player

    init(footage: Footage, decoder: any Decoder) {
        self.footage = footage
        player = Player(reader: footage.line.makeReader(), decoder: decoder, window: FrameWindow(keepsPassed: false))
    }
}

/// The stream that runs now. It is replaced as a whole when the size or the rate changes. Thread-safe.
///
/// The display still refers to the previous stream for a vblank or two. Whoever drops the last reference frees a gigabyte, which takes some
/// vblanks. So the slot keeps what it replaced until nobody else refers to it, and a thread that may be late frees it.
final class PipelineSlot: Sendable {
    private struct State {
        var current: Pipeline?
        var replaced: [Pipeline] = []
        /// A clip that is being cut needs its line for longer than the pipeline.
        var lines: [DelayLine] = []
    }

    private let state = Mutex(State())
    /// The number of pictures that earlier streams decoded.
    private let decodedBefore = Atomic<Int64>(0)

    var current: Pipeline? { state.withLock { $0.current } }

    /// The number of delayed pictures that all streams have decoded so far.
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

    /// Frees the memory of what was replaced, if nobody else refers to it any more. Never called on a thread with a deadline.
    func releaseReplaced() {
        // The memory is freed outside of the lock. A pipeline also holds its line, so the lines are freed after the pipelines.
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
