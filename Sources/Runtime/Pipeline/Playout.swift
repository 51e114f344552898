import Core
import Media
import Synchronization

/// Decodes the footage a few frames ahead of what is due, so that the display never waits for a decoder.
///
/// `advance` is thread-bound (the decoder thread); `frame(dueAt:)` belongs to the display thread. Between them lies
/// a short queue whose lock is held for a few assignments.
final class Playout: @unchecked Sendable {
    // `reader`, `decoder`, `head` and `glide` are the decoder thread's own; `line` is thread-safe; everything shared is in `queue`.

    /// How many frames are decoded before they are due: with one, 6 % were late on a loaded machine; with four, none.
    static let framesAhead = 4

    struct Queue {
        var frames: [VideoFrame] = []
        /// The change of delay that they were decoded for.
        var glide = 0
        /// Access units that the decoder could make nothing of.
        var failedUnits: Int64 = 0
        /// Frames that were evicted before they were read.
        var overtaken: Int64 = 0
    }

    private let line: DelayLine
    private let reader: DelayReader
    private let decoder: any Decoder
    /// The last frame that was read, and the glide it was read for.
    private var head: FrameStamp?
    private var glide = 0
    /// Read and not decoded yet; one that a later one overtakes couldn't be decoded.
    private var inside = CodecWatch(.decoder)
    private let queue = Mutex(Queue())

    init(line: DelayLine, decoder: any Decoder) {
        self.line = line
        reader = line.makeReader()
        self.decoder = decoder
        queue.withLock { $0.frames.reserveCapacity(Self.framesAhead * 4) }
    }

    var decoderName: String { decoder.name }

    /// Access units that couldn't be decoded, and frames that were evicted before they were read.
    var losses: (failedUnits: Int64, overtaken: Int64) { queue.withLock { ($0.failedUnits, $0.overtaken) } }

    /// Decodes until the frame due at `target` and a few after it are there, or the footage ends.
    ///
    /// A new `glide` (the delay was changed) is a jump, and so is a target far ahead of what is decoded: decoding starts anew at the
    /// keyframe before the target, and what was decoded for the old place is forgotten. The display keeps its last picture meanwhile.
    func advance(to target: Timestamp, glide: Int) {
        if isFarBehind(target) || glide != self.glide {
            guard reader.seek(to: target) != nil else { return }
            self.glide = glide
            decoder.flush()
            inside.reset()
            head = nil
            queue.withLock { queue in
                queue.frames.removeAll(keepingCapacity: true)
                queue.glide = glide
            }
        }
        while needsMore(for: target) {
            let result = reader.next { unit -> VideoFrame? in
                head = unit.stamp
                inside.noteIn(unit.stamp)
                return try? decoder.decode(unit)
            }
            switch result {
            case .atEnd:
                takeReady(target)
                return
            case .overtaken(let missed):
                decoder.flush()
                inside.reset()
                queue.withLock { $0.overtaken += missed }
            case .unit(let frame):
                // A hardware decoder gives a picture out some access units later, and may then have several.
                guard let frame else { continue }
                push(frame, target: target)
                takeReady(target)
            }
        }
    }

    /// The newest decoded frame whose sensor time is not after `target`; older ones are let go. `nil` when that frame isn't there (yet),
    /// and as long as all that is there was decoded for another delay.
    func frame(dueAt target: Timestamp, glide: Int) -> VideoFrame? {
        var due: VideoFrame?
        queue.withLock { queue in
            guard queue.glide == glide, let index = queue.frames.lastIndex(where: { $0.stamp.timestamp <= target }) else { return }
            due = queue.frames[index]
            queue.frames.removeFirst(index)
        }
        return due
    }

    /// Whether more than a second of footage lies between what was read and what is due. A camera that stalls makes the target
    /// run away from the footage's end: then there is nothing to jump to.
    private func isFarBehind(_ target: Timestamp) -> Bool {
        guard let head else { return true }
        let limit = head.timestamp + .seconds(1)
        guard target > limit, let due = line.newestStamp(notAfter: target) else { return false }
        return due.timestamp > limit
    }

    private func needsMore(for target: Timestamp) -> Bool {
        queue.withLock { queue in
            var ahead = 0
            for frame in queue.frames.reversed() {
                guard frame.stamp.timestamp > target else { break }
                ahead += 1
            }
            return ahead < Self.framesAhead
        }
    }

    private func takeReady(_ target: Timestamp) {
        while let frame = try? decoder.next() { push(frame, target: target) }
    }

    private func push(_ frame: VideoFrame, target: Timestamp) {
        let failed = inside.noteOut(frame.stamp)
        queue.withLock { queue in
            queue.failedUnits += Int64(failed)
            // On the way from a keyframe only the newest frame before the target can still be shown.
            if frame.stamp.timestamp <= target, let last = queue.frames.last, last.stamp.timestamp <= target {
                queue.frames.removeLast()
            }
            queue.frames.append(frame)
        }
    }
}
