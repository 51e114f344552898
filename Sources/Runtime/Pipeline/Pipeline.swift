import Core
import Media
import Synchronization

/// One stream from the camera to the TV: what was captured, the footage, and its decoding ahead of the display.
final class Pipeline: Sendable {
    let footage: Footage
    let playout: Playout

    init(footage: Footage, playout: Playout) {
        self.footage = footage
        self.playout = playout
    }
}

/// The stream that runs now. Replaced as a whole when the size or the rate changes. Thread-safe.
final class PipelineSlot: Sendable {
    private let slot = Mutex<Pipeline?>(nil)

    var current: Pipeline? { slot.withLock { $0 } }

    func replace(with pipeline: Pipeline?) {
        var old = pipeline
        // The old stream's memory goes after the lock: giving back a gigabyte takes its time.
        slot.withLock { swap(&$0, &old) }
    }
}
