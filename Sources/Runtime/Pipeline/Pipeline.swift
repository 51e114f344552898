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
final class PipelineSlot: Sendable {
    private let slot = Mutex<Pipeline?>(nil)
    /// Pictures decoded by the streams before.
    private let decodedBefore = Atomic<Int64>(0)

    var current: Pipeline? { slot.withLock { $0 } }

    /// How many delayed pictures were decoded, by all streams so far.
    var decoded: Int64 { decodedBefore.load(ordering: .relaxed) + (current?.player.decoded ?? 0) }

    func replace(with pipeline: Pipeline?) {
        var old = pipeline
        // The old stream's memory goes after the lock: giving back a gigabyte takes its time.
        slot.withLock { swap(&$0, &old) }
        if let old, old !== pipeline { decodedBefore.add(old.player.decoded, ordering: .relaxed) }
    }
}
